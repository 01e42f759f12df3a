/** Lines of documents, and what documents with lines share. */

import type { WriteCall } from "../../contract/connector.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { daysBetween } from "../../kit/dates.ts";
import {
  type Encoded,
  encodedTogether,
  encoder,
  fieldAs,
  inParent,
  invalidField,
  singleEntry,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { plainValue, twoWay, decimal as twoWayDecimal } from "../../kit/twoWay.ts";
import { identity, stamps } from "./fields.ts";
import type { Detail, List, Text, TradeDocument } from "./types.ts";

/** The name of Moneybird's only kind of dimension. */
export const projectCategory = "Project";

const project = mapping<LineDimension, string>({ id: (id) => id, categoryName: () => projectCategory });
export const lineDimensions = {
  dimensions: nestedList(project, ({ project_id: id }: Pick<Detail, "project_id">) => (id ? [id] : undefined)),
};

/** Quantity and unit: `2,5 uur`. */
const amountText = /^(-?\d[\d.,:]*)? ?(.*)/;

/** An empty text means 1. Older replies have only the text. */
export function quantityOf({ amount_decimal: number, amount: text }: Detail): number | undefined {
  if (number !== undefined && number !== null) return amount(number);
  if (text === undefined) return undefined;
  const [, digits = "1"] = amountText.exec(text ?? "") ?? [];
  return amount(digits.replace(",", "."));
}

/** The "x" of "2 x" is not a unit. */
export const lineUnit = {
  unitName: ({ amount: text }: Detail) => amountText.exec(text ?? "")?.[2]?.replace(/^[x×](?!\p{L}) ?/iu, ""),
};

const lineFields = twoWay({
  itemId: plainValue("product_id"),
  taxCode: plainValue("tax_rate_id"),
  unitAmount: twoWayDecimal("price"),
});
export const lineDescription = twoWay({
  description: plainValue("description"),
});
export const lineAccount = twoWay({
  accountId: plainValue("ledger_account_id"),
});

export const line = {
  ...stamps,
  ...lineDescription.reads,
  ...lineFields.reads,
  quantity: quantityOf,
};

/** For records that have no field for it. */
export const pricesRule =
  "unitAmount is the price as entered: with tax if the document's prices include tax. The totals are net and gross.";

/** After discounts. */
export const lineTotal = (detail: Detail): number | undefined => amount(detail.total_price_excl_tax_with_discount);

/** A line of a bill, an offer or an order. */
export const tradeLine = { ...identity, ...line, ...lineAccount.reads, ...lineUnit, totalNetAmount: lineTotal };

interface QuantityInput {
  readonly quantity?: number;
  readonly unitName?: string;
}

export const projectAs = singleEntry(inParent(encoder<LineDimension>({ id: fieldAs("project_id") })));

export const lineEncoders = {
  ...lineAccount.writes,
  ...lineDescription.writes,
  ...lineFields.writes,
  ...encodedTogether(["quantity", "unitName"], ({ quantity, unitName }: QuantityInput) => {
    if (quantity === undefined) throw invalidField("unitName needs a quantity.", "unitName");
    return { amount: [decimal(quantity), unitName].filter(Boolean).join(" ") };
  }),
};

/** The number of days from the document's date to its due date. */
export const termOf = (date: Text, due: Text): number | undefined => (date && due ? daysBetween(date, due) : undefined);

/** Moneybird takes the due date as a number of days after the document's date. */
export const dueAfter =
  (dateField: string) =>
  (dueDate: string, input: object): object => {
    const date = Reflect.get(input, dateField) as string | undefined;
    if (date === undefined) throw invalidField(`dueDate needs ${dateField} in the same request.`, dateField);
    return { first_due_interval: daysBetween(date, dueDate) };
  };

/** Whether the prices of the whole document include tax. */
export function inclusiveAs(types: string): object {
  if (types !== "INCLUSIVE" && types !== "EXCLUSIVE")
    throw invalidField("lineAmountTypes has to be INCLUSIVE or EXCLUSIVE.", "lineAmountTypes");
  return { prices_are_incl_tax: types === "INCLUSIVE" };
}

/** Sent with every new document, because the vendor's default is a setting of the workflow. */
export const netPrices = { prices_are_incl_tax: false } as const;

/** A change of the document changes the line with this id, or adds one without an id. */
export const lineWrite = {
  method: "PATCH",
  body: (line: Encoded, _prepared: unknown, { ids: { lineItemId: id } }: WriteCall<unknown>) => ({
    details_attributes: [{ ...(id !== undefined && { id }), ...line }],
  }),
  record: ({ details }: TradeDocument, { ids: { lineItemId } }: WriteCall<unknown>) =>
    lineItemId === undefined ? newestOf(details) : details?.find(({ id }) => id === lineItemId),
} as const;

/** Newer records have greater ids. */
export const newestOf = <Item extends { readonly id: string }>(items: List<Item>): Item | undefined =>
  items?.toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1)).at(-1);
