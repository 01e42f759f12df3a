/** What Business Central is told of invoices. */
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import { as, body, listAs } from "../../kit/writing.ts";
import { amountAs, dayAs } from "./telling.ts";
import { toldAccount, toldAccountNumber, toldDay, toldItem, toldStatus } from "./trade.ts";

const lineFields = {
  accountCode: toldAccountNumber,
  accountId: toldAccount,
  description: as("description"),
  discountItemPercentage: amountAs("discountPercent"),
  itemId: toldItem,
  quantity: amountAs("quantity"),
  taxCode: as("taxCode"),
  unitAmount: amountAs("unitPrice"),
  unitName: as("unitOfMeasureCode"),
};
export const toldInvoiceLine = body<Partial<InvoiceLineItemInput>>(lineFields);

const fields = {
  contactId: as("customerId"),
  currency: as("currencyCode"),
  dueDate: dayAs("dueDate"),
  invoiceDate: toldDay("invoiceDate"),
  paymentTermId: as("paymentTermsId"),
  reference: as("externalDocumentNumber"),
};
export const toldInvoice = body<InvoiceInput>({
  ...fields,
  invoiceNumber: as("number"),
  lineItems: listAs("salesInvoiceLines", toldInvoiceLine),
  status: toldStatus("DRAFT", "OPEN"),
});
export const toldInvoicePatch = body<InvoicePatch>({
  ...fields,
  status: toldStatus("DRAFT", "OPEN", "VOIDED"),
});
