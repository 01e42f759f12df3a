/** Documents, their lines, and what hangs on them. */
import { all, type Resource, resource } from "./resource.ts";

const addressOf = (prefix: string, mark = "") =>
  ["AddressLine1", "AddressLine2", "City", "Country", "State", "PostCode"]
    .map((part) => `${prefix}${part}${mark}`)
    .join(" ");
export const shortcuts = "shortcutDimension1Code shortcutDimension2Code";
export const currency = "currencyId:g currencyCode";
const totals =
  "pricesIncludeTax:b! discountAmount:n discountAppliedBeforeTax:b! totalAmountExcludingTax:n! totalTaxAmount:n! totalAmountIncludingTax:n!";
const customerPart = `customerId:g customerNumber customerName! billToName! billToCustomerId:g billToCustomerNumber
  ${addressOf("sellTo")} ${addressOf("billTo", "!")} ${shortcuts} ${currency} paymentTermsId:g shipmentMethodId:g salesperson phoneNumber email`;
const shipTo = `shipToName shipToContact ${addressOf("shipTo")}`;
const vendorPart = `vendorId:g vendorNumber vendorName! payToName! payToVendorId:g payToVendorNumber
  ${addressOf("buyFrom")} ${addressOf("payTo", "!")} ${shortcuts} ${currency} purchaser`;

const salesOne =
  "customer:customers:customerId currency:currencies:currencyId paymentTerm:paymentTerms:paymentTermsId shipmentMethod:shipmentMethods:shipmentMethodId pdfDocument:pdfDocument:id";
const purchaseOne = "vendor:vendors:vendorId currency:currencies:currencyId pdfDocument:pdfDocument:id";
const document = (set: string, table: string, fields: string, notifies: boolean) =>
  resource(set, table, `number! ${fields}`, {
    ...{ writes: all, notifies },
    many: `${set.slice(0, -1)}Lines dimensionSetLines attachments documentAttachments`,
    one: set.startsWith("sales") ? salesOne : purchaseOne,
  });

const lineStart =
  "documentId:g sequence:i itemId:g accountId:g lineType:@lineType lineObjectNumber description description2 unitOfMeasureId:g unitOfMeasureCode quantity:n";
const lineEnd =
  "discountAmount:n discountPercent:n discountAppliedBeforeTax:b! amountExcludingTax:n! taxCode taxPercent:n! totalTaxAmount:n! amountIncludingTax:n! invoiceDiscountAllocation:n! netAmount:n! netTaxAmount:n! netAmountIncludingTax:n! itemVariantId:g locationId:g";
/** Some sets lack a property that the others have. */
const lines = (set: string, table: string, fields: string, lacking = " ") =>
  resource(set, table, `${lineStart} ${fields} ${lineEnd}`.replace(lacking, " "), {
    ...{ sort: "sequence", parent: "documentId", writes: all, bare: true, many: "dimensionSetLines" },
    one: `item:items:itemId account:accounts:accountId unitOfMeasure:unitsOfMeasure:unitOfMeasureId ${set.replace(/Lines$/, "")}:${set.replace(/Lines$/, "s")}:documentId`,
  });

