/** Lines of orders, invoices and projects: one shape. */

import { amounts } from "../../kit/columns.ts";
import { allAs, as, numberAs } from "../../kit/encode.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { idAs, identity, ids } from "./fields.ts";
import type { Line, List } from "./types.ts";

/** What `fields` says of them. */
export const lineFields = "orderLines(*,product(id,name,productUnit(name)),vatType(id,percentage))";

const described = {
  description: ({ description }: Line) => description,
  ...ids({ itemId: "product", taxCode: "vatType" }),
  ...amounts({
    quantity: "count",
    taxRatePercentage: "vatType.percentage",
    unitAmount: "unitPriceExcludingVatCurrency",
  }),
};

export const itemName = ({ product }: Line) => product?.name;
const netOf = (line: Line) => amount(line.amountExcludingVatCurrency);
const grossOf = (line: Line) => amount(line.amountIncludingVatCurrency);
const discountOf = ({ discount }: Line) => amount(discount);

/** Lines of invoices have names of their own. */
export const invoiceLineFields = {
  ...described,
  discountItemPercentage: discountOf,
  grossAmount: grossOf,
  itemsAmount: netOf,
  name: itemName,
};

export const tradeLine = {
  ...identity,
  ...described,
  totalDiscountPercentage: discountOf,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: (line: Line) => difference(grossOf(line), netOf(line)),
  unitName: ({ product }: Line) => product?.productUnit?.name,
};

export const namedLine = { ...tradeLine, itemName };

interface Lined {
  readonly orderLines?: List<Line>;
}

const total =
  (of: (line: Line) => number | undefined) =>
  ({ orderLines: lines }: Lined) =>
    lines ? sum(lines.map(of)) : undefined;
const totalNet = total(netOf);
const totalGross = total(grossOf);

/** Of documents that tell none themselves. */
export const totals = {
  totalGrossAmount: totalGross,
  totalNetAmount: totalNet,
  totalTaxAmount: (document: Lined) => difference(totalGross(document), totalNet(document)),
};

export const lineEncoders = {
  description: as("description"),
  ...allAs(idAs, { itemId: "product", taxCode: "vatType" }),
  ...allAs(numberAs, { quantity: "count", unitAmount: "unitPriceExcludingVatCurrency" }),
};
export const discountAs = numberAs("discount");
