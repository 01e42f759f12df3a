/** The fields that lines of all documents share. */
import { amounts } from "../../kit/columns.ts";
import { numberAs, sentSeparately } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { guid, identity, lineDimensions, option } from "./fields.ts";
import type { Line } from "./types.ts";

/**
 * Lines of posted bills have 0 in these amounts, and the real ones, after the document's discount, only in the `net` fields
 * (dynamics_purchaseinvoiceline_get.md, 2026-08).
 */
const isOnlyNet = (line: Line): boolean => !amount(line.amountExcludingTax) && Boolean(amount(line.netAmount));

const descriptionFields = twoWay({
  description: plainValue("description"),
  taxCode: plainValue("taxCode"),
  unitName: plainValue("unitOfMeasureCode"),
  quantity: number("quantity"),
});
const discountFields = twoWay({
  totalDiscountAmount: number("discountAmount"),
  totalDiscountPercentage: number("discountPercent"),
});

export const line = {
  ...identity,
  ...descriptionFields.reads,
  ...discountFields.reads,
  ...amounts({ taxRatePercentage: "taxPercent" }),
  itemId: (line: Line) => guid(line.itemId),
  totalGrossAmount: (line: Line) => amount(isOnlyNet(line) ? line.netAmountIncludingTax : line.amountIncludingTax),
  totalNetAmount: (line: Line) => amount(isOnlyNet(line) ? line.netAmount : line.amountExcludingTax),
  totalTaxAmount: (line: Line) => amount(isOnlyNet(line) ? line.netTaxAmount : line.totalTaxAmount),
  // The name of the price differs from set to set.
  unitAmount: (line: Line) => amount(line.unitPrice ?? line.unitCost ?? line.directUnitCost),
};

export const accountId = (line: Line): string | undefined => guid(line.accountId);
export const accountNumber = (line: Line) => (option(line.lineType) === "Account" ? line.lineObjectNumber : undefined);

/** For bills and vendor credits. */
export const purchaseLine = { ...lineDimensions, ...line, accountId, accountNumber };

/** A line is of an item, of an account, or text only. The type is sent together with the item or account. */
const itemAs = (id: string) => ({ lineType: "Item", itemId: id });
export const accountAs = (id: string) => ({ lineType: "Account", accountId: id });
export const accountNumberAs = (number: string) => ({ lineType: "Account", lineObjectNumber: number });

/**
 * In this order: Business Central applies fields one by one, and an item or account brings its own description, tax, unit,
 * price and discount. So it comes first, and each field after those that would make Business Central compute it anew.
 */
export const lineFields = (price: "unitCost" | "unitPrice") => ({
  itemId: itemAs,
  ...descriptionFields.writes,

  unitAmount: numberAs(price),
  ...discountFields.writes,
});

/** Resolved to a tax code once the draft has its lines. */
export const percentage = { taxRatePercentage: sentSeparately };

export const purchaseLineFields = {
  accountId: accountAs,
  accountNumber: accountNumberAs,
  ...lineFields("unitCost"),
  ...percentage,
};
