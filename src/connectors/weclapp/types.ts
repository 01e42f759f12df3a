/**
 * weclapp's records, as far as we read or write them. Amounts are decimal text, ids are text, moments are milliseconds. Any
 * field but the id may be missing.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
export type Milliseconds = number | null | undefined;
type Integer = number | null | undefined;
type Flag = boolean | null | undefined;

export interface Stamped {
  readonly createdDate?: Milliseconds;
  readonly lastModifiedDate?: Milliseconds;
}

/** The names behind the ids of currencies, units and taxes. */
export interface References {
  name(table: "currency" | "unit", id: Text): string | undefined;
  percentage(taxId: Text): number | undefined;
  /** Whether an id was unknown so far. */
  hasMissed(): boolean;
}

/** A record whose references were looked up. */
export interface Referring {
  readonly references?: References | undefined;
}

export interface Entity extends Stamped {
  readonly id: string;
  readonly version?: Text;
}

/** A page of a list. */
export interface Page {
  readonly result?: unknown;
}

export interface Named extends Entity {
  readonly name?: Text;
}

export interface LedgerAccount extends Entity {
  readonly accountNumber?: Text;
  readonly description?: Text;
  readonly type?: Text;
  readonly balanceSheetItem?: Text;
  readonly parentAccountId?: Text;
}

export interface TransactionDetail {
  readonly accountId?: Text;
  readonly debitCredit?: Text;
  readonly costCenterId?: Text;
  readonly taxId?: Text;
  readonly description?: Text;
  readonly amount?: Decimal;
}

export interface AccountingTransaction extends Entity, Referring {
  readonly transactionNumber?: Text;
  readonly transactionDate?: Milliseconds;
  readonly status?: Text;
  readonly type?: Text;
  readonly draft?: Flag;
  readonly reverseTransaction?: Flag;
  readonly currencyId?: Text;
  readonly conversionRate?: Decimal;
  readonly internalRecordNumber?: Text;
  readonly externalRecordNumber?: Text;
  readonly transactionDetails?: List<TransactionDetail>;
}

/** The address that a document was sent to, as it was then. */
export interface RecordAddress {
  readonly company?: Text;
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly street1?: Text;
  readonly street2?: Text;
  readonly zipcode?: Text;
  readonly city?: Text;
  readonly countryCode?: Text;
}

export interface Address extends RecordAddress {
  readonly invoiceAddress?: Flag;
  readonly deliveryAddress?: Flag;
}

export interface PartyBankAccount {
  readonly accountHolder?: Text;
  readonly accountNumber?: Text;
  readonly bankCode?: Text;
  readonly creditInstitute?: Text;
  readonly primary?: Flag;
}

export interface Party extends Entity {
  readonly partyType?: Text;
  readonly customer?: Flag;
  readonly supplier?: Flag;
  readonly company?: Text;
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly salutation?: Text;
  readonly website?: Text;
  readonly vatIdentificationNumber?: Text;
  readonly email?: Text;
  readonly emailHome?: Text;
  readonly phone?: Text;
  readonly phoneHome?: Text;
  readonly mobilePhone1?: Text;
  readonly fax?: Text;
  readonly customerNumber?: Text;
  readonly supplierNumber?: Text;
  readonly customerDebtorAccountId?: Text;
  readonly supplierCreditorAccountId?: Text;
  readonly addresses?: List<Address>;
  readonly bankAccounts?: List<PartyBankAccount>;
  readonly contacts?: List<{ readonly id: string }>;
  /** Looked up: the people behind `contacts`. */
  readonly people?: readonly Party[];
  /** Looked up: the number of its account in the ledger. */
  readonly ledgerNumber?: Text;
}

export interface Tax extends Named {
  /** weclapp's own key, which taxes that users made do not have. */
  readonly taxKey?: Text;
  readonly taxType?: Text;
  readonly taxValue?: Decimal;
}

export interface Unit extends Named {
  readonly description?: Text;
}

export interface CostCenter extends Entity {
  readonly costCenterNumber?: Text;
  readonly description?: Text;
}

interface DiscountCondition {
  readonly numberOfDays?: Integer;
  readonly discountPercentage?: Decimal;
}

export interface TermOfPayment extends Named {
  readonly description?: Text;
  readonly dueDateOption?: Text;
  readonly numberOfDays?: Integer;
  readonly conditions?: List<DiscountCondition>;
}

export interface FinancialYear extends Named {
  readonly status?: Text;
  readonly validFrom?: Milliseconds;
  readonly validTo?: Milliseconds;
}

export interface ArticlePrice extends Partial<Entity> {
  readonly currencyId?: Text;
  readonly customerId?: Text;
  readonly salesChannel?: Text;
  readonly price?: Decimal;
  readonly priceScaleType?: Text;
  readonly priceScaleValue?: Decimal;
  readonly startDate?: Milliseconds;
  readonly endDate?: Milliseconds;
}

