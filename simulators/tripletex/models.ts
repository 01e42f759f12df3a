/** What Tripletex's records have in them: as its description (2.72.00) names it, as far as anybody asks here. */
import type { Row } from "../engine/values.ts";

/** `name:s` is a text, `:n` a number, `:b` yes or no, `:d` a day or nothing, `:j` whatever it is. */
type Plain = string;

export interface Model {
  /** As refusals call it. */
  readonly dto: string;
  readonly path: string;
  readonly plain: readonly string[];
  readonly defaults: Row;
  /** Other records, by id. */
  readonly one: Readonly<Record<string, Name>>;
  readonly many: Readonly<Record<string, Name>>;
}

const empty: Readonly<Record<string, unknown>> = { s: "", n: 0, b: false, d: null, j: null };

type Links = Readonly<Record<string, string>>;

function model(dto: string, path: string, plain: Plain, one: Links = {}, many: Links = {}): Model {
  const fields = plain.split(/\s+/).map((field) => field.split(":") as [string, string]);
  const defaults = {
    ...Object.fromEntries(fields.map(([name, kind]) => [name, empty[kind]])),
    ...Object.fromEntries(Object.keys(one).map((name) => [name, null])),
  };
  return {
    ...{ dto: `${dto}DTO`, path, defaults, plain: ["id", "version", "url", ...fields.map(([name]) => name)] },
    ...{ one: one as Model["one"], many: many as Model["many"] },
  };
}

const line = `description:s count:n unitCostCurrency:n unitPriceExcludingVatCurrency:n markup:n discount:n
  amountExcludingVatCurrency:n amountIncludingVatCurrency:n`;
const trader = `name:s organizationNumber:s supplierNumber:n customerNumber:n isSupplier:b isCustomer:b isInactive:b email:s
  invoiceEmail:s overdueNoticeEmail:s phoneNumber:s phoneNumberMobile:s description:s isPrivateIndividual:b language:s
  displayName:s bankAccountPresentation:j website:s`;
const parties = { postalAddress: "address", physicalAddress: "address", deliveryAddress: "address" };
const address = "addressLine1:s addressLine2:s postalCode:s city:s";
const claim = "invoiceDate:d invoiceDueDate:d amount:n amountCurrency:n amountExcludingVat:n amountExcludingVatCurrency:n";

