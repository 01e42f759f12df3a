import { amount } from "../../kit/money.ts";
import type { SalesInvoice } from "./vendorDocuments.ts";

/** Credit notes are invoices. A copy names its original too, but does not take anything back. */
export const isCredit = (invoice: SalesInvoice): boolean =>
  Boolean(invoice.original_sales_invoice_id) && (amount(invoice.total_price_incl_tax) ?? 0) < 0;
