/** Lines of offers, orders and invoices: one shape, with net amounts. */
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { amount, sum, unsigned } from "../../kit/money.ts";
import { number, same, twoWay } from "../../kit/twoWay.ts";
import { code, fraction, identity, percents } from "./fields.ts";
import type { TradeLine } from "./types.ts";

const taxOf = ({ VATAmountFC, VATAmount }: TradeLine) => VATAmountFC ?? VATAmount;
export const grossOf = (line: TradeLine): number | undefined =>
  amount(line.AmountFC) === undefined ? undefined : sum([line.AmountFC, taxOf(line)]);

export const lineFields = twoWay({
  description: same("Description"),
  itemId: same("Item"),
  taxCode: code("VATCode"),
  quantity: number("Quantity"),
  unitAmount: number("UnitPrice"),
});
const discountFields = twoWay({
  totalDiscountPercentage: fraction("Discount"),
});
export const taxPercentage = percents({ taxRatePercentage: "VATPercentage" });
export const itemName = values({ itemName: "ItemDescription" });

export const tradeLine = {
  ...identity,
  ...lineFields.reads,
  ...discountFields.reads,
  ...taxPercentage,
  ...values({ unitName: "UnitDescription" }),
  ...amounts({ totalNetAmount: "AmountFC" }),
  totalGrossAmount: grossOf,
  totalTaxAmount: (line: TradeLine) => amount(taxOf(line)),
};

/** On credit notes: Kontor shows positive amounts, whatever the vendor's sign. */
export const creditedLine = {
  ...tradeLine,
  ...unsigneds({ quantity: "Quantity", totalNetAmount: "AmountFC", unitAmount: "UnitPrice" }),
  totalGrossAmount: (line: TradeLine) => unsigned(grossOf(line)),
  totalTaxAmount: (line: TradeLine) => unsigned(taxOf(line)),
};

/** Added up from the lines, for documents whose totals do not say whether they include tax. */
export const totalsOf = <Document>(linesOf: (document: Document) => readonly TradeLine[] | undefined) => {
  const total = (valueOf: (line: TradeLine) => unknown) => (document: Document) => {
    const lines = linesOf(document);
    return lines && sum(lines.map((line) => valueOf(line) as number | undefined));
  };
  return {
    totalGrossAmount: total(grossOf),
    totalNetAmount: total(({ AmountFC }) => AmountFC),
    totalTaxAmount: total(taxOf),
  };
};

export const discountedEncoders = { ...lineFields.writes, ...discountFields.writes };
