/** Groups of fields that many of Xero's records share. */
import type { LineDimension } from "../../contract/records/sales.ts";
import { microsoftDay, microsoftInstant } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import type { Stamped } from "./types.ts";
import type { Document, Tracking } from "./vendorTrade.ts";

export const updated = { updatedDate: (native: Stamped) => microsoftInstant(native.UpdatedDateUTC) };

export const dimension = mapping<LineDimension, Tracking>({
  id: (tracking) => tracking.TrackingOptionID,
  categoryName: (tracking) => tracking.Name,
  name: (tracking) => tracking.Option,
});

export const party = {
  contactId: ({ Contact }: Document) => Contact?.ContactID,
  currency: (document: Document) => document.CurrencyCode,
};

export const totals = {
  totalGrossAmount: ({ Total }: Document) => amount(Total),
  totalNetAmount: ({ SubTotal }: Document) => amount(SubTotal),
  totalTaxAmount: ({ TotalTax }: Document) => amount(TotalTax),
};

export const issuedOn = (document: Document): string | undefined => microsoftDay(document.Date);

/** Of invoices, bills and credit notes. A deleted one is a draft that was thrown away. */
export const statuses = {
  DRAFT: "DRAFT",
  SUBMITTED: "SUBMITTED",
  AUTHORISED: "OPEN",
  PAID: "PAID",
  VOIDED: "VOIDED",
  DELETED: "VOIDED",
} as const;

/** Xero has no word for what is approved and paid in part. */
export const inPart = "AUTHORISED in part";
export const paymentStates = {
  DRAFT: "NO_OPEN_ITEM",
  SUBMITTED: "NO_OPEN_ITEM",
  AUTHORISED: "PENDING",
  [inPart]: "PARTLY_PAID",
  PAID: "PAID",
  VOIDED: "CANCELED",
  DELETED: "CANCELED",
} as const;

/** Amounts of lines without tax or with it in them, or no tax at all. Quotes write it in capitals. */
export const amountTypes = { Exclusive: "EXCLUSIVE", Inclusive: "INCLUSIVE", NoTax: "NOTAX" } as const;
export const taxRules = { EXCLUSIVE: "NET", INCLUSIVE: "GROSS", NOTAX: "TAXFREE" } as const;
export const lineAmounts = (document: Document): string | undefined => document.LineAmountTypes?.toUpperCase();
