/** Business Central's shapes: only the fields that Kontor reads or writes. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

type Flag = boolean | null | undefined;

export interface Page {
  readonly value?: unknown;
  readonly "@odata.count"?: unknown;
}

/** Every change has to name the tag, which shows whether the record has changed since it was read. */
export interface Entity {
  readonly id: string;
  readonly "@odata.etag"?: Text;
}

export interface Stamped extends Entity {
  readonly lastModifiedDateTime?: Text;
}

export interface Refusal {
  readonly error?: { readonly code?: Text; readonly message?: Text } | null;
}

export interface Environment {
  readonly name: string;
  readonly aadTenantId?: Text;
  readonly applicationFamily?: Text;
  readonly countryCode?: Text;
  readonly type?: Text;
}

export interface Company {
  readonly id: string;
  readonly displayName?: Text;
  readonly name?: Text;
}

export interface Numbered extends Stamped {
  readonly number?: Text;
  readonly displayName?: Text;
}

export interface Party extends Numbered {
  readonly addressLine1?: Text;
  readonly addressLine2?: Text;
  readonly city?: Text;
  readonly country?: Text;
  readonly postalCode?: Text;
  readonly phoneNumber?: Text;
  readonly email?: Text;
  readonly taxRegistrationNumber?: Text;
  readonly type?: Text;
}

export interface Contact extends Party {
  readonly companyName?: Text;
  readonly contactBusinessRelation?: Text;
  readonly mobilePhoneNumber?: Text;
  readonly website?: Text;
}

export interface Item extends Numbered {
  readonly type?: Text;
  readonly taxGroupCode?: Text;
  readonly inventory?: Decimal;
  readonly unitPrice?: Decimal;
  readonly unitCost?: Decimal;
  readonly priceIncludesTax?: Flag;
  readonly unitOfMeasure?: { readonly internationalStandardCode?: Text } | null;
}

/** Units, tax groups, dimensions: a code and a name. */
export interface Coded extends Stamped {
  readonly code?: Text;
  readonly displayName?: Text;
}

export interface PaymentTerm extends Coded {
  readonly dueDateCalculation?: Text;
  readonly discountDateCalculation?: Text;
  readonly discountPercent?: Decimal;
}

export interface BankAccount extends Numbered {
  readonly bankAccountNumber?: Text;
  readonly currencyCode?: Text;
  readonly iban?: Text;
  readonly blocked?: Flag;
}

export interface Attachment extends Stamped {
  readonly fileName?: Text;
  readonly "attachmentContent@odata.mediaReadLink"?: Text;
  readonly byteSize?: number | null;
}

/** A line of any document but a receipt. */
export interface Line extends Entity {
  readonly accountId?: Text;
  readonly itemId?: Text;
  readonly lineType?: Text;
  readonly lineObjectNumber?: Text;
  readonly description?: Text;
  readonly taxCode?: Text;
  readonly unitOfMeasureCode?: Text;
  readonly quantity?: Decimal;
  readonly unitPrice?: Decimal;
  readonly unitCost?: Decimal;
  readonly directUnitCost?: Decimal;
  readonly receivedQuantity?: Decimal;
  readonly discountAmount?: Decimal;
  readonly discountPercent?: Decimal;
  readonly taxPercent?: Decimal;
  readonly amountExcludingTax?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly amountIncludingTax?: Decimal;
  readonly netAmount?: Decimal;
  readonly netTaxAmount?: Decimal;
  readonly netAmountIncludingTax?: Decimal;
  readonly dimensionSetLines?: List<DimensionSetLine>;
}

/** A document has several addresses, each under its own prefix. */
export type AddressName = "billTo" | "payTo" | "shipTo";
export type AddressPart = "AddressLine1" | "AddressLine2" | "City" | "Country" | "PostCode";

/** Each address of a document, part by part: `billToCity`, `shipToPostCode`. */
type DocumentAddresses = { readonly [Field in `${AddressName}${AddressPart}`]?: Text };

export interface Document extends Stamped, DocumentAddresses {
  readonly number?: Text;
  readonly status?: Text;
  readonly currencyCode?: Text;
  readonly paymentTermsId?: Text;
  readonly postingDate?: Text;
  readonly dueDate?: Text;
  readonly discountAmount?: Decimal;
  readonly totalAmountExcludingTax?: Decimal;
  readonly totalAmountIncludingTax?: Decimal;
  readonly totalTaxAmount?: Decimal;
  readonly pricesIncludeTax?: Flag;
}

