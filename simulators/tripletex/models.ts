/** The fields of Tripletex's records, as in its description (2.72.00), as far as the connector uses them. */
import type { Row } from "../engine/values.ts";

export const names = [
  "account",
  "address",
  "annualAccount",
  "contact",
  "country",
  "currency",
  "customer",
  "department",
  "document",
  "employee",
  "invoice",
  "order",
  "orderLine",
  "paymentType",
  "posting",
  "product",
  "productUnit",
  "project",
  "projectOrderLine",
  "purchaseOrder",
  "purchaseOrderline",
  "subscription",
  "supplier",
  "supplierInvoice",
  "vatType",
  "voucher",
  "voucherType",
] as const;
export type Name = (typeof names)[number];

interface Field {
  /** Its value in a new record. */
  readonly blank: unknown;
  /** The model of the record that the field refers to. */
  readonly toOne?: Name;
  /** The model of the records in the list. */
  readonly toMany?: Name;
}
const text: Field = { blank: "" };
const number: Field = { blank: 0 };
const flag: Field = { blank: false };
const day: Field = { blank: null };
const reference = (toOne: Name): Field => ({ blank: null, toOne });
const list = (toMany: Name): Field => ({ blank: [], toMany });

interface ModelDescription {
  readonly path: string;
  readonly fields: Readonly<Record<string, Field>>;
}

