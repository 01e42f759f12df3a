/** Lines of documents, as all kinds of documents have them. */
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, numberAs } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { guid, identity, lineDimensions, option } from "./fields.ts";
import type { Line } from "./types.ts";

/**
 * Lines of posted bills have zeros where others have their amounts, and the true ones only after the document's discount
 * (dynamics_purchaseinvoiceline_get.md, 2026-08).
 */
const isOnlyNet = (line: Line): boolean => !amount(line.amountExcludingTax) && Boolean(amount(line.netAmount));

export const line = {
  ...identity,
  ...values({ description: "description", taxCode: "taxCode", unitName: "unitOfMeasureCode" }),
  ...amounts({
    quantity: "quantity",
    taxRatePercentage: "taxPercent",
    totalDiscountAmount: "discountAmount",
    totalDiscountPercentage: "discountPercent",
  }),
  itemId: (line: Line) => guid(line.itemId),
  totalGrossAmount: (line: Line) => amount(isOnlyNet(line) ? line.netAmountIncludingTax : line.amountIncludingTax),
  totalNetAmount: (line: Line) => amount(isOnlyNet(line) ? line.netAmount : line.amountExcludingTax),
  totalTaxAmount: (line: Line) => amount(isOnlyNet(line) ? line.netTaxAmount : line.totalTaxAmount),
  /** Which field holds the price differs from set to set. */
  unitAmount: (line: Line) => amount(line.unitPrice ?? line.unitCost ?? line.directUnitCost),
};

export const accountId = (line: Line): string | undefined => guid(line.accountId);
export const accountNumber = (line: Line) => (option(line.lineType) === "Account" ? line.lineObjectNumber : undefined);

/** Of bills and of vendors' credit memos. */
export const purchaseLine = { ...lineDimensions, ...line, accountId, accountNumber };

/** Lines with an item, an account, or only a text on them: the type goes along with what it is about. */
const itemAs = (id: string) => ({ lineType: "Item", itemId: id });
export const accountAs = (id: string) => ({ lineType: "Account", accountId: id });
export const accountNumberAs = (number: string) => ({ lineType: "Account", lineObjectNumber: number });

/**
 * Fields are taken one after the other, and what a line is about brings texts, a tax, a unit, a price and a discount of
 * its own: it comes first, then what replaces them, each after all that it would be computed anew from.
 */
export const lineFields = (price: "unitCost" | "unitPrice") => ({
  itemId: itemAs,
  ...allAs(as, { description: "description", taxCode: "taxCode", unitName: "unitOfMeasureCode" }),
  ...allAs(numberAs, { quantity: "quantity", unitAmount: price, totalDiscountAmount: "discountAmount" }),
  totalDiscountPercentage: numberAs("discountPercent"),
});

export const purchaseLineFields = {
  accountId: accountAs,
  accountNumber: accountNumberAs,
  ...lineFields("unitCost"),
};
