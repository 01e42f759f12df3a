/** Documents with lines: how these are read and written, and what is said of the whole document besides. */

import type { WriteCall } from "../../contract/connector.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { daysBetween } from "../../kit/dates.ts";
import { allAs, as, decimalAs, type Encoded, encoder, invalid, only, spread, together } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { identity, stamps } from "./fields.ts";
import type { Detail, List, Text, TradeDocument } from "./types.ts";

/** The kind of dimension that Moneybird has. */
export const projectCategory = "Project";

const project = mapping<LineDimension, string>({ id: (id) => id, categoryName: () => projectCategory });
export const lineDimensions = {
  dimensions: each(project, ({ project_id: id }: Pick<Detail, "project_id">) => (id ? [id] : undefined)),
};

/** `2,5 uur`: how many, and of what. */
const amountText = /^(-?\d[\d.,:]*)? ?(.*)/;

/** Nothing is one; older replies have the text only. */
export function quantityOf({ amount_decimal: plain, amount: written }: Detail): number | undefined {
  if (plain !== undefined && plain !== null) return amount(plain);
  if (written === undefined) return undefined;
  const [, digits = "1"] = amountText.exec(written ?? "") ?? [];
  return amount(digits.replace(",", "."));
}

/** An x is no unit. */
export const lineUnit = {
  unitName: ({ amount: written }: Detail) => amountText.exec(written ?? "")?.[2]?.replace(/^[x×](?!\p{L}) ?/iu, ""),
};

export const line = {
  ...stamps,
  ...values({ description: "description", itemId: "product_id", taxCode: "tax_rate_id" }),
  quantity: quantityOf,
  unitAmount: (detail: Detail) => amount(detail.price),
};

export const lineAccount = { accountId: (detail: Pick<Detail, "ledger_account_id">) => detail.ledger_account_id };

/** Where the record itself cannot say it. */
export const pricesRule =
  "unitAmount is the price as it was entered: with tax where the document's prices include it. Totals tell net and gross apart.";

/** Discounts are taken off already. */
export const lineTotal = (detail: Detail): number | undefined => amount(detail.total_price_excl_tax_with_discount);

/** A line of a document that trades something, with everything that most of them tell. */
export const tradeLine = { ...identity, ...line, ...lineAccount, ...lineUnit, totalNetAmount: lineTotal };

interface Counted {
  readonly quantity?: number;
  readonly unitName?: string;
}

export const projectAs = only(spread(encoder<LineDimension>({ id: as("project_id") })));

export const lineEncoders = {
  ...allAs(as, { accountId: "ledger_account_id", description: "description", itemId: "product_id" }),
  ...together(["quantity", "unitName"], ({ quantity, unitName }: Counted) => {
    if (quantity === undefined) throw invalid("unitName goes with quantity.", "unitName");
    return { amount: [decimal(quantity), unitName].filter(Boolean).join(" ") };
  }),
  taxCode: as("tax_rate_id"),
  unitAmount: decimalAs("price"),
};

/** In how many days a document is to be paid. */
export const termOf = (date: Text, due: Text): number | undefined => (date && due ? daysBetween(date, due) : undefined);

/** Sales documents are due some days after their own date. */
export const dueAfter =
  (dateField: string) =>
  (dueDate: string, input: object): object => {
    const date = Reflect.get(input, dateField) as string | undefined;
    if (date === undefined) throw invalid(`With dueDate, ${dateField} is needed as well.`, dateField);
    return { first_due_interval: daysBetween(date, dueDate) };
  };

/** Whether prices include tax, as one word for the whole document. */
export function inclusiveAs(types: string): object {
  if (types !== "INCLUSIVE" && types !== "EXCLUSIVE")
    throw invalid("This target system takes INCLUSIVE or EXCLUSIVE.", "lineAmountTypes");
  return { prices_are_incl_tax: types === "INCLUSIVE" };
}

/** Said of every new document: the vendor's own default is a setting of the workflow. */
export const netPrices = { prices_are_incl_tax: false } as const;

/** A line is changed, or added where no id names one, by a change of its document. */
export const lineWrite = {
  method: "PATCH",
  body: (line: Encoded, _prepared: unknown, { ids: { lineItemId: id } }: WriteCall<unknown>) => ({
    details_attributes: [{ ...(id !== undefined && { id }), ...line }],
  }),
  record: ({ details }: TradeDocument, { ids: { lineItemId } }: WriteCall<unknown>) =>
    lineItemId === undefined ? newestOf(details) : details?.find(({ id }) => id === lineItemId),
} as const;

/** Ids grow. */
export const newestOf = <One extends { readonly id: string }>(all: List<One>): One | undefined =>
  all?.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)).at(-1);
