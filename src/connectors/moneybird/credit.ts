import type { SalesInvoice } from "./vendorDocuments.ts";

/** Credit notes are invoices. A copy names its original too, but does not take anything back. */
export const isCredit = (invoice: SalesInvoice): boolean =>
  Boolean(invoice.original_sales_invoice_id) && String(invoice.total_price_incl_tax).startsWith("-");