export const models = {
  account: model(
    "Account",
    "ledger/account",
    `number:n numberPretty:s name:s description:s type:s ledgerType:s balanceGroup:s vatLocked:b isCloseable:b
     isApplicableForSupplierInvoice:b requireReconciliation:b isInactive:b isBankAccount:b isInvoiceAccount:b bankAccountNumber:s
     bankName:s bankAccountIBAN:s bankAccountSWIFT:s saftCode:s groupingCode:s displayName:s requiresDepartment:b`,
    { vatType: "vatType", currency: "currency" },
  ),
  address: model("Address", "address", address, { country: "country" }),
  annualAccount: model("AnnualAccount", "ledger/annualAccount", "year:n start:d end:d"),
  contact: model(
    "Contact",
    "contact",
    "firstName:s lastName:s displayName:s email:s phoneNumberMobile:s phoneNumberWork:s isInactive:b",
    { customer: "customer", department: "department", phoneNumberMobileCountry: "country" },
  ),
  country: model("Country", "country", "name:s displayName:s isoAlpha2Code:s isoAlpha3Code:s isoNumericCode:s"),
  currency: model("Currency", "currency", "code:s description:s factor:n displayName:s isDisabled:b"),
  customer: model(
    "Customer",
    "customer",
    `${trader} globalLocationNumber:n singleCustomerInvoice:b invoiceSendMethod:s emailAttachmentType:s invoicesDueIn:n
     invoicesDueInType:s isFactoring:b discountPercentage:n`,
    { ...parties, currency: "currency", ledgerAccount: "account" },
  ),
  department: model("Department", "department", "name:s departmentNumber:s displayName:s isInactive:b", {
    departmentManager: "employee",
  }),
  document: model("Document", "document", "fileName:s size:n mimeType:s"),
  employee: model("Employee", "employee", "firstName:s lastName:s displayName:s email:s"),
  invoice: model(
    "Invoice",
    "invoice",
    `${claim} invoiceNumber:n creditedInvoice:n isCredited:b kid:s invoiceComment:s comment:s deliveryDate:d amountRoundoff:n
     amountRoundoffCurrency:n amountOutstanding:n amountCurrencyOutstanding:n amountOutstandingTotal:n
     amountCurrencyOutstandingTotal:n sumRemits:n isCreditNote:b isCharged:b isApproved:b invoiceRemarks:s documentId:n`,
    { customer: "customer", currency: "currency", voucher: "voucher" },
    { orders: "order", orderLines: "orderLine", postings: "posting" },
  ),
  order: model(
    "Order",
    "order",
    `displayName:s receiverEmail:s number:s reference:s orderDate:d invoiceComment:s invoicesDueIn:n invoicesDueInType:s isClosed:b
     isShowOpenPostsOnInvoices:b deliveryDate:d deliveryComment:s isPrioritizeAmountsIncludingVat:b isSubscription:b
     sendMethodDescription:s discountPercentage:n customerName:s`,
    { customer: "customer", department: "department", project: "project", currency: "currency", deliveryAddress: "address" },
    { orderLines: "orderLine" },
  ),
  orderLine: model(
    "OrderLine",
    "order/orderline",
    `${line} unitPriceIncludingVatCurrency:n isSubscription:b sortIndex:n isPicked:b orderedQuantity:n isCharged:b`,
    { product: "product", vatType: "vatType", currency: "currency", order: "order" },
  ),
  paymentType: model(
    "PaymentType",
    "invoice/paymentType",
    "description:s displayName:s sequence:n currencyId:n currencyCode:s",
    { debitAccount: "account", creditAccount: "account", vatType: "vatType" },
  ),
  posting: model(
    "Posting",
    "ledger/posting",
    `date:d description:s amortizationStartDate:d amount:n amountCurrency:n amountGross:n amountGrossCurrency:n invoiceNumber:s
     termOfPayment:d row:n type:j externalRef:s systemGenerated:b taxTransactionType:s taxTransactionTypeId:n matched:b
     quantityAmount1:n quantityAmount2:n isVatReadonly:b isAmountVatClosed:b postingRuleId:n`,
    {
      ...{ voucher: "voucher", account: "account", customer: "customer", supplier: "supplier", project: "project" },
      ...{ product: "product", department: "department", vatType: "vatType", currency: "currency", employee: "employee" },
    },
  ),
  product: model(
    "Product",
    "product",
    `name:s number:s displayNumber:s description:s orderLineDescription:s costExcludingVatCurrency:n costPrice:n
     priceExcludingVatCurrency:n priceIncludingVatCurrency:n isInactive:b incomingStock:n outgoingStock:n isDeletable:b
     hasSupplierProductConnected:b displayName:s isRoundPriceIncVat:b priceInTargetCurrency:n purchasePriceCurrency:n`,
    { ...{ productUnit: "productUnit", vatType: "vatType", currency: "currency" }, account: "account", supplier: "supplier" },
  ),
  productUnit: model(
    "ProductUnit",
    "product/unit",
    "displayName:s displayNameShort:s name:s nameEN:s nameShort:s nameShortEN:s commonCode:s isDeletable:b",
  ),
  project: model(
    "Project",
    "project",
    `name:s number:s displayName:s description:s startDate:d endDate:d isClosed:b isReadyForInvoicing:b isInternal:b isOffer:b
     isFixedPrice:b reference:s externalAccountsNumber:s fixedprice:n customerName:j`,
    {
      ...{ projectManager: "employee", department: "department", mainProject: "project" },
      ...{ customer: "customer", vatType: "vatType", currency: "currency" },
    },
    { orderLines: "projectLine" },
  ),
  projectLine: model("ProjectOrderLine", "project/orderline", `${line} date:d isChargeable:b isBudget:b`, {
    ...{ product: "product", vatType: "vatType", currency: "currency", project: "project" },
  }),
  purchaseLine: model(
    "PurchaseOrderline",
    "purchaseOrder/orderline",
    `description:s count:n quantityReceived:n unitCostCurrency:n unitPriceExcludingVatCurrency:n discount:n
     amountExcludingVatCurrency:n amountIncludingVatCurrency:n`,
    { product: "product", currency: "currency", purchaseOrder: "purchaseOrder" },
  ),
  purchaseOrder: model(
    "PurchaseOrder",
    "purchaseOrder",
    "number:s receiverEmail:s discount:n internalComment:s comments:s deliveryDate:d receivedDate:d creationDate:d isClosed:b status:s",
    {
      ...{ supplier: "supplier", project: "project", department: "department", deliveryAddress: "address" },
      ...{ currency: "currency", ourContact: "employee" },
    },
    { orderLines: "purchaseLine" },
  ),
  subscription: model("Subscription", "event/subscription", "event:s targetUrl:s fields:s status:s authHeaderName:s"),
  supplier: model("Supplier", "supplier", `${trader} showProducts:b isWholesaler:b locale:s`, {
    ...parties,
    ...{ currency: "currency", ledgerAccount: "account" },
  }),
  supplierInvoice: model(
    "SupplierInvoice",
    "supplierInvoice",
    `${claim} invoiceNumber:s kidOrReceiverReference:s isCreditNote:b originalInvoiceDocumentId:n outstandingAmount:n`,
    { supplier: "supplier", voucher: "voucher", currency: "currency" },
    { orderLines: "orderLine", payments: "posting" },
  ),
  vatType: model(
    "VatType",
    "ledger/vatType",
    "name:s number:s displayName:s percentage:n deductionPercentage:n",
    { parentType: "vatType" },
  ),
  voucher: model(
    "Voucher",
    "ledger/voucher",
    `date:d number:n tempNumber:n year:n description:s externalVoucherNumber:s supplierVoucherType:j wasAutoMatched:b
     vendorInvoiceNumber:s numberAsString:s`,
    {
      ...{ voucherType: "voucherType", reverseVoucher: "voucher" },
      ...{ document: "document", attachment: "document", ediDocument: "document" },
    },
    { postings: "posting" },
  ),
  voucherType: model("VoucherType", "ledger/voucherType", "name:s displayName:s"),
} as const satisfies Readonly<Record<string, Model>>;

export type Name =
  | "account" | "address" | "annualAccount" | "contact" | "country" | "currency" | "customer" | "department" | "document"
  | "employee" | "invoice" | "order" | "orderLine" | "paymentType" | "posting" | "product" | "productUnit" | "project"
  | "projectLine" | "purchaseLine" | "purchaseOrder" | "subscription" | "supplier" | "supplierInvoice" | "vatType"
  | "voucher" | "voucherType";
export const names = Object.keys(models) as Name[];

/** A record with nothing filled in that is not given: texts are empty then, numbers 0. */
export const filled = (name: Name, given: Row): Row => {
  const { defaults, many } = models[name] as Model;
  return { ...defaults, ...Object.fromEntries(Object.keys(many).map((list) => [list, []])), ...given };
};
