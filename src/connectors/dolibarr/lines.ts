/** Lines of documents: one shape for all of them. */

import { amounts, unsigneds } from "../../kit/columns.ts";
import { allAs, as, decimalAs, type FieldEncoder, several } from "../../kit/encode.ts";
import { amount, type Decimal } from "../../kit/money.ts";
import { idAs, identity, idOf, isForeign, type Totals, totalsOf } from "./fields.ts";
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

/** What the vendor said itself. */
export const rawLine = ({ net: _net, tax: _tax, gross: _gross, unit: _unit, ...line }: Priced): Line => line;

const named = ({ product_label: product, label }: Line) => product || label;
const discount = ({ remise_percent: percent }: Line) => amount(percent);

const described = {
  description: ({ desc, description }: Line) => desc || description,
  itemId: ({ fk_product: product }: Line) => idOf(product),
  ...amounts({ quantity: "qty", taxRatePercentage: "tva_tx", unitAmount: "unit" }),
  taxCode: ({ vat_src_code: code }: Line) => code,
};

/** Lines of invoices have names of their own. */
export const invoiceLineFields = {
  ...described,
  lineItemId: identity.id,
  discountItemPercentage: discount,
  ...amounts({ grossAmount: "gross", itemsAmount: "net" }),
  name: named,
};

/** Those of offers have the item's name elsewhere. */
const tradeLine = {
  ...identity,
  ...described,
  totalDiscountPercentage: discount,
  ...amounts({ totalGrossAmount: "gross", totalNetAmount: "net", totalTaxAmount: "tax" }),
};
export const namedLine = { ...tradeLine, itemName: named };
export const offerLine = { ...tradeLine, name: named };

/** Prices have a minus where something is credited. */
export const creditLine = {
  ...namedLine,
  ...unsigneds({ quantity: "qty", totalGrossAmount: "gross", totalNetAmount: "net", totalTaxAmount: "tax" }),
  ...unsigneds({ unitAmount: "unit" }),
};

/** A text has another name in some versions, and for suppliers. */
const textAs: FieldEncoder<string> = several(as("desc"), as("description"));

export const lineEncoders = {
  description: textAs,
  itemId: idAs("fk_product"),
  ...allAs(decimalAs, { quantity: "qty", taxRatePercentage: "tva_tx" }),
  taxCode: as("vat_src_code"),
};

/** Up to 19 the price of a supplier's line has its old name. */
export const priceAs: FieldEncoder<number> = several(decimalAs("subprice"), decimalAs("pu_ht"));
export const discountAs = decimalAs("remise_percent");

/** Prices in the currency that was named: its own currency has the rate 1. */
export const inCurrency = (lines: readonly object[]): readonly object[] =>
  lines.map((line) => {
    const { subprice, pu_ht: _old, ...rest } = line as { subprice?: string; pu_ht?: string };
    return { ...rest, ...(subprice !== undefined && { multicurrency_subprice: subprice }) };
  });
