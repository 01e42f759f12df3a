/** Fields that many of Xero's records share, for reading and writing. */
import { Big } from "big.js";
import type { JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { TaxRate } from "../../contract/records/ledger.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { amounts, columns } from "../../kit/columns.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { dayAs, encoder, fieldAs, inParent, invalidField, listAs, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { List, Stamped, Text, Tracking } from "./types.ts";

export const updated = { updatedDate: (native: Stamped) => microsoftInstant(native.UpdatedDateUTC) };

export const days = columns(microsoftDay);
/** A two-way field: a calendar day, read in Microsoft's notation. */
export const day = <const Path extends string>(path: Path) => ({
  reads: days({ value: path }).value,
  writes: dayAs(...path.split(".")),
});

const dimensionFields = twoWay({
  id: plainValue("TrackingOptionID"),
  categoryName: plainValue("Name"),
  name: plainValue("Option"),
});
export const dimension = mapping<LineDimension, Tracking>(dimensionFields.reads);

export const party = twoWay({
  contactId: plainValue("Contact.ContactID"),
  currency: plainValue("CurrencyCode"),
});

export const totals = amounts({ totalGrossAmount: "Total", totalNetAmount: "SubTotal", totalTaxAmount: "TotalTax" });

/** Xero's rates are the amount of the document's currency for one unit of the company's. The contract has the inverse. */
const inverse = (rate: number): number => new Big(1).div(rate).round(6).toNumber();

/** In lists Xero sends 0 for a rate that it did not compute. */
export function rateOf({ CurrencyRate }: { readonly CurrencyRate?: Decimal }): number | undefined {
  const rate = amount(CurrencyRate);
  return rate === undefined || rate === 0 ? undefined : inverse(rate);
}

export function rateAs(rate: string | number, _input: unknown, field: string): object {
  if (Number.isFinite(Number(rate)) && Number(rate) > 0) return { CurrencyRate: inverse(Number(rate)) };
  throw invalidField("exchangeRate has to be a number, such as 1.25.", field);
}

/** Empty lists are omitted. */
export const filled = <Item>(items: readonly Item[] | null | undefined): readonly Item[] | undefined =>
  items?.length ? items : undefined;

/**
 * Xero has one status, AUTHORISED, for every approved document. These are additional values that Kontor derives: partly
 * paid from the amounts, overdue from the due date.
 */
export const inPart = "AUTHORISED in part";
export const late = "AUTHORISED, late";
export const lateInPart = "AUTHORISED in part, late";

/** For invoices, bills and credit notes. Xero's DELETED is a discarded draft. */
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
const paymentWords = {
  DRAFT: "NO_OPEN_ITEM",
  SUBMITTED: "NO_OPEN_ITEM",
  AUTHORISED: "PENDING",
  [inPart]: "PARTLY_PAID",
  PAID: "PAID",
  VOIDED: "CANCELED",
  DELETED: "CANCELED",
} as const;
/** Settled without money. */
export const cleared = "PAID by credit";
export const invoicePaymentStates = vocabulary({ ...paymentWords, [cleared]: "CLEARED_WITH_CREDIT_NOTE" });
export const creditPaymentStates = vocabulary({ ...paymentWords, [cleared]: "CREDIT_NOTE_CLEARED" });

/** Whether line amounts are net, gross or without any tax. */
export const amountTypes = vocabulary({ Exclusive: "EXCLUSIVE", Inclusive: "INCLUSIVE", NoTax: "NOTAX" });
const taxRules = vocabulary({ Exclusive: "NET", Inclusive: "GROSS", NoTax: "TAXFREE" });

/** Xero's tax types for documents whose tax the buyer owes. */
const rulesOfTypes: readonly (readonly [
  RegExp,
  "REVERSE_CHARGE" | "INTRACOMMUNITY_GOODS" | "INTRACOMMUNITY_SERVICE",
])[] = [
  [/^(?:DRCHARGE|REVERSECHARGES)/, "REVERSE_CHARGE"],
  [/^ECZROUTPUTSERVICES$/, "INTRACOMMUNITY_SERVICE"],
  [/^ECZROUTPUT$/, "INTRACOMMUNITY_GOODS"],
];

interface TaxedDocument {
  readonly LineAmountTypes?: Text;
  readonly LineItems?: List<{ readonly TaxType?: Text }>;
}

const amountRule = taxRules.read(({ LineAmountTypes }: TaxedDocument) => LineAmountTypes);

/** The rule that the tax types of all lines stand for, or else how prices are entered. */
const ruleOf = (document: TaxedDocument) => {
  const types = (document.LineItems ?? []).flatMap(({ TaxType }) => TaxType || []);
  const rules = types.map((type) => rulesOfTypes.find(([pattern]) => pattern.test(type))?.[1]);
  const [first] = rules;
  return first !== undefined && rules.every((rule) => rule === first) ? first : amountRule(document);
};

/** Reads the rule from the lines, and writes whether prices include tax. */
export const taxRule = {
  reads: Object.assign(ruleOf, { unread: amountRule.unread }),
  writes: taxRules.as("LineAmountTypes"),
};
/** Paid and overdue follow from payments and dates, so they cannot be written. */
export const statusAs = statuses.except("PAID", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE").as("Status");

export const dimensionsAs = {
  dimensions: listAs("Tracking", encoder<LineDimension>(dimensionFields.writes)),
};

/** Fields of a posting that are read and written alike. */
export const postingText = twoWay({
  accountCode: plainValue("AccountCode"),
  accountId: plainValue("AccountID"),
  description: plainValue("Description"),
});

/** A line that posts to an account. `amountAs` sends the signed amount: debits are positive, credits negative. */
export const postingEncoder = (amountAs: (signed: number) => object) =>
  encoder<JournalLineItemInput>(
    {
      ...dimensionsAs,
      ...postingText.writes,
      debitCreditIndicator: sentSeparately,
      taxRate: inParent(encoder<TaxRate>({ code: fieldAs("TaxType") })),
      totalNetAmount: sentSeparately,
    },
    ({ totalNetAmount, debitCreditIndicator }) => {
      if (totalNetAmount === undefined) throw invalidField("Each line needs a totalNetAmount.", "totalNetAmount");
      return amountAs(debitCreditIndicator === "CREDIT" ? -totalNetAmount : totalNetAmount);
    },
  );
