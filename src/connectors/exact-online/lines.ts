/** Lines of what is offered, ordered and invoiced: one shape, with net amounts. */
import { unsigneds, values } from "../../kit/columns.ts";
import { microsoftInstant } from "../../kit/dates.ts";
import { as, numberAs } from "../../kit/encode.ts";
import { amount, sum, unsigned } from "../../kit/money.ts";
import { fractionAs, identity, percent, trimmed } from "./fields.ts";
import type { TradeLine } from "./types.ts";

export const lineStamps = {
  createdDate: ({ Created }: TradeLine) => microsoftInstant(Created),
  updatedDate: ({ Created, Modified }: TradeLine) => microsoftInstant(Modified ?? Created),
};

const taxOf = ({ VATAmountFC, VATAmount }: TradeLine) => VATAmountFC ?? VATAmount;
export const grossOf = (line: TradeLine): number | undefined =>
  amount(line.AmountFC) === undefined ? undefined : sum([line.AmountFC, taxOf(line)]);

export const described = {
  ...values({ description: "Description", itemId: "Item" }),
  taxCode: ({ VATCode }: TradeLine) => trimmed(VATCode),
  taxRatePercentage: ({ VATPercentage }: TradeLine) => percent(VATPercentage),
};
export const itemName = ({ ItemDescription }: TradeLine) => ItemDescription;
export const unitName = ({ UnitDescription }: TradeLine) => UnitDescription;
export const quantityOf = ({ Quantity }: TradeLine) => amount(Quantity);
export const unitAmount = ({ UnitPrice }: TradeLine) => amount(UnitPrice);
export const discountOf = ({ Discount }: TradeLine) => percent(Discount);

export const tradeLine = {
  ...identity,
  ...described,
  ...{ quantity: quantityOf, totalDiscountPercentage: discountOf, totalGrossAmount: grossOf },
  totalNetAmount: ({ AmountFC }: TradeLine) => amount(AmountFC),
  totalTaxAmount: (line: TradeLine) => amount(taxOf(line)),
  ...{ unitAmount, unitName },
};

/** Of what is credited: positive here, whatever the vendor's sign. */
export const creditedLine = {
  ...identity,
  ...described,
  ...unsigneds({ quantity: "Quantity", totalNetAmount: "AmountFC", unitAmount: "UnitPrice" }),
  totalDiscountPercentage: discountOf,
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

export const lineFields =
  "ID,Description,Discount,Item,ItemDescription,UnitPrice,AmountFC,VATCode,VATPercentage,UnitDescription";

export const lineEncoders = {
  ...{ description: as("Description"), itemId: as("Item"), quantity: numberAs("Quantity"), taxCode: as("VATCode") },
  unitAmount: numberAs("UnitPrice"),
};
export const discountAs = fractionAs("Discount");