export const documents: readonly Resource[] = [
  document(
    "salesQuotes",
    "Sales Quote",
    `externalDocumentNumber documentDate:d postingDate:d dueDate:d ${customerPart} ${shipTo} discountAmount:n totalAmountExcludingTax:n! totalTaxAmount:n! totalAmountIncludingTax:n! status:@quoteStatus! sentDate:s! validUntilDate:d acceptedDate:d!`,
    true,
  ),
  document(
    "salesOrders",
    "Sales Order",
    `externalDocumentNumber orderDate:d postingDate:d ${customerPart} ${shipTo} partialShipping:b requestedDeliveryDate:d ${totals} fullyShipped:b! status:@orderStatus!`,
    true,
  ),
  document(
    "salesInvoices",
    "Sales Invoice",
    `externalDocumentNumber invoiceDate:d postingDate:d dueDate:d promisedPayDate:d customerPurchaseOrderReference ${customerPart} ${shipTo} orderId:g! orderNumber! disputeStatusId:g disputeStatus ${totals} remainingAmount:n! status:@invoiceStatus!`,
    true,
  ),
  document(
    "salesCreditMemos",
    "Sales Credit Memo",
    `externalDocumentNumber creditMemoDate:d postingDate:d dueDate:d ${customerPart} ${totals} status:@invoiceStatus! invoiceId:g invoiceNumber customerReturnReasonId:g`,
    true,
  ),
  document(
    "purchaseOrders",
    "Purchase Order",
    `orderDate:d postingDate:d ${vendorPart} ${shipTo} paymentTermsId:g shipmentMethodId:g requestedReceiptDate:d ${totals} fullyReceived:b! status:@orderStatus!`,
    false,
  ),
  document(
    "purchaseInvoices",
    "Purchase Invoice",
    `postingDate:d invoiceDate:d dueDate:d vendorInvoiceNumber ${vendorPart} payToContact ${shipTo} orderId:g! orderNumber! ${totals} status:@invoiceStatus!`,
    true,
  ),
  document(
    "purchaseCreditMemos",
    "Purchase Credit Memo",
    `creditMemoDate:d postingDate:d dueDate:d vendorCreditMemoNumber ${vendorPart} paymentTermsId:g shipmentMethodId:g ${totals} status:@invoiceStatus! invoiceId:g invoiceNumber vendorReturnReasonId:g`,
    false,
  ),
  resource(
    "purchaseReceipts",
    "Purch. Rcpt. Header",
    `number invoiceDate:d postingDate:d dueDate:d vendorNumber vendorName payToName payToContact payToVendorNumber ${shipTo} ${addressOf("buyFrom")} ${addressOf("payTo")} currencyCode orderNumber`,
    { many: "purchaseReceiptLines dimensionSetLines" },
  ),
  lines("salesQuoteLines", "Sales Line", "unitPrice:n", "invoiceDiscountAllocation:n!"),
  lines(
    "salesOrderLines",
    "Sales Line",
    "unitPrice:n shipmentDate:d shippedQuantity:n! invoicedQuantity:n! invoiceQuantity:n shipQuantity:n",
  ),
  lines("salesInvoiceLines", "Sales Line", "unitPrice:n shipmentDate:d"),
  lines("salesCreditMemoLines", "Sales Line", "unitPrice:n shipmentDate:d"),
  lines(
    "purchaseOrderLines",
    "Purchase Line",
    "directUnitCost:n expectedReceiptDate:d receivedQuantity:n! invoicedQuantity:n! invoiceQuantity:n receiveQuantity:n",
  ),
  lines("purchaseInvoiceLines", "Purchase Line", "unitCost:n expectedReceiptDate:d"),
  lines("purchaseCreditMemoLines", "Purchase Line", "unitCost:n", "description2"),
  resource(
    "purchaseReceiptLines",
    "Purch. Rcpt. Line",
    "documentId:g sequence:i lineType:@receiptLineType lineObjectNumber description description2 unitOfMeasureCode unitCost:n quantity:n discountPercent:n taxPercent:n expectedReceiptDate:d",
    { sort: "sequence", parent: "documentId", bare: true, many: "dimensionSetLines" },
  ),
];

const file = "fileName byteSize:i! attachmentContent:x parentType:@parentType parentId:g";
export const parts: readonly Resource[] = [
  resource("attachments", "Attachment Entity Buffer", file, { sort: "fileName", parent: "parentId", writes: all }),
  resource(
    "documentAttachments",
    "Document Attachment",
    `${file} lineNumber:i documentFlowSales:b documentFlowPurchase:b`,
    { sort: "fileName", parent: "parentId", writes: all },
  ),
  resource("pdfDocument", "PDF Document", "parentId:g parentType:@parentType pdfDocumentContent:x", {
    ...{ sort: "id", bare: true },
  }),
  resource(
    "dimensionSetLines",
    "Dimension Set Entry Buffer",
    "code consolidationCode parentId:g parentType:@dimensionParent displayName valueId:g valueCode valueConsolidationCode valueDisplayName",
    { sort: "code", parent: "parentId", writes: all, bare: true },
  ),
];
