/** Amount fields that documents, their lines and the bodies that write them have in common. */
import { number } from "./schema.ts";

/** The totals of a document or of a line. */
export const totals = {
  totalDiscountAmount: number,
  totalDiscountPercentage: number,
  totalGrossAmount: number,
  totalNetAmount: number,
  totalTaxAmount: number,
};

/** The price per unit of a line. */
export const unitPrice = {
  unitAmount: number,
  unitDiscountAmount: number,
  unitDiscountPercentage: number,
};
