/** What Tripletex's records have in them: as its description (2.72.00) names it, as far as anybody asks here. */
import type { Row } from "../engine/values.ts";

/**
 * A model each: its path, then its fields. `name` is a text, `number#` a number, `isInactive?` yes or no, `date@` a day or
 * nothing, `>customer` another record by its id, `attachment>document` one of another name, `orderLines*orderLine` several.
 */
const source = `
Account ledger/account number# numberPretty name description type ledgerType balanceGroup vatLocked? isCloseable? isInactive?
  isBankAccount? bankAccountNumber bankName bankAccountIBAN saftCode groupingCode displayName >vatType >currency
Address address addressLine1 addressLine2 postalCode city >country
AnnualAccount ledger/annualAccount year# start@ end@
Contact contact firstName lastName displayName email phoneNumberMobile phoneNumberWork isInactive? >customer >department
Country country name displayName isoAlpha2Code isoAlpha3Code isoNumericCode
Currency currency code description factor# displayName isDisabled?
Customer customer name organizationNumber globalLocationNumber# supplierNumber# customerNumber# isSupplier? isCustomer? isInactive?
  email invoiceEmail phoneNumber phoneNumberMobile description language displayName isPrivateIndividual? invoicesDueIn#
  bankAccountPresentation@ website postalAddress>address physicalAddress>address deliveryAddress>address >currency
Department department name departmentNumber displayName isInactive? departmentManager>employee
Document document fileName size# mimeType
Employee employee firstName lastName displayName email
Invoice invoice invoiceNumber# invoiceDate@ creditedInvoice# isCredited? invoiceDueDate@ kid invoiceComment comment deliveryDate@
  amount# amountCurrency# amountExcludingVat# amountExcludingVatCurrency# amountRoundoff# amountOutstanding# isCreditNote?
  amountCurrencyOutstanding# amountCurrencyOutstandingTotal# sumRemits# isCharged? isApproved? documentId# >customer >currency
  >voucher orders*order orderLines*orderLine postings*posting
Order order displayName receiverEmail number reference orderDate@ invoiceComment invoicesDueIn# isClosed? deliveryDate@
  deliveryComment isPrioritizeAmountsIncludingVat? sendMethodDescription discountPercentage# >customer >department >project
  >currency deliveryAddress>address orderLines*orderLine
OrderLine order/orderline description count# unitCostCurrency# unitPriceExcludingVatCurrency# markup# discount#
  amountExcludingVatCurrency# amountIncludingVatCurrency# unitPriceIncludingVatCurrency# orderedQuantity# >product >vatType
  >currency >order
PaymentType invoice/paymentType description displayName sequence# currencyId# debitAccount>account creditAccount>account
Posting ledger/posting date@ description amount# amountCurrency# amountGross# amountGrossCurrency# invoiceNumber termOfPayment@
  row# type@ externalRef systemGenerated? taxTransactionType quantityAmount1# >voucher >account >customer >supplier >project
  >product >department >vatType >currency >employee
Product product name number displayNumber description costExcludingVatCurrency# priceExcludingVatCurrency#
  priceIncludingVatCurrency# isInactive? displayName >productUnit >vatType >currency >account >supplier
ProductUnit product/unit displayName name nameEN nameShort nameShortEN commonCode isDeletable?
Project project name number displayName description startDate@ endDate@ isClosed? isInternal? isOffer? isFixedPrice? reference
  projectManager>employee >department mainProject>project >customer >vatType >currency orderLines*projectOrderLine
ProjectOrderLine project/orderline description count# unitPriceExcludingVatCurrency# discount# amountExcludingVatCurrency#
  amountIncludingVatCurrency# date@ >product >vatType >currency >project
PurchaseOrder purchaseOrder number discount# internalComment comments deliveryDate@ creationDate@ isClosed? status >supplier
  >project deliveryAddress>address >currency ourContact>employee orderLines*purchaseOrderline
PurchaseOrderline purchaseOrder/orderline description count# unitPriceExcludingVatCurrency# discount# amountExcludingVatCurrency#
  amountIncludingVatCurrency# >product >currency >purchaseOrder
Subscription event/subscription event targetUrl fields status authHeaderName
Supplier supplier name organizationNumber supplierNumber# customerNumber# isSupplier? isCustomer? isInactive? email invoiceEmail
  phoneNumber phoneNumberMobile description isPrivateIndividual? bankAccountPresentation@ language isWholesaler? displayName
  postalAddress>address physicalAddress>address deliveryAddress>address >currency
SupplierInvoice supplierInvoice invoiceNumber invoiceDate@ invoiceDueDate@ kidOrReceiverReference amount# amountCurrency#
  amountExcludingVat# amountExcludingVatCurrency# isCreditNote? originalInvoiceDocumentId# outstandingAmount# >supplier >voucher
  >currency orderLines*orderLine payments*posting
VatType ledger/vatType name number displayName percentage# deductionPercentage# parentType>vatType
Voucher ledger/voucher date@ number# tempNumber# year# description externalVoucherNumber vendorInvoiceNumber numberAsString
  >voucherType reverseVoucher>voucher >document attachment>document ediDocument>document postings*posting
VoucherType ledger/voucherType name displayName
`;

export type Name = (typeof names)[number];
export const names = [
  ...(["account", "address", "annualAccount", "contact", "country", "currency", "customer", "department"] as const),
  ...(["document", "employee", "invoice", "order", "orderLine", "paymentType", "posting", "product"] as const),
  ...(["productUnit", "project", "projectOrderLine", "purchaseOrder", "purchaseOrderline", "subscription"] as const),
  ...(["supplier", "supplierInvoice", "vatType", "voucher", "voucherType"] as const),
] as const;

export interface Model {
  /** As refusals call it. */
  readonly dto: string;
  readonly path: string;
  /** What each field is where nobody gave it. */
  readonly plain: Row;
  readonly one: Readonly<Record<string, Name>>;
  readonly many: Readonly<Record<string, Name>>;
}

const empty: Readonly<Record<string, unknown>> = { "#": 0, "?": false, "@": null };

function read(paragraph: string): [string, Model] {
  const [dto = "", path = "", ...fields] = paragraph.split(/\s+/);
  const linked = (sign: string) =>
    fields.flatMap((field) => {
      const [name = "", to] = field.split(sign);
      return to === undefined ? [] : [[name || to, to]];
    });
  const plain = fields.flatMap((field) => {
    const [, name = "", sign = ""] = /^(\w+)([#?@]?)$/.exec(field) ?? [];
    return name === "" ? [] : [[name, sign in empty ? empty[sign] : ""]];
  });
  const [one, many] = [
    Object.fromEntries(linked(">")) as Model["one"],
    Object.fromEntries(linked("*")) as Model["many"],
  ];
  const model = { dto: `${dto}DTO`, path, one, many, plain: Object.fromEntries(plain) as Row };
  return [`${dto[0]?.toLowerCase()}${dto.slice(1)}`, model];
}

export const models = Object.fromEntries(
  source
    .trim()
    .split(/\n(?=\w)/)
    .map(read),
) as Readonly<Record<Name, Model>>;

/** A record with nothing filled in that is not given: texts are empty then, numbers 0. */
export function filled(name: Name, given: Row): Row {
  const { plain, one, many } = models[name];
  const nothing = (fields: object, value: () => unknown) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, value()]));
  return { ...plain, ...nothing(one, () => null), ...nothing(many, () => []), ...given };
}
