/** What Moneybird is told of invoices. */

import type { WriteCall } from "../../contract/connector.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import { type Session } from "../../contract/session.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { path } from "../../kit/path.ts";
import { dueAfter, inclusiveAs, statusAs, toldLine } from "./lines.ts";
import type { SalesInvoice } from "./vendorDocuments.ts";

export const toldInvoiceLine = encoder<Partial<InvoiceLineItemInput>>(toldLine);
const toldLinePatch = encoder<InvoiceLineItemPatch>({ ...toldLine, lineItemId: as("id") });

const fields = {
  contactId: as("contact_id"),
  currency: as("currency"),
  discountPercentage: decimalAs("discount"),
  dueDate: dueAfter("invoiceDate"),
  invoiceDate: dayAs("invoice_date"),
  lineAmountTypes: inclusiveAs,
  paymentTermId: as("workflow_id"),
  reference: as("reference"),
  status: statusAs(["DRAFT", "OPEN"]),
};

export const told = encoder<InvoiceInput>({ ...fields, lineItems: listAs("details_attributes", toldInvoiceLine) });
export const toldPatch = encoder<InvoicePatch>({ ...fields, lineItems: listAs("details_attributes", toldLinePatch) });

/** Becomes an invoice with a number as soon as it is sent; sent by hand means that the vendor mails nothing. */
export async function booked(
  native: SalesInvoice,
  { body: { status } }: WriteCall<InvoiceInput | InvoicePatch>,
  session: Session,
): Promise<SalesInvoice> {
  if (status !== "OPEN" || native.state !== "draft") return native;
  const sent = await session.send({
    method: "PATCH",
    path: path`/sales_invoices/${native.id}/send_invoice.json`,
    body: { sales_invoice_sending: { delivery_method: "Manual" } },
  });
  return sent as SalesInvoice;
}
