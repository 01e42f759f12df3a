/** Business Central's shapes: only the fields that we read or write. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

type Texts<Name extends string> = { readonly [Field in Name]?: Text };
type Amounts<Name extends string> = { readonly [Field in Name]?: Decimal };
type Flags<Name extends string> = { readonly [Field in Name]?: boolean | null };
type Lines<Name extends string> = { readonly [Field in Name]?: List<Line> };

export interface Page {
  readonly value?: unknown;
  readonly "@odata.count"?: unknown;
}

/** What changed since it was read shows in the tag, which every change has to name. */
export interface Entity {
  readonly id: string;
  readonly "@odata.etag"?: Text;
}

export interface Stamped extends Entity, Texts<"lastModifiedDateTime"> {}

export interface Refusal {
  readonly error?: Texts<"code" | "message"> | null;
}

export interface Environment extends Texts<"aadTenantId" | "applicationFamily" | "countryCode" | "type"> {
  readonly name: string;
}

export interface Company extends Texts<"displayName" | "name"> {
  readonly id: string;
}

export interface Numbered extends Stamped, Texts<"number" | "displayName"> {}

export interface Party
  extends Numbered,
    Texts<"addressLine1" | "addressLine2" | "city" | "country" | "postalCode">,
    Texts<"phoneNumber" | "email" | "taxRegistrationNumber" | "type"> {}

export interface Contact
  extends Party,
    Texts<"companyName" | "contactBusinessRelation" | "mobilePhoneNumber" | "website"> {}

export interface Item
  extends Numbered,
    Texts<"type" | "taxGroupCode">,
    Amounts<"inventory" | "unitPrice" | "unitCost">,
    Flags<"priceIncludesTax"> {
  readonly unitOfMeasure?: Texts<"internationalStandardCode"> | null;
}

/** Units, tax groups, dimensions: a code and a name. */
export interface Coded extends Stamped, Texts<"code" | "displayName"> {}

export interface PaymentTerm
  extends Coded,
    Texts<"dueDateCalculation" | "discountDateCalculation">,
    Amounts<"discountPercent"> {}

export interface BankAccount extends Numbered, Texts<"bankAccountNumber" | "currencyCode" | "iban">, Flags<"blocked"> {}

export interface Attachment extends Stamped, Texts<"fileName" | "attachmentContent@odata.mediaReadLink"> {
  readonly byteSize?: number | null;
}

/** Lines of all documents but receipts. */
export interface Line
  extends Entity,
    Texts<"accountId" | "itemId" | "lineType" | "lineObjectNumber" | "description" | "taxCode" | "unitOfMeasureCode">,
    Amounts<"quantity" | "unitPrice" | "unitCost" | "directUnitCost" | "receivedQuantity">,
    Amounts<"discountAmount" | "discountPercent" | "taxPercent">,
    Amounts<"amountExcludingTax" | "totalTaxAmount" | "amountIncludingTax">,
    Amounts<"netAmount" | "netTaxAmount" | "netAmountIncludingTax"> {
  readonly dimensionSetLines?: List<DimensionSetLine>;
}

/** Documents have several addresses side by side, each under a name of its own. */
export type AddressName = "billTo" | "payTo" | "shipTo";
export type AddressPart = "AddressLine1" | "AddressLine2" | "City" | "Country" | "PostCode";

export interface Document
  extends Stamped,
    Texts<"number" | "status" | "currencyCode" | "paymentTermsId" | "postingDate" | "dueDate">,
    Texts<`${AddressName}${AddressPart}`>,
    Amounts<"discountAmount" | "totalAmountExcludingTax" | "totalAmountIncludingTax" | "totalTaxAmount">,
    Flags<"pricesIncludeTax"> {}

export interface SalesDocument extends Document, Texts<"customerId" | "customerName" | "externalDocumentNumber"> {}

export interface SalesInvoice
  extends SalesDocument,
    Texts<"invoiceDate">,
    Amounts<"remainingAmount">,
    Lines<"salesInvoiceLines"> {}

export interface SalesCreditMemo extends SalesDocument, Texts<"creditMemoDate">, Lines<"salesCreditMemoLines"> {}

export interface SalesQuote extends SalesDocument, Texts<"documentDate">, Lines<"salesQuoteLines"> {}

export interface SalesOrder
  extends SalesDocument,
    Texts<"billToCustomerId" | "orderDate" | "requestedDeliveryDate">,
    Lines<"salesOrderLines"> {}

export interface PurchaseDocument extends Document, Texts<"vendorId" | "vendorName"> {}

export interface PurchaseInvoice
  extends PurchaseDocument,
    Texts<"invoiceDate" | "vendorInvoiceNumber">,
    Lines<"purchaseInvoiceLines"> {}

export interface PurchaseCreditMemo
  extends PurchaseDocument,
    Texts<"creditMemoDate" | "vendorCreditMemoNumber">,
    Lines<"purchaseCreditMemoLines"> {}

export interface PurchaseOrder
  extends PurchaseDocument,
    Texts<"orderDate">,
    Flags<"fullyReceived">,
    Lines<"purchaseOrderLines"> {}

export interface PurchaseReceiptLine
  extends Entity,
    Texts<"description" | "lineObjectNumber" | "lineType">,
    Amounts<"quantity"> {}

export interface PurchaseReceipt extends Stamped, Texts<"number" | "orderNumber" | "vendorName" | "vendorNumber"> {
  readonly purchaseReceiptLines?: List<PurchaseReceiptLine>;
}

export interface Account
  extends Numbered,
    Texts<"category" | "subCategory" | "accountType">,
    Amounts<"netChange">,
    Flags<"blocked"> {}

/** The code and the display name are the dimension's. */
export interface DimensionSetLine
  extends Entity,
    Texts<"code" | "displayName" | "valueId" | "valueCode" | "valueDisplayName"> {}

export interface DimensionValue extends Coded {
  readonly dimension?: Coded | null;
}

export interface GeneralLedgerEntry
  extends Stamped,
    Texts<"documentType" | "accountId" | "accountNumber" | "description">,
    Amounts<"debitAmount" | "creditAmount"> {
  readonly entryNumber?: number | null;
  readonly postingDate: string;
  readonly documentNumber: string;
  readonly dimensionSetLines?: List<DimensionSetLine>;
}

export interface Journal extends Coded, Texts<"balancingAccountId" | "templateDisplayName"> {
  readonly journalLines?: List<Entity>;
}

/** Both customers' and vendors' payments: lines of a journal that is not posted yet. */
export interface Payment
  extends Stamped,
    Texts<"appliesToInvoiceId" | "customerId" | "description" | "postingDate" | "vendorId">,
    Amounts<"amount"> {
  readonly customerPaymentJournal?: Coded | null;
  readonly vendorPaymentJournal?: Coded | null;
}

export interface AccountingPeriod extends Stamped, Texts<"name">, Flags<"newFiscalYear" | "closed"> {
  readonly startingDate: string;
}

export interface TrialBalance
  extends Texts<"number" | "display" | "balanceAtDateCredit" | "balanceAtDateDebit" | "totalCredit" | "totalDebit"> {}

export interface Subscription extends Texts<"@odata.etag" | "expirationDateTime"> {
  readonly subscriptionId: string;
}

export type Notification = Texts<"clientState" | "resource" | "changeType" | "lastModifiedDateTime">;
