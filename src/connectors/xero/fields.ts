/** Fields that many of Xero's records share: how they are read, and how they are written. */
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { amounts, columns, values } from "../../kit/columns.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { allAs, as, elsewhere, encoder, invalid, listAs, spread } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Document, Stamped, Tracking } from "./types.ts";

export const updated = { updatedDate: (native: Stamped) => microsoftInstant(native.UpdatedDateUTC) };

export const days = columns(microsoftDay);
export const instants = columns(microsoftInstant);

export const dimension = mapping<LineDimension, Tracking>(
  values({ id: "TrackingOptionID", categoryName: "Name", name: "Option" }),
);

export const party = values({ contactId: "Contact.ContactID", currency: "CurrencyCode" });

export const totals = amounts({ totalGrossAmount: "Total", totalNetAmount: "SubTotal", totalTaxAmount: "TotalTax" });

export const issuedOn = (document: Document): string | undefined => microsoftDay(document.Date);

/** Lists have a zero where Xero did not compute it. */
export const rateOf = ({ CurrencyRate }: { readonly CurrencyRate?: Decimal }): number | undefined =>
  amount(CurrencyRate) || undefined;

/** What has nothing in it is not there. */
export const filled = <Item>(items: readonly Item[] | null | undefined): readonly Item[] | undefined =>
  items?.length ? items : undefined;

/** Xero has one word for all that is approved: amounts tell what is paid in part, the due date what is late. */
export const inPart = "AUTHORISED in part";
export const late = "AUTHORISED, late";
export const lateInPart = "AUTHORISED in part, late";

/** Of invoices, bills and credit notes. A deleted one is a draft that was thrown away. */
export const statuses = vocabulary({
  DRAFT: "DRAFT",
  SUBMITTED: "SUBMITTED",
  AUTHORISED: "OPEN",
  [inPart]: "PARTIALLY_PAID",
  [late]: "OVERDUE",
  [lateInPart]: "PARTIALLY_OVERDUE",
  PAID: "PAID",
  VOIDED: "VOIDED",
  DELETED: "VOIDED",
});
export const paymentStates = vocabulary({
  DRAFT: "NO_OPEN_ITEM",
  SUBMITTED: "NO_OPEN_ITEM",
  AUTHORISED: "PENDING",
  [inPart]: "PARTLY_PAID",
  PAID: "PAID",
  VOIDED: "CANCELED",
  DELETED: "CANCELED",
});

/** Amounts of lines without tax or with it in them, or no tax at all. */
export const amountTypes = vocabulary({ Exclusive: "EXCLUSIVE", Inclusive: "INCLUSIVE", NoTax: "NOTAX" });
export const taxRules = vocabulary({ Exclusive: "NET", Inclusive: "GROSS", NoTax: "TAXFREE" });
export const lineAmounts = (document: Document) => document.LineAmountTypes;

export const contactAs = as("Contact", "ContactID");
/** What is paid or late follows from payments and days, so nobody can say it. */
export const statusAs = statuses.except("PAID", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE").as("Status");
export const taxRuleAs = taxRules.as("LineAmountTypes");

export const dimensionsAs = {
  dimensions: listAs(
    "Tracking",
    encoder<LineDimension>({ id: as("TrackingOptionID"), categoryName: as("Name"), name: as("Option") }),
  ),
};

/** What is posted on an account, plus as a debit and minus as a credit; the amount is sent in different ways. */
export const postingEncoder = (amountAs: (signed: number) => object) =>
  encoder<JournalLineItemInput>(
    {
      ...dimensionsAs,
      ...allAs(as, { accountCode: "AccountCode", accountId: "AccountID", description: "Description" }),
      debitCreditIndicator: elsewhere,
      taxRate: spread(encoder<TaxRate>({ code: as("TaxType") })),
      totalNetAmount: elsewhere,
    },
    ({ totalNetAmount, debitCreditIndicator }) => {
      if (totalNetAmount === undefined) throw invalid("At Xero every line needs a totalNetAmount.", "totalNetAmount");
      return amountAs(debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount);
    },
  );
