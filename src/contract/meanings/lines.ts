/** Field descriptions for document lines, where a field means something else than in the document itself. */
import type { Meanings } from "./types.ts";

export const lineMeanings: Meanings = {
  id: "The line's id at the target system. Some target systems use the line's position.",
  lineItemId: "The line's id at the target system, used as `{lineItemId}` in paths.",
  accountId: "The id of the revenue or expense account that the line is posted to.",
  accountCode: "The code of the revenue or expense account that the line is posted to.",
  accountNumber: "The number of the revenue or expense account that the line is posted to.",
  accountName: "The name of the account that the line is posted to.",
  description: "What this line charges for, as printed on the document.",
  name: "A short name for the goods or services. `description` has the details.",
  itemName: "The item's name as of this document. The catalogue may use a different name by now.",
  quantity: "The number of units, which may be fractional. A negative quantity is a return.",
  unitName: "The unit of measure of the quantity, such as PIECE or HOUR.",
  unitAmount: "The price per unit before discounts. Excludes tax unless the document's prices include it.",
  unitDiscountAmount: "The discount per unit, in the document's currency.",
  unitDiscountPercentage: "The discount per unit, as a percentage of `unitAmount`.",
  totalNetAmount: "The line total excluding tax: quantity times price, less the line's discount.",
  totalTaxAmount: "The tax on this line: gross minus net.",
  totalGrossAmount: "The line total including tax.",
  totalDiscountAmount: "The discount on this line, in the document's currency. Already deducted from the line totals.",
  totalDiscountPercentage:
    "The discount on this line, as a percentage of quantity times price. Already deducted from the line totals.",
  taxType: "The kind of tax, as the target system names it, such as OUTPUT or INPUT.",
  deferredStartDate: "The first day of the period over which the line's cost is spread (deferral).",
  deferredEndDate: "The last day of the period over which the line's cost is spread (deferral).",
  dimensions: "Analytical dimensions of this line, such as cost centres, projects or tracking categories.",
};
