/** What a field means in a line of a document, where that is not what it means in the document as a whole. */
import type { Meanings } from "./types.ts";

export const lineMeanings: Meanings = {
  id: "Names the line at the target system. Some count lines instead of naming them.",
  lineItemId: "Names the line at the target system; what paths call `{lineItemId}`.",
  accountId: "The revenue or expense account that the line is posted to, by its id at the target system.",
  accountCode: "The revenue or expense account that the line is posted to, by its code.",
  accountNumber: "The revenue or expense account that the line is posted to, by its number.",
  accountName: "The name of the account that the line is posted to.",
  description: "What is charged in this line, as it is printed.",
  name: "The short name of what is charged; `description` says more.",
  itemName: "The name of the item as this line has it; the catalogue may call it otherwise by now.",
  quantity: "How many units the line is for; decimals are allowed. Negative takes something back.",
  unitName: "What the quantity is counted in, such as PIECE or HOUR.",
  unitAmount: "The price of one unit before discounts: without tax, unless the document's prices include it.",
  unitDiscountAmount: "The discount on one unit, in the document's currency.",
  unitDiscountPercentage: "The discount on one unit, in percent of `unitAmount`.",
  totalNetAmount: "The line's sum without tax: quantity times price, less the line's discount.",
  totalTaxAmount: "The tax on this line: its gross less its net.",
  totalGrossAmount: "The line's sum with tax: net plus tax.",
  totalDiscountAmount: "The discount on this line, in the document's currency; already taken off its sums.",
  totalDiscountPercentage: "The discount on this line in percent of quantity times price; already taken off its sums.",
  taxType: "The kind of tax in the target system's own words, such as OUTPUT or INPUT.",
  deferredStartDate: "The first day of the period over which the line's cost is spread (deferral).",
  deferredEndDate: "The last day of the period over which the line's cost is spread (deferral).",
  dimensions: "What this line is analysed by beside its account: cost centres, projects, tracking categories.",
};
