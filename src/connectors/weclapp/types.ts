/** The vendor's shapes: only what we read or write. Amounts are decimal text, ids are text, moments milliseconds. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
export type Milliseconds = number | null | undefined;
type Texts<Names extends string> = { readonly [Name in Names]?: Text };
type Decimals<Names extends string> = { readonly [Name in Names]?: Decimal };
type Moments<Names extends string> = { readonly [Name in Names]?: Milliseconds };
type Flags<Names extends string> = { readonly [Name in Names]?: boolean | null };

export type Stamped = Moments<"createdDate" | "lastModifiedDate">;

export interface References {
  name(table: "currency" | "unit", id: Text): string | undefined;
  percentage(taxId: Text): number | undefined;
  /** Whether something was asked for that was not there. */
  hasMissed(): boolean;
}

/** What it refers to by id was looked up, where there is something. */
export interface Referring {
  readonly references?: References | undefined;
}

export interface Entity extends Stamped, Texts<"version"> {
  readonly id: string;
}

/** A page of a list. */
export interface Page {
  readonly result?: unknown;
}

export interface Named extends Entity, Texts<"name"> {}

export interface LedgerAccount
  extends Entity,
    Texts<"accountNumber" | "description" | "type" | "balanceSheetItem" | "parentAccountId"> {}

export interface TransactionDetail
  extends Texts<"accountId" | "debitCredit" | "costCenterId" | "taxId" | "description">,
    Decimals<"amount"> {}

export interface AccountingTransaction
  extends Entity,
    Referring,
    Texts<"transactionNumber" | "status" | "type" | "currencyId" | "internalRecordNumber" | "externalRecordNumber">,
    Moments<"transactionDate">,
    Decimals<"conversionRate">,
    Flags<"draft" | "reverseTransaction"> {
  readonly transactionDetails?: List<TransactionDetail>;
}

/** Part of a document: where it went then. */
export type RecordAddress = Texts<
  "company" | "firstName" | "lastName" | "street1" | "street2" | "zipcode" | "city" | "countryCode"
>;

export interface Address extends RecordAddress, Flags<"primaryAddress" | "invoiceAddress" | "deliveryAddress"> {}

export interface PartyBankAccount
  extends Texts<"accountHolder" | "accountNumber" | "bankCode" | "creditInstitute">,
    Flags<"primary"> {}

export interface Party
  extends Entity,
    Texts<"partyType" | "company" | "firstName" | "lastName" | "salutation" | "website" | "vatIdentificationNumber">,
    Texts<"email" | "emailHome" | "phone" | "phoneHome" | "mobilePhone1" | "fax">,
    Texts<"customerNumber" | "supplierNumber" | "customerDebtorAccountId" | "supplierCreditorAccountId">,
    Flags<"customer" | "supplier"> {
  readonly addresses?: List<Address>;
  readonly bankAccounts?: List<PartyBankAccount>;
  readonly contacts?: List<{ readonly id: string }>;
  /** Looked up: the people behind `contacts`, and the number of its account in the ledger. */
  readonly people?: readonly Party[];
  readonly ledgerNumber?: Text;
}

export interface Tax extends Named, Texts<"taxType">, Decimals<"taxValue"> {}
export interface Unit extends Named, Texts<"description"> {}
export interface CostCenter extends Entity, Texts<"costCenterNumber" | "description"> {}

export interface PaymentCondition extends Decimals<"discountPercentage"> {
  readonly numberOfDays?: number | null;
}

export interface TermOfPayment extends Named, Texts<"description" | "dueDateOption"> {
  readonly numberOfDays?: number | null;
  readonly conditions?: List<PaymentCondition>;
}

export interface FinancialYear extends Named, Texts<"status">, Moments<"validFrom" | "validTo"> {}

export interface ArticlePrice
  extends Partial<Entity>,
    Texts<"currencyId" | "customerId" | "salesChannel" | "priceScaleType">,
    Decimals<"price" | "priceScaleValue">,
    Moments<"startDate" | "endDate"> {}

export interface Article
  extends Named,
    Referring,
    Texts<"articleNumber" | "articleType" | "unitId" | "accountId" | "expenseAccountId"> {
  readonly articlePrices?: List<ArticlePrice>;
}

export interface CostCenterShare extends Texts<"costCenterId">, Decimals<"distributionPercentage"> {}

/** A line of a document. Costs of shipping are lines in a list of their own, without a quantity. */
export interface Item
  extends Entity,
    Referring,
    Texts<
      "articleId" | "title" | "description" | "unitId" | "taxId" | "accountId" | "itemType" | "purchaseOrderItemId"
    >,
    Decimals<"quantity" | "unitPrice" | "discountPercentage" | "netAmount" | "grossAmount" | "receivedQuantity">,
    Moments<"servicePeriodFromDate" | "servicePeriodToDate">,
    Flags<"optional" | "alternative"> {
  readonly costCenterItems?: List<CostCenterShare>;
}

/** A document of any kind: each has some of these. */
export interface BusinessDocument
  extends Entity,
    Referring,
    Texts<"status" | "description" | "recordComment" | "recordCurrencyId" | "termOfPaymentId" | "paymentStatus">,
    Texts<"customerId" | "supplierId" | "senderPartyId" | "invoiceRecipientId" | "salesChannel">,
    Texts<"salesInvoiceType" | "purchaseInvoiceType" | "incomingGoodsType">,
    Texts<"invoiceNumber" | "internalInvoiceNumber" | "quotationNumber" | "purchaseOrderNumber">,
    Texts<"incomingGoodsNumber" | "deliveryNoteNumber" | "orderNumberAtCustomer">,
    Decimals<"netAmount" | "grossAmount" | "headerDiscount">,
    Moments<"invoiceDate" | "dueDate" | "shippingDate" | "deliveryDate">,
    Moments<"quotationDate" | "orderDate" | "plannedDeliveryDate">,
    Flags<"sentToRecipient" | "activeVersion" | "template" | "received"> {
  readonly recordAddress?: RecordAddress | null;
  readonly salesInvoiceItems?: List<Item>;
  readonly purchaseInvoiceItems?: List<Item>;
  readonly quotationItems?: List<Item>;
  readonly orderItems?: List<Item>;
  readonly purchaseOrderItems?: List<Item>;
  readonly incomingGoodsItems?: List<Item>;
  readonly shippingCostItems?: List<Item>;
  readonly purchaseOrders?: List<{ readonly id: string }>;
  /** Looked up, of what is in the books. */
  readonly openItem?: OpenItem;
}

export interface PaymentApplication
  extends Entity,
    Texts<"bankTransactionId">,
    Decimals<"amountApplied" | "amountDiscountApplied"> {}

export interface OpenItem
  extends Entity,
    Texts<"openItemNumber" | "salesInvoiceId" | "purchaseInvoiceId">,
    Decimals<"amount" | "amountOpen" | "amountPaid">,
    Moments<"clearanceDate">,
    Flags<"cleared"> {
  readonly paymentApplications?: List<PaymentApplication>;
}

export interface BankTransaction
  extends Entity,
    Texts<"currencyId" | "description" | "partyId" | "paymentType">,
    Moments<"effectiveDate"> {}

export interface StoredFile extends Named, Texts<"mediaType" | "documentType"> {
  readonly documentSize?: number | null;
}

export interface Webhook extends Entity, Texts<"entityName" | "url"> {}

export interface User extends Entity, Texts<"firstName" | "lastName" | "username" | "email"> {}