const descriptions: Readonly<Record<Name, ModelDescription>> = {
  account: {
    path: "ledger/account",
    fields: {
      number: number,
      numberPretty: text,
      name: text,
      description: text,
      type: text,
      ledgerType: text,
      balanceGroup: text,
      vatLocked: flag,
      isCloseable: flag,
      isInactive: flag,
      isBankAccount: flag,
      isInvoiceAccount: flag,
      bankAccountNumber: text,
      bankName: text,
      bankAccountIBAN: text,
      saftCode: text,
      groupingCode: text,
      displayName: text,
      vatType: reference("vatType"),
      currency: reference("currency"),
    },
  },
  address: {
    path: "address",
    fields: {
      addressLine1: text,
      addressLine2: text,
      postalCode: text,
      city: text,
      country: reference("country"),
    },
  },
  annualAccount: {
    path: "ledger/annualAccount",
    fields: {
      year: number,
      start: day,
      end: day,
    },
  },
  contact: {
    path: "contact",
    fields: {
      firstName: text,
      lastName: text,
      displayName: text,
      email: text,
      phoneNumberMobile: text,
      phoneNumberWork: text,
      isInactive: flag,
      customer: reference("customer"),
      department: reference("department"),
    },
  },
  country: {
    path: "country",
    fields: {
      name: text,
      displayName: text,
      isoAlpha2Code: text,
      isoAlpha3Code: text,
      isoNumericCode: text,
    },
  },
  currency: {
    path: "currency",
    fields: {
      code: text,
      description: text,
      factor: number,
      displayName: text,
      isDisabled: flag,
    },
  },
  customer: {
    path: "customer",
    fields: {
      name: text,
      organizationNumber: text,
      globalLocationNumber: number,
      supplierNumber: number,
      customerNumber: number,
      isSupplier: flag,
      isCustomer: flag,
      isInactive: flag,
      email: text,
      invoiceEmail: text,
      phoneNumber: text,
      phoneNumberMobile: text,
      description: text,
      language: text,
      displayName: text,
      isPrivateIndividual: flag,
      invoicesDueIn: number,
      invoicesDueInType: text,
      bankAccountPresentation: day,
      website: text,
      postalAddress: reference("address"),
      physicalAddress: reference("address"),
      deliveryAddress: reference("address"),
      currency: reference("currency"),
    },
  },
  department: {
    path: "department",
    fields: {
      name: text,
      departmentNumber: text,
      displayName: text,
      isInactive: flag,
      departmentManager: reference("employee"),
    },
  },
  document: {
    path: "document",
    fields: {
      fileName: text,
      size: number,
      mimeType: text,
    },
  },
  employee: {
    path: "employee",
    fields: {
      firstName: text,
      lastName: text,
      displayName: text,
      email: text,
    },
  },
  invoice: {
    path: "invoice",
    fields: {
      invoiceNumber: number,
      invoiceDate: day,
      creditedInvoice: number,
      isCredited: flag,
      invoiceDueDate: day,
      kid: text,
      invoiceComment: text,
      comment: text,
      deliveryDate: day,
      amount: number,
      amountCurrency: number,
      amountExcludingVat: number,
      amountExcludingVatCurrency: number,
      amountRoundoff: number,
      amountOutstanding: number,
      isCreditNote: flag,
      amountRoundoffCurrency: number,
      amountCurrencyOutstanding: number,
      amountCurrencyOutstandingTotal: number,
      sumRemits: number,
      isCharged: flag,
      isApproved: flag,
      documentId: number,
      customer: reference("customer"),
      currency: reference("currency"),
      voucher: reference("voucher"),
      orders: list("order"),
      orderLines: list("orderLine"),
      postings: list("posting"),
    },
  },
  order: {
    path: "order",
    fields: {
      displayName: text,
      receiverEmail: text,
      number: text,
      reference: text,
      orderDate: day,
      invoiceComment: text,
      invoicesDueIn: number,
      isClosed: flag,
      deliveryDate: day,
      deliveryComment: text,
      isPrioritizeAmountsIncludingVat: flag,
      sendMethodDescription: text,
      discountPercentage: number,
      customer: reference("customer"),
      department: reference("department"),
      project: reference("project"),
      currency: reference("currency"),
      deliveryAddress: reference("address"),
      orderLines: list("orderLine"),
    },
  },
  orderLine: {
    path: "order/orderline",
    fields: {
      description: text,
      count: number,
      unitCostCurrency: number,
      unitPriceExcludingVatCurrency: number,
      markup: number,
      discount: number,
      amountExcludingVatCurrency: number,
      amountIncludingVatCurrency: number,
      unitPriceIncludingVatCurrency: number,
      orderedQuantity: number,
      product: reference("product"),
      vatType: reference("vatType"),
      currency: reference("currency"),
      order: reference("order"),
    },
  },
  paymentType: {
    path: "invoice/paymentType",
    fields: {
      description: text,
      displayName: text,
      sequence: number,
      currencyId: number,
      debitAccount: reference("account"),
      creditAccount: reference("account"),
    },
  },
  posting: {
    path: "ledger/posting",
    fields: {
      date: day,
      description: text,
      amount: number,
      amountCurrency: number,
      amountGross: number,
      amountGrossCurrency: number,
      invoiceNumber: text,
      termOfPayment: day,
      row: number,
      type: day,
      externalRef: text,
      systemGenerated: flag,
      taxTransactionType: text,
      quantityAmount1: number,
      voucher: reference("voucher"),
      account: reference("account"),
      customer: reference("customer"),
      supplier: reference("supplier"),
      project: reference("project"),
      product: reference("product"),
      department: reference("department"),
      vatType: reference("vatType"),
      currency: reference("currency"),
      employee: reference("employee"),
    },
  },
  product: {
    path: "product",
    fields: {
      name: text,
      number: text,
      displayNumber: text,
      description: text,
      costExcludingVatCurrency: number,
      priceExcludingVatCurrency: number,
      priceIncludingVatCurrency: number,
      isInactive: flag,
      displayName: text,
      productUnit: reference("productUnit"),
      vatType: reference("vatType"),
      currency: reference("currency"),
      account: reference("account"),
      supplier: reference("supplier"),
    },
  },
  productUnit: {
    path: "product/unit",
    fields: {
      displayName: text,
      name: text,
      nameEN: text,
      nameShort: text,
      nameShortEN: text,
      commonCode: text,
      isDeletable: flag,
    },
  },
  project: {
    path: "project",
    fields: {
      name: text,
      number: text,
      displayName: text,
      description: text,
      startDate: day,
      endDate: day,
      isClosed: flag,
      isInternal: flag,
      isOffer: flag,
      isFixedPrice: flag,
      reference: text,
      projectManager: reference("employee"),
      department: reference("department"),
      mainProject: reference("project"),
      customer: reference("customer"),
      vatType: reference("vatType"),
      currency: reference("currency"),
      orderLines: list("projectOrderLine"),
    },
  },
  projectOrderLine: {
    path: "project/orderline",
    fields: {
      description: text,
      count: number,
      unitPriceExcludingVatCurrency: number,
      discount: number,
      amountExcludingVatCurrency: number,
      amountIncludingVatCurrency: number,
      date: day,
      product: reference("product"),
      vatType: reference("vatType"),
      currency: reference("currency"),
      project: reference("project"),
    },
  },
  purchaseOrder: {
    path: "purchaseOrder",
    fields: {
      number: text,
      discount: number,
      internalComment: text,
      comments: text,
      deliveryDate: day,
      creationDate: day,
      isClosed: flag,
      status: text,
      supplier: reference("supplier"),
      project: reference("project"),
      deliveryAddress: reference("address"),
      currency: reference("currency"),
      ourContact: reference("employee"),
      orderLines: list("purchaseOrderline"),
    },
  },
  purchaseOrderline: {
    path: "purchaseOrder/orderline",
    fields: {
      description: text,
      count: number,
      unitPriceExcludingVatCurrency: number,
      discount: number,
      amountExcludingVatCurrency: number,
      amountIncludingVatCurrency: number,
      product: reference("product"),
      currency: reference("currency"),
      purchaseOrder: reference("purchaseOrder"),
    },
  },
  subscription: {
    path: "event/subscription",
    fields: {
      event: text,
      targetUrl: text,
      fields: text,
      status: text,
      authHeaderName: text,
    },
  },
  supplier: {
    path: "supplier",
    fields: {
      name: text,
      organizationNumber: text,
      supplierNumber: number,
      customerNumber: number,
      isSupplier: flag,
      isCustomer: flag,
      isInactive: flag,
      email: text,
      invoiceEmail: text,
      phoneNumber: text,
      phoneNumberMobile: text,
      description: text,
      isPrivateIndividual: flag,
      bankAccountPresentation: day,
      language: text,
      isWholesaler: flag,
      displayName: text,
      postalAddress: reference("address"),
      physicalAddress: reference("address"),
      deliveryAddress: reference("address"),
      currency: reference("currency"),
    },
  },
  supplierInvoice: {
    path: "supplierInvoice",
    fields: {
      invoiceNumber: text,
      invoiceDate: day,
      invoiceDueDate: day,
      kidOrReceiverReference: text,
      amount: number,
      amountCurrency: number,
      amountExcludingVat: number,
      amountExcludingVatCurrency: number,
      isCreditNote: flag,
      originalInvoiceDocumentId: number,
      outstandingAmount: number,
      supplier: reference("supplier"),
      voucher: reference("voucher"),
      currency: reference("currency"),
      orderLines: list("orderLine"),
      payments: list("posting"),
    },
  },
  vatType: {
    path: "ledger/vatType",
    fields: {
      name: text,
      number: text,
      displayName: text,
      percentage: number,
      deductionPercentage: number,
      parentType: reference("vatType"),
    },
  },
  voucher: {
    path: "ledger/voucher",
    fields: {
      date: day,
      number: number,
      tempNumber: number,
      year: number,
      description: text,
      externalVoucherNumber: text,
      vendorInvoiceNumber: text,
      numberAsString: text,
      voucherType: reference("voucherType"),
      reverseVoucher: reference("voucher"),
      document: reference("document"),
      attachment: reference("document"),
      ediDocument: reference("document"),
      postings: list("posting"),
    },
  },
  voucherType: {
    path: "ledger/voucherType",
    fields: {
      name: text,
      displayName: text,
    },
  },
};

export interface Model {
  /** The name in refusals. */
  readonly dto: string;
  readonly path: string;
  /** The default of each field: empty texts, and 0 for numbers. */
  readonly blank: Row;
  readonly toOne: Readonly<Record<string, Name>>;
  readonly toMany: Readonly<Record<string, Name>>;
}

function modelOf(name: Name): Model {
  const { path, fields } = descriptions[name];
  const blank: Row = { id: 0, version: 0 };
  const toOne: Record<string, Name> = {};
  const toMany: Record<string, Name> = {};
  for (const [fieldName, field] of Object.entries(fields)) {
    blank[fieldName] = field.blank;
    if (field.toOne !== undefined) toOne[fieldName] = field.toOne;
    if (field.toMany !== undefined) toMany[fieldName] = field.toMany;
  }
  return { dto: `${name.charAt(0).toUpperCase()}${name.slice(1)}DTO`, path, blank, toOne, toMany };
}

export const models = Object.fromEntries(names.map((name) => [name, modelOf(name)])) as Readonly<Record<Name, Model>>;