export interface SalesDocument extends Document {
  readonly customerId?: Text;
  readonly customerName?: Text;
  readonly externalDocumentNumber?: Text;
}

export interface SalesInvoice extends SalesDocument {
  readonly invoiceDate?: Text;
  readonly remainingAmount?: Decimal;
  readonly salesInvoiceLines?: List<Line>;
}

export interface SalesCreditMemo extends SalesDocument {
  readonly creditMemoDate?: Text;
  readonly salesCreditMemoLines?: List<Line>;
}

export interface SalesQuote extends SalesDocument {
  readonly documentDate?: Text;
  readonly salesQuoteLines?: List<Line>;
}

export interface SalesOrder extends SalesDocument {
  readonly billToCustomerId?: Text;
  readonly orderDate?: Text;
  readonly requestedDeliveryDate?: Text;
  readonly salesOrderLines?: List<Line>;
}

export interface PurchaseDocument extends Document {
  readonly vendorId?: Text;
  readonly vendorName?: Text;
}

export interface PurchaseInvoice extends PurchaseDocument {
  readonly invoiceDate?: Text;
  readonly vendorInvoiceNumber?: Text;
  readonly purchaseInvoiceLines?: List<Line>;
}

export interface PurchaseCreditMemo extends PurchaseDocument {
  readonly creditMemoDate?: Text;
  readonly vendorCreditMemoNumber?: Text;
  readonly purchaseCreditMemoLines?: List<Line>;
}

export interface PurchaseOrder extends PurchaseDocument {
  readonly orderDate?: Text;
  readonly fullyReceived?: Flag;
  readonly purchaseOrderLines?: List<Line>;
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
  readonly vendorName?: Text;
  readonly vendorNumber?: Text;
  readonly purchaseReceiptLines?: List<PurchaseReceiptLine>;
}

export interface Account extends Numbered {
  readonly category?: Text;
  readonly accountType?: Text;
  readonly netChange?: Decimal;
  readonly blocked?: Flag;
}

/** The code and the display name are the dimension's. */
export interface DimensionSetLine extends Entity {
  readonly code?: Text;
  readonly displayName?: Text;
  readonly valueId?: Text;
  readonly valueCode?: Text;
  readonly valueDisplayName?: Text;
}

export interface DimensionValue extends Coded {
  readonly dimension?: Coded | null;
}

export interface GeneralLedgerEntry extends Stamped {
  readonly postingDate: string;
  readonly documentNumber: string;
  readonly documentType?: Text;
  readonly accountId?: Text;
  readonly accountNumber?: Text;
  readonly description?: Text;
  readonly debitAmount?: Decimal;
  readonly creditAmount?: Decimal;
  readonly dimensionSetLines?: List<DimensionSetLine>;
}

export interface Journal extends Coded {
  readonly balancingAccountId?: Text;
  readonly templateDisplayName?: Text;
  readonly journalLines?: List<Entity>;
}

/** A payment of a customer or to a vendor: a line of a payment journal. */
export interface Payment extends Stamped {
  readonly appliesToInvoiceId?: Text;
  readonly customerId?: Text;
  readonly description?: Text;
  readonly postingDate?: Text;
  readonly vendorId?: Text;
  readonly amount?: Decimal;
  readonly customerPaymentJournal?: Coded | null;
  readonly vendorPaymentJournal?: Coded | null;
}

export interface AccountingPeriod extends Stamped {
  readonly startingDate: string;
  readonly name?: Text;
  readonly newFiscalYear?: Flag;
  readonly closed?: Flag;
}

export interface TrialBalance {
  readonly number?: Text;
  readonly display?: Text;
  readonly balanceAtDateCredit?: Text;
  readonly balanceAtDateDebit?: Text;
  readonly totalCredit?: Text;
  readonly totalDebit?: Text;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly "@odata.etag"?: Text;
  readonly expirationDateTime?: Text;
}

export interface Notification {
  readonly clientState?: Text;
  readonly resource?: Text;
  readonly changeType?: Text;
  readonly lastModifiedDateTime?: Text;
}
