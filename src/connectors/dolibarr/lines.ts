/** Lines of documents, which all have the same shape. */
import { amounts } from "../../kit/columns.ts";
import { decimalAs, type FieldEncoder, fieldAs } from "../../kit/encode.ts";
import { amount, type Decimal, unsigned } from "../../kit/money.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { identity, isForeign, numericIdIn, type Totals, totalsOf } from "./fields.ts";
import { plainText } from "./plainText.ts";
import type { Line, Trade } from "./types.ts";

/** A line with its amounts in the document's currency. */
export interface Priced extends Line, Totals {
  readonly unit: Decimal;
}

export function linesOf(document: Trade): readonly Priced[] | undefined {
  const foreign = isForeign(document);
  return document.lines?.map((line) => ({
    ...line,
    ...totalsOf(line, foreign),
    unit: foreign ? line.multicurrency_subprice : (line.subprice ?? line.pu_ht),
  }));
}

/** A line of a credit that gives money back is negative at the vendor; a fee that is kept is positive. */
export function creditLinesOf(document: Trade): readonly Priced[] | undefined {
  return linesOf(document)?.map((line) => {
    // The foreign amounts of vendor credits have no sign (FactureFournisseur::updateline), so that of the books decides.
    const isKept = (amount(line.total_ht) ?? 0) > 0;
    const signed = (value: Decimal): Decimal => {
      const size = unsigned(value);
      return size === undefined || !isKept ? size : -size;
    };
    return {
      ...line,
      net: signed(line.net),
      tax: signed(line.tax),
      gross: signed(line.gross),
      unit: signed(line.unit),
      qty: unsigned(line.qty) ?? null,
    };
  });
}

/** The vendor's line. */
export const rawLine = ({ net: _net, tax: _tax, gross: _gross, unit: _unit, ...line }: Priced): Line => line;

const nameOf = ({ product_label: product, label }: Line) => product || label;

const lineFields = twoWay({
  itemId: numericIdIn("fk_product"),
  quantity: decimal("qty"),
  taxCode: plainValue("vat_src_code"),
  taxRatePercentage: decimal("tva_tx"),
});
export const invoiceDiscount = twoWay({ discountItemPercentage: decimal("remise_percent") });
export const tradeDiscount = twoWay({ totalDiscountPercentage: decimal("remise_percent") });

const described = {
  ...lineFields.reads,
  ...amounts({ unitAmount: "unit" }),
  description: ({ desc, description }: Line) => plainText(desc || description || ""),
};

/** Lines of invoices have other field names. */
export const invoiceLineFields = {
  ...described,
  ...invoiceDiscount.reads,
  lineItemId: identity.id,
  ...amounts({ grossAmount: "gross", itemsAmount: "net" }),
  name: nameOf,
};

const tradeLine = {
  ...identity,
  ...described,
  ...tradeDiscount.reads,
  ...amounts({ totalGrossAmount: "gross", totalNetAmount: "net", totalTaxAmount: "tax" }),
};
export const namedLine = { ...tradeLine, itemName: nameOf };
export const offerLine = { ...tradeLine, name: nameOf };

/** One field under two names, because versions differ: `inBoth(fieldAs("desc"), fieldAs("description"))`. */
const inBoth =
  <Value>(first: FieldEncoder<Value>, second: FieldEncoder<Value>): FieldEncoder<Value> =>
  (value, input, field) => ({ ...first(value, input, field), ...second(value, input, field) });

export const lineEncoders = {
  ...lineFields.writes,
  // The name differs between versions, and for suppliers.
  description: inBoth<string>(fieldAs("desc"), fieldAs("description")),
};

/** Up to version 19 the price of a supplier's line has its old name. */
export const priceAs = inBoth<number>(decimalAs("subprice"), decimalAs("pu_ht"));

/** Lines with their prices in the document's currency. The company's currency has the rate 1. */
export const inCurrency = (lines: readonly object[]): readonly object[] =>
  lines.map((line) => {
    const { subprice, pu_ht: _old, ...rest } = line as { subprice?: string; pu_ht?: string };
    return { ...rest, ...(subprice !== undefined && { multicurrency_subprice: subprice }) };
  });
