import type { SalesInvoice } from "./vendorDocuments.ts";

/** Credit notes are invoices with a minus; made by hand, they name no original (help centre 207101). */
export const isCredit = (invoice: SalesInvoice): boolean => String(invoice.total_price_incl_tax).startsWith("-");
