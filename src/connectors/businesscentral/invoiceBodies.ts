/** What Business Central is told of invoices. */
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { dayAs } from "./telling.ts";
import { toldAccount, toldAccountNumber, toldDay, toldLine, toldStatus } from "./trade.ts";

const {
  totalDiscountAmount: _,
  totalDiscountPercentage: discountItemPercentage,
  ...lineFields
} = toldLine("unitPrice");
export const toldInvoiceLine = encoder<Partial<InvoiceLineItemInput>>({
  accountCode: toldAccountNumber,
  accountId: toldAccount,
  ...lineFields,
  discountItemPercentage,
});

/** The customer brings currency and terms, and these a due date: each is told after what it follows from. */
const fields = {
  contactId: as("customerId"),
  currency: as("currencyCode"),
  invoiceDate: toldDay("invoiceDate"),
  paymentTermId: as("paymentTermsId"),
  dueDate: dayAs("dueDate"),
  reference: as("externalDocumentNumber"),
};
export const toldInvoice = encoder<InvoiceInput>({
  ...fields,
  invoiceNumber: as("number"),
  lineItems: listAs("salesInvoiceLines", toldInvoiceLine),
  status: toldStatus("DRAFT", "OPEN"),
});
export const toldInvoicePatch = encoder<InvoicePatch>({
  ...fields,
  status: toldStatus("DRAFT", "OPEN", "VOIDED"),
});
