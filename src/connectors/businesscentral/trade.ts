/** What Business Central's documents and their lines have in common. */

import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { as } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { key } from "./conventions.ts";
import { guid, identity, option } from "./fields.ts";
import { act, amountAs, orDiscard } from "./telling.ts";
import type { Document, Line } from "./vendorTrade.ts";

/** Of invoices and credit memos, sold and bought. */
export const statuses = {
  Draft: "DRAFT",
  "In Review": "SUBMITTED",
  Open: "OPEN",
  Paid: "PAID",
  Canceled: "VOIDED",
  Corrective: "CORRECTIVE",
} as const;
export const status = { status: vocabulary(statuses).read((document: Document) => option(document.status)) };

const settled = { Paid: "PAID", Canceled: "CANCELED" } as const;
/** What is neither paid nor canceled is open, wholly or in part: most documents do not tell. */
export const settledStatus = (document: Document): "PAID" | "CANCELED" | undefined =>
  settled[option(document.status) as keyof typeof settled];

export const currency = { currency: (document: Document) => document.currencyCode };
export const terms = { paymentTermId: (document: Document) => guid(document.paymentTermsId) };

export const totals = {
  totalDiscountAmount: (document: Document) => amount(document.discountAmount),
  totalGrossAmount: (document: Document) => amount(document.totalAmountIncludingTax),
  totalNetAmount: (document: Document) => amount(document.totalAmountExcludingTax),
  totalTaxAmount: (document: Document) => amount(document.totalTaxAmount),
};

export const lineTypes = {
  Comment: "COMMENT",
  Account: "ACCOUNT",
  Item: "ITEM",
  Resource: "RESOURCE",
  Value: "VALUE",
  "Fixed Asset": "FIXED_ASSET",
  Charge: "CHARGE",
} as const;

export const line = {
  ...identity,
  description: (line: Line) => line.description,
  itemId: (line: Line) => guid(line.itemId),
  quantity: (line: Line) => amount(line.quantity),
  taxCode: (line: Line) => line.taxCode,
  taxRatePercentage: (line: Line) => amount(line.taxPercent),
  totalDiscountAmount: (line: Line) => amount(line.discountAmount),
  totalDiscountPercentage: (line: Line) => amount(line.discountPercent),
  totalGrossAmount: (line: Line) => amount(line.amountIncludingTax),
  totalNetAmount: (line: Line) => amount(line.amountExcludingTax),
  totalTaxAmount: (line: Line) => amount(line.totalTaxAmount),
  unitName: (line: Line) => line.unitOfMeasureCode,
};

/** Lines with an item, an account, or only a text on them: the type has to be told with what it is about. */
const toldItem = (id: string) => ({ lineType: "Item", itemId: id });
export const toldAccount = (id: string) => ({ lineType: "Account", accountId: id });
export const toldAccountNumber = (number: string) => ({ lineType: "Account", lineObjectNumber: number });

/**
 * Fields are taken one after the other, and what a line is about brings texts, a tax, a unit, a price and a discount of
 * its own: it comes first, then what replaces them, each after all that it would be computed anew from.
 */
export const toldLine = (price: "unitCost" | "unitPrice") => ({
  itemId: toldItem,
  description: as("description"),
  taxCode: as("taxCode"),
  unitName: as("unitOfMeasureCode"),
  quantity: amountAs("quantity"),
  unitAmount: amountAs(price),
  totalDiscountAmount: amountAs("discountAmount"),
  totalDiscountPercentage: amountAs("discountPercent"),
});

/** Both days are the one that is told: left alone, the document would be posted today. */
export const toldDay = (name: string) => (timestamp: string) => ({
  [name]: calendarDay(timestamp),
  postingDate: calendarDay(timestamp),
});

/** What is made is a draft. Posting opens it; what is open is canceled by a document against it. */
export const actions: Readonly<Record<string, string>> = { OPEN: "post", VOIDED: "cancel" };

/** The state is not told but brought about afterwards. */
export const toldStatus =
  (...possible: readonly string[]) =>
  (status: string): object => {
    if (possible.includes(status)) return {};
    const text = `Business Central cannot be told ${status}; there are ${possible.join(", ")}.`;
    throw new Failure("invalid_request", text, { field: "status" });
  };

export const becoming =
  (set: string) =>
  async <Native extends Document>(native: Native, { body }: WriteCall<Aiming>, session: Session): Promise<Native> => {
    const action = actions[body.status ?? ""];
    if (action !== undefined && status.status(native) !== body.status)
      await act(session, `/${set}${key(native.id)}`, action);
    return native;
  };
/** The same with what is new. */
export const opening =
  (set: string) =>
  <Native extends Document>(native: Native, call: WriteCall<Aiming>, session: Session): Promise<Native> =>
    orDiscard(session, `/${set}${key(native.id)}`, () => becoming(set)(native, call, session));

interface Aiming {
  readonly status?: string;
}

export const priceRule =
  "Unit amounts are with or without tax as Business Central has it for the customer or supplier.";
export const draftRule = "It is a draft unless its status is OPEN: then it is posted at once, and cannot be changed.";