export interface Article extends Named, Referring {
  readonly articleNumber?: Text;
  readonly articleType?: Text;
  readonly unitId?: Text;
  readonly accountId?: Text;
  readonly expenseAccountId?: Text;
  readonly articlePrices?: List<ArticlePrice>;
}

export interface CostCenterShare {
  readonly costCenterId?: Text;
  readonly distributionPercentage?: Decimal;
}

/** A line of a document. Shipping costs are lines in a separate list, without a quantity. */
export interface Item extends Entity, Referring {
  readonly itemType?: Text;
  readonly articleId?: Text;
  readonly title?: Text;
  readonly description?: Text;
  readonly unitId?: Text;
  readonly taxId?: Text;
  readonly accountId?: Text;
  readonly purchaseOrderItemId?: Text;
  readonly quantity?: Decimal;
  readonly receivedQuantity?: Decimal;
  readonly unitPrice?: Decimal;
  readonly discountPercentage?: Decimal;
  readonly netAmount?: Decimal;
  readonly grossAmount?: Decimal;
  readonly servicePeriodFromDate?: Milliseconds;
  readonly servicePeriodToDate?: Milliseconds;
  readonly optional?: Flag;
  readonly alternative?: Flag;
  readonly costCenterItems?: List<CostCenterShare>;
}

/** The names that each kind of document has for its lines. */
export type Lines =
  | "salesInvoiceItems"
  | "purchaseInvoiceItems"
  | "quotationItems"
  | "orderItems"
  | "purchaseOrderItems";

type LineLists = { readonly [Name in Lines | "incomingGoodsItems" | "shippingCostItems"]?: List<Item> };

/** A document of any kind: each kind has some of these fields. */
export interface BusinessDocument extends Entity, Referring, LineLists {
  readonly status?: Text;
  readonly paymentStatus?: Text;
  readonly salesInvoiceType?: Text;
  readonly purchaseInvoiceType?: Text;
  readonly incomingGoodsType?: Text;
  readonly description?: Text;
  readonly recordComment?: Text;
  readonly recordCurrencyId?: Text;
  readonly termOfPaymentId?: Text;
  readonly salesChannel?: Text;
  readonly customerId?: Text;
  readonly supplierId?: Text;
  readonly senderPartyId?: Text;
  readonly invoiceRecipientId?: Text;
  readonly invoiceNumber?: Text;
  readonly internalInvoiceNumber?: Text;
  readonly quotationNumber?: Text;
  readonly purchaseOrderNumber?: Text;
  readonly incomingGoodsNumber?: Text;
  readonly deliveryNoteNumber?: Text;
  readonly orderNumberAtCustomer?: Text;
  readonly netAmount?: Decimal;
  readonly grossAmount?: Decimal;
  readonly headerDiscount?: Decimal;
  readonly invoiceDate?: Milliseconds;
  readonly dueDate?: Milliseconds;
  readonly shippingDate?: Milliseconds;
  readonly deliveryDate?: Milliseconds;
  readonly quotationDate?: Milliseconds;
  readonly orderDate?: Milliseconds;
  readonly plannedDeliveryDate?: Milliseconds;
  readonly sentToRecipient?: Flag;
  readonly activeVersion?: Flag;
  readonly template?: Flag;
  readonly received?: Flag;
  readonly purchaseOrders?: List<{ readonly id: string }>;
  readonly recordAddress?: RecordAddress | null;
  /** Looked up, for documents that are in the books. */
  readonly openItem?: OpenItem;
}

export interface PaymentApplication extends Entity {
  readonly bankTransactionId?: Text;
  readonly amountApplied?: Decimal;
}

export interface OpenItem extends Entity {
  readonly salesInvoiceId?: Text;
  readonly purchaseInvoiceId?: Text;
  readonly amount?: Decimal;
  readonly amountOpen?: Decimal;
  readonly amountPaid?: Decimal;
  readonly cleared?: Flag;
  readonly clearanceDate?: Milliseconds;
  readonly paymentApplications?: List<PaymentApplication>;
  readonly openItemType?: Text;
}

export interface BankTransaction extends Entity {
  readonly currencyId?: Text;
  readonly description?: Text;
  readonly partyId?: Text;
  readonly paymentType?: Text;
  readonly effectiveDate?: Milliseconds;
}

export interface StoredFile extends Named {
  readonly mediaType?: Text;
  readonly documentType?: Text;
  readonly documentSize?: Integer;
}

export interface Webhook extends Entity {
  readonly entityName?: Text;
  readonly url?: Text;
  /** Milliseconds. Set if weclapp has switched the webhook off. */
  readonly deactivatedDate?: number | null;
}

export interface User extends Entity {
  readonly firstName?: Text;
  readonly lastName?: Text;
  readonly email?: Text;
}
