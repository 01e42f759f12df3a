/**
 * Fields that a target system has no room for, and that are stored nevertheless: in another form, or as a total that the
 * stored record is compared with. `derive` and `resolveTaxes` convert them.
 */
import type { FieldTable } from "../../contract/connector.ts";

/** Each field with those that can hold the same amount. A target system needs one of them. */
const equivalents: Readonly<Record<string, readonly string[]>> = {
  discountPercentage: ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  lineAmountTypes: ["lineItems.unitAmount"],
  paymentDays: ["dueDate"],
  paymentTermDuration: ["dueDate"],
  totalDiscountAmount: ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  totalDiscountPercentage: ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  "expenseLines.taxRate.taxRatePercentage": ["expenseLines.taxRate.code"],
  "journalLineItems.taxRate.taxRatePercentage": ["journalLineItems.taxRate.code"],
  "lineItems.discountItemPercentage": ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  "lineItems.quantity": ["lineItems.totalNetAmount"],
  "lineItems.taxRatePercentage": ["lineItems.taxCode"],
  "lineItems.totalDiscountAmount": ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  "lineItems.totalDiscountPercentage": ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  "lineItems.unitAmount": ["lineItems.totalNetAmount"],
  "lineItems.unitDiscountAmount": ["lineItems.unitAmount", "lineItems.totalNetAmount"],
  "lineItems.unitDiscountPercentage": ["lineItems.unitAmount", "lineItems.totalNetAmount"],
};

/** Totals that follow from the lines are checked against them and against the stored record, so they need not be stored. */
export const promisedTotals: ReadonlySet<string> = new Set([
  "grossAmount",
  "grossTotalAmount",
  "totalGrossAmount",
  "totalNetAmount",
  "totalTaxAmount",
]);

/** Whether a field that the target system has no room for is stored in another form. `path`: such as `lineItems.taxCode`. */
export function hasEquivalent(path: string, table: FieldTable): boolean {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (promisedTotals.has(name)) return true;
  return (equivalents[path] ?? []).some((other) => isIn(other.split("."), table));
}

function isIn([name = "", ...rest]: readonly string[], table: FieldTable): boolean {
  const below = Object.hasOwn(table, name) ? table[name] : undefined;
  if (below === undefined) return false;
  return rest.length === 0 || below === true || isIn(rest, below);
}
