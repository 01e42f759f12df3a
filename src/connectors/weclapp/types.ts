/** The vendor's shapes: only what we read or write. Amounts are decimal text, ids are text, moments milliseconds. */
import type { Shaped } from "../../kit/fields.ts";
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;
export type Milliseconds = number | null | undefined;

type Kinds = {
  readonly text: Text;
  readonly amount: Decimal;
  readonly whole: number | null | undefined;
  readonly moment: Milliseconds;
  readonly flag: boolean | null | undefined;
};
type Like<Fields extends string> = Shaped<Fields, Kinds>;
type Lists<Name extends string, Item> = { readonly [Each in Name]?: List<Item> };

export type Stamped = Like<"moment:createdDate moment:lastModifiedDate">;

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

export interface Entity extends Stamped, Like<"version"> {
  readonly id: string;
}

/** A page of a list. */
export interface Page {
  readonly result?: unknown;
}

export type Named = Entity & Like<"name">;
export type LedgerAccount = Entity & Like<"accountNumber description type balanceSheetItem parentAccountId">;

export type TransactionDetail = Like<"accountId debitCredit costCenterId taxId description amount:amount">;
export type AccountingTransaction = Entity &
  Referring &
  Like<"transactionNumber status type currencyId internalRecordNumber externalRecordNumber"> &
  Like<"moment:transactionDate amount:conversionRate flag:draft flag:reverseTransaction"> &
  Lists<"transactionDetails", TransactionDetail>;

/** Part of a document: where it went then. */
export type RecordAddress = Like<"company firstName lastName street1 street2 zipcode city countryCode">;
export type Address = RecordAddress & Like<"flag:primaryAddress flag:invoiceAddress flag:deliveryAddress">;
export type PartyBankAccount = Like<"accountHolder accountNumber bankCode creditInstitute flag:primary">;

export interface Party
  extends Entity,
    Like<"partyType company firstName lastName salutation website vatIdentificationNumber">,
    Like<"email emailHome phone phoneHome mobilePhone1 fax flag:customer flag:supplier">,
    Like<"customerNumber supplierNumber customerDebtorAccountId supplierCreditorAccountId">,
    Lists<"addresses", Address>,
    Lists<"bankAccounts", PartyBankAccount>,
    Lists<"contacts", { readonly id: string }> {
  /** Looked up: the people behind `contacts`, and the number of its account in the ledger. */
  readonly people?: readonly Party[];
  readonly ledgerNumber?: Text;
}

export type Tax = Named & Like<"taxType amount:taxValue">;
export type Unit = Named & Like<"description">;
export type CostCenter = Entity & Like<"costCenterNumber description">;
export type TermOfPayment = Named &
  Like<"description dueDateOption whole:numberOfDays"> &
  Lists<"conditions", Like<"whole:numberOfDays amount:discountPercentage">>;
export type FinancialYear = Named & Like<"status moment:validFrom moment:validTo">;

export type ArticlePrice = Partial<Entity> &
  Like<"currencyId customerId salesChannel priceScaleType amount:price amount:priceScaleValue"> &
  Like<"moment:startDate moment:endDate">;
export type Article = Named &
  Referring &
  Like<"articleNumber articleType unitId accountId expenseAccountId"> &
  Lists<"articlePrices", ArticlePrice>;

export type CostCenterShare = Like<"costCenterId amount:distributionPercentage">;

/** A line of a document. Costs of shipping are lines in a list of their own, without a quantity. */
export interface Item
  extends Entity,
    Referring,
    Like<"articleId title description unitId taxId accountId itemType purchaseOrderItemId">,
    Like<"amount:quantity amount:unitPrice amount:discountPercentage amount:netAmount amount:grossAmount">,
    Like<"amount:receivedQuantity moment:servicePeriodFromDate moment:servicePeriodToDate">,
    Like<"flag:optional flag:alternative">,
    Lists<"costCenterItems", CostCenterShare> {}

export type Lines =
  | "salesInvoiceItems"
  | "purchaseInvoiceItems"
  | "quotationItems"
  | "orderItems"
  | "purchaseOrderItems";

/** A document of any kind: each has some of these. */
export interface BusinessDocument
  extends Entity,
    Referring,
    Like<"status description recordComment recordCurrencyId termOfPaymentId paymentStatus salesChannel">,
    Like<"customerId supplierId senderPartyId invoiceRecipientId">,
    Like<"salesInvoiceType purchaseInvoiceType incomingGoodsType">,
    Like<"invoiceNumber internalInvoiceNumber quotationNumber purchaseOrderNumber incomingGoodsNumber">,
    Like<"deliveryNoteNumber orderNumberAtCustomer amount:netAmount amount:grossAmount amount:headerDiscount">,
    Like<"moment:invoiceDate moment:dueDate moment:shippingDate moment:deliveryDate">,
    Like<"moment:quotationDate moment:orderDate moment:plannedDeliveryDate">,
    Like<"flag:sentToRecipient flag:activeVersion flag:template flag:received">,
    Lists<Lines | "incomingGoodsItems" | "shippingCostItems", Item>,
    Lists<"purchaseOrders", { readonly id: string }> {
  readonly recordAddress?: RecordAddress | null;
  /** Looked up, of what is in the books. */
  readonly openItem?: OpenItem;
}

export type PaymentApplication = Entity & Like<"bankTransactionId amount:amountApplied amount:amountDiscountApplied">;
export type OpenItem = Entity &
  Like<"openItemNumber salesInvoiceId purchaseInvoiceId amount:amount amount:amountOpen amount:amountPaid"> &
  Like<"moment:clearanceDate flag:cleared"> &
  Lists<"paymentApplications", PaymentApplication>;
export type BankTransaction = Entity & Like<"currencyId description partyId paymentType moment:effectiveDate">;

export type StoredFile = Named & Like<"mediaType documentType whole:documentSize">;
export type Webhook = Entity & Like<"entityName url">;
export type User = Entity & Like<"firstName lastName username email">;
