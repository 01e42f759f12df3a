/** Lines of what is offered, ordered and invoiced: one shape, with net amounts. */
import { amounts, unsigneds, values } from "../../kit/columns.ts";
import { allAs, as, numberAs } from "../../kit/encode.ts";
import { amount, sum, unsigned } from "../../kit/money.ts";
import { codes, fractionAs, identity, percents } from "./fields.ts";
import type { TradeLine } from "./types.ts";

const taxOf = ({ VATAmountFC, VATAmount }: TradeLine) => VATAmountFC ?? VATAmount;
export const grossOf = (line: TradeLine): number | undefined =>
  amount(line.AmountFC) === undefined ? undefined : sum([line.AmountFC, taxOf(line)]);

export const described = {
  ...values({ description: "Description", itemId: "Item" }),
  ...codes({ taxCode: "VATCode" }),
  ...percents({ taxRatePercentage: "VATPercentage" }),
};
export const itemName = values({ itemName: "ItemDescription" });

export const tradeLine = {
  ...identity,
  ...described,
  ...values({ unitName: "UnitDescription" }),
  ...amounts({ quantity: "Quantity", totalNetAmount: "AmountFC", unitAmount: "UnitPrice" }),
  ...percents({ totalDiscountPercentage: "Discount" }),
  totalGrossAmount: grossOf,
  totalTaxAmount: (line: TradeLine) => amount(taxOf(line)),
};

/** Of what is credited: positive here, whatever the vendor's sign. */
export const creditedLine = {
  ...tradeLine,
  ...unsigneds({ quantity: "Quantity", totalNetAmount: "AmountFC", unitAmount: "UnitPrice" }),
  totalGrossAmount: (line: TradeLine) => unsigned(grossOf(line)),
  totalTaxAmount: (line: TradeLine) => unsigned(taxOf(line)),
};

/** Of documents whose own totals do not say whether tax is in them. */
export const totalsOf = <Document>(lines: (document: Document) => readonly TradeLine[] | undefined) => {
  const total = (of: (line: TradeLine) => unknown) => (document: Document) => {
    const all = lines(document);
    return all && sum(all.map((line) => of(line) as number | undefined));
  };
  return {
    totalGrossAmount: total(grossOf),
    totalNetAmount: total(({ AmountFC }) => AmountFC),
    totalTaxAmount: total(taxOf),
  };
};

export const lineEncoders = {
  ...allAs(as, { description: "Description", itemId: "Item", taxCode: "VATCode" }),
  ...allAs(numberAs, { quantity: "Quantity", unitAmount: "UnitPrice" }),
};
export const discountedEncoders = { ...lineEncoders, totalDiscountPercentage: fractionAs("Discount") };
