/** The fields of Tripletex's records, as in its description (2.72.00), as far as the connector uses them. */
import type { Row } from "../engine/values.ts";

/**
 * For each model its path, then its fields. `name` is a text, `number#` a number, `isInactive?` a flag, `date@` a day or
 * null, `>customer` a record by its id, `attachment>document` a record of another name, `orderLines*orderLine` a list.
 */
const source = {
  account: `ledger/account number# numberPretty name description type ledgerType balanceGroup vatLocked? isCloseable?
    isInactive? isBankAccount? bankAccountNumber bankName bankAccountIBAN saftCode groupingCode displayName >vatType >currency`,
  address: `address addressLine1 addressLine2 postalCode city >country`,
  annualAccount: `ledger/annualAccount year# start@ end@`,
  contact: `contact firstName lastName displayName email phoneNumberMobile phoneNumberWork isInactive? >customer >department`,
  country: `country name displayName isoAlpha2Code isoAlpha3Code isoNumericCode`,
  currency: `currency code description factor# displayName isDisabled?`,
  customer: `customer name organizationNumber globalLocationNumber# supplierNumber# customerNumber# isSupplier? isCustomer?
    isInactive? email invoiceEmail phoneNumber phoneNumberMobile description language displayName isPrivateIndividual?
    invoicesDueIn# invoicesDueInType bankAccountPresentation@ website postalAddress>address physicalAddress>address deliveryAddress>address
    >currency`,
  department: `department name departmentNumber displayName isInactive? departmentManager>employee`,
  document: `document fileName size# mimeType`,
  employee: `employee firstName lastName displayName email`,
  invoice: `invoice invoiceNumber# invoiceDate@ creditedInvoice# isCredited? invoiceDueDate@ kid invoiceComment comment
    deliveryDate@ amount# amountCurrency# amountExcludingVat# amountExcludingVatCurrency# amountRoundoff# amountOutstanding#
    isCreditNote? amountRoundoffCurrency# amountCurrencyOutstanding# amountCurrencyOutstandingTotal# sumRemits# isCharged? isApproved? documentId#
    >customer >currency >voucher orders*order orderLines*orderLine postings*posting`,
  order: `order displayName receiverEmail number reference orderDate@ invoiceComment invoicesDueIn# isClosed? deliveryDate@
    deliveryComment isPrioritizeAmountsIncludingVat? sendMethodDescription discountPercentage# >customer >department >project
    >currency deliveryAddress>address orderLines*orderLine`,
  orderLine: `order/orderline description count# unitCostCurrency# unitPriceExcludingVatCurrency# markup# discount#
    amountExcludingVatCurrency# amountIncludingVatCurrency# unitPriceIncludingVatCurrency# orderedQuantity# >product >vatType
    >currency >order`,
  paymentType: `invoice/paymentType description displayName sequence# currencyId# debitAccount>account creditAccount>account`,
  posting: `ledger/posting date@ description amount# amountCurrency# amountGross# amountGrossCurrency# invoiceNumber
    termOfPayment@ row# type@ externalRef systemGenerated? taxTransactionType quantityAmount1# >voucher >account >customer
    >supplier >project >product >department >vatType >currency >employee`,
  product: `product name number displayNumber description costExcludingVatCurrency# priceExcludingVatCurrency#
    priceIncludingVatCurrency# isInactive? displayName >productUnit >vatType >currency >account >supplier`,
  productUnit: `product/unit displayName name nameEN nameShort nameShortEN commonCode isDeletable?`,
  project: `project name number displayName description startDate@ endDate@ isClosed? isInternal? isOffer? isFixedPrice?
    reference projectManager>employee >department mainProject>project >customer >vatType >currency orderLines*projectOrderLine`,
  projectOrderLine: `project/orderline description count# unitPriceExcludingVatCurrency# discount# amountExcludingVatCurrency#
    amountIncludingVatCurrency# date@ >product >vatType >currency >project`,
  purchaseOrder: `purchaseOrder number discount# internalComment comments deliveryDate@ creationDate@ isClosed? status
    >supplier >project deliveryAddress>address >currency ourContact>employee orderLines*purchaseOrderline`,
  purchaseOrderline: `purchaseOrder/orderline description count# unitPriceExcludingVatCurrency# discount#
    amountExcludingVatCurrency# amountIncludingVatCurrency# >product >currency >purchaseOrder`,
  subscription: `event/subscription event targetUrl fields status authHeaderName`,
  supplier: `supplier name organizationNumber supplierNumber# customerNumber# isSupplier? isCustomer? isInactive? email
    invoiceEmail phoneNumber phoneNumberMobile description isPrivateIndividual? bankAccountPresentation@ language
    isWholesaler? displayName postalAddress>address physicalAddress>address deliveryAddress>address >currency`,
  supplierInvoice: `supplierInvoice invoiceNumber invoiceDate@ invoiceDueDate@ kidOrReceiverReference amount# amountCurrency#
    amountExcludingVat# amountExcludingVatCurrency# isCreditNote? originalInvoiceDocumentId# outstandingAmount# >supplier
    >voucher >currency orderLines*orderLine payments*posting`,
  vatType: `ledger/vatType name number displayName percentage# deductionPercentage# parentType>vatType`,
  voucher: `ledger/voucher date@ number# tempNumber# year# description externalVoucherNumber vendorInvoiceNumber
    numberAsString >voucherType reverseVoucher>voucher >document attachment>document ediDocument>document postings*posting`,
  voucherType: `ledger/voucherType name displayName`,
} as const;

export type Name = keyof typeof source;
export const names = Object.keys(source) as Name[];

export interface Model {
  /** The name in refusals. */
  readonly dto: string;
  readonly path: string;
  /** The default of each field: empty texts, and 0 for numbers. */
  readonly blank: Row;
  readonly toOne: Readonly<Record<string, Name>>;
  readonly toMany: Readonly<Record<string, Name>>;
}

const empty: Readonly<Record<string, unknown>> = { "": "", "#": 0, "?": false, "@": null, ">": null, "*": [] };

function read([name, description]: [string, string]): [string, Model] {
  const [path = "", ...words] = description.split(/\s+/);
  const fields = words.map((word) => {
    const [, fieldName = "", sign = "", to = ""] = /^(\w*)([#?@>*]?)(\w*)$/.exec(word) ?? [];
    return { fieldName: fieldName || to, sign, to };
  });
  const linked = (by: string) =>
    Object.fromEntries(fields.flatMap(({ fieldName, sign, to }) => (sign === by ? [[fieldName, to as Name]] : [])));
  const blank = {
    id: 0,
    version: 0,
    ...Object.fromEntries(fields.map(({ fieldName, sign }) => [fieldName, empty[sign]])),
  };
  const dto = `${name.charAt(0).toUpperCase()}${name.slice(1)}DTO`;
  return [name, { dto, path, blank, toOne: linked(">"), toMany: linked("*") }];
}

export const models = Object.fromEntries(Object.entries(source).map(read)) as Readonly<Record<Name, Model>>;
