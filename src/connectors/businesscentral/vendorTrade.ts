/** Business Central's documents. */
import type { Decimal } from "../../kit/money.ts";
import type { Entity, List, Stamped, Text } from "./types.ts";
import type { DimensionSetLine } from "./vendorLedger.ts";

/** Lines of all documents but receipts. */
export interface Line extends Entity {
  readonly accountId?: Text;
  readonly amountExcludingTax?: Decimal;
  readonly amountIncludingTax?: Decimal;
  readonly description?: Text;
  readonly dimensionSetLines?: List<DimensionSetLine>;
  readonly discountAmount?: Decimal;
  readonly discountPercent?: Decimal;
  readonly itemId?: Text;
  readonly lineObjectNumber?: Text;
  readonly lineType?: Text;
  readonly quantity?: Decimal;
  readonly taxCode?: Text;
  readonly taxPercent?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly unitOfMeasureCode?: Text;
}

export interface SalesLine extends Line {
  readonly unitPrice?: Decimal;
}

export interface PurchaseLine extends Line {
  readonly unitCost?: Decimal;
}

export interface PurchaseOrderLine extends Line {
  readonly directUnitCost?: Decimal;
  readonly receivedQuantity?: Decimal;
}

export interface Document extends Stamped {
  readonly currencyCode?: Text;
  readonly discountAmount?: Decimal;
  readonly number?: Text;
  readonly paymentTermsId?: Text;
  readonly postingDate?: Text;
  readonly pricesIncludeTax?: boolean | null;
  readonly status?: Text;
  readonly totalAmountExcludingTax?: Decimal;
  readonly totalAmountIncludingTax?: Decimal;
  readonly totalTaxAmount?: Decimal;
}

interface ShipTo {
  readonly shipToAddressLine1?: Text;
  readonly shipToAddressLine2?: Text;
  readonly shipToCity?: Text;
  readonly shipToCountry?: Text;
  readonly shipToPostCode?: Text;
}

export interface BillTo {
  readonly billToAddressLine1?: Text;
  readonly billToAddressLine2?: Text;
  readonly billToCity?: Text;
  readonly billToCountry?: Text;
  readonly billToPostCode?: Text;
}

export interface PayTo {
  readonly payToAddressLine1?: Text;
  readonly payToAddressLine2?: Text;
  readonly payToCity?: Text;
  readonly payToCountry?: Text;
  readonly payToPostCode?: Text;
}

export interface SalesDocument extends Document, BillTo, ShipTo {
  readonly customerId?: Text;
  readonly customerName?: Text;
  readonly externalDocumentNumber?: Text;
}

export interface SalesInvoice extends SalesDocument {
  readonly dueDate?: Text;
  readonly invoiceDate?: Text;
  readonly remainingAmount?: Decimal;
  readonly salesInvoiceLines?: List<SalesLine>;
}

export interface SalesCreditMemo extends SalesDocument {
  readonly creditMemoDate?: Text;
  readonly salesCreditMemoLines?: List<SalesLine>;
}

export interface SalesQuote extends SalesDocument {
  readonly documentDate?: Text;
  readonly salesQuoteLines?: List<SalesLine>;
}

export interface SalesOrder extends SalesDocument {
  readonly billToCustomerId?: Text;
  readonly orderDate?: Text;
  readonly requestedDeliveryDate?: Text;
  readonly salesOrderLines?: List<SalesLine>;
}

export interface PurchaseDocument extends Document, PayTo, ShipTo {
  readonly vendorId?: Text;
  readonly vendorName?: Text;
}

export interface PurchaseInvoice extends PurchaseDocument {
  readonly dueDate?: Text;
  readonly invoiceDate?: Text;
  readonly purchaseInvoiceLines?: List<PurchaseLine>;
  readonly vendorInvoiceNumber?: Text;
}

export interface PurchaseCreditMemo extends PurchaseDocument {
  readonly creditMemoDate?: Text;
  readonly dueDate?: Text;
  readonly purchaseCreditMemoLines?: List<PurchaseLine>;
  readonly vendorCreditMemoNumber?: Text;
}

export interface PurchaseOrder extends PurchaseDocument {
  readonly fullyReceived?: boolean | null;
  readonly orderDate?: Text;
  readonly purchaseOrderLines?: List<PurchaseOrderLine>;
}

export interface PurchaseReceiptLine extends Entity {
  readonly description?: Text;
  readonly lineObjectNumber?: Text;
  readonly lineType?: Text;
  readonly quantity?: Decimal;
}

export interface PurchaseReceipt extends Stamped {
  readonly number?: Text;
  readonly orderNumber?: Text;
  readonly purchaseReceiptLines?: List<PurchaseReceiptLine>;
  readonly vendorName?: Text;
  readonly vendorNumber?: Text;
}
