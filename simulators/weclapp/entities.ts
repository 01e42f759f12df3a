/** The kinds of records: which fields can be written, which are required, and where they lead. */

export interface Entity {
  readonly table: EntityName;
  /** The writable fields. Without them the kind is read-only. */
  readonly writable?: readonly string[];
  readonly required: readonly string[];
  /** Numbers that must be unique. */
  readonly unique: readonly string[];
  /** The name of the list of lines. */
  readonly items: string | undefined;
  /** The package that the tenant needs for it. */
  readonly package: string | undefined;
  readonly deletes: boolean;
}

const words = (list: string): string[] => list.trim().split(/\s+/);

/** The fields that all documents share: `document` below. */
const documentFields =
  words(`status description recordComment recordCurrencyId termOfPaymentId headerDiscount recordAddress
  commission sentToRecipient shippingCostItems tags`);

/** The writable fields of each kind: `!` marks required ones, `#` unique numbers, `[]` the lines, `@` a package; `-` means deletable. */
const source = {
  article:
    "- articleNumber!# name! unitId! description articleType taxRateType accountId expenseAccountId active articlePrices",
  incomingGoods: "@purchasing",
  ledgerAccount: "- accountNumber!# type! description balanceSheetItem parentAccountId automatic",
  party: `- partyType! company firstName lastName salutation website vatIdentificationNumber email emailHome phone phoneHome
    mobilePhone1 fax customer supplier customerNumber# supplierNumber# addresses bankAccounts contacts`,
  purchaseInvoice:
    "- purchaseInvoiceItems[] document supplierId! invoiceDate! invoiceNumber dueDate deliveryDate shippingDate grossPrices purchaseInvoiceType",
  purchaseOrder: "@purchasing purchaseOrderItems[]",
  quotation: "- quotationItems[] document customerId! quotationDate quotationNumber# salesChannel",
  salesInvoice: `- salesInvoiceItems[] document customerId! invoiceNumber# invoiceDate dueDate shippingDate deliveryDate salesChannel
    orderNumberAtCustomer salesInvoiceType`,
  salesOrder: "- orderItems[] document customerId! invoiceRecipientId orderDate plannedDeliveryDate salesChannel note",
  termOfPayment: "- dueDateOption! name description numberOfDays conditions reference",
  webhook: "- entityName! url! requestMethod! atCreate atUpdate atDelete",
  accountingTransaction: "",
  bankTransaction: "",
  costCenter: "",
  currency: "",
  financialYear: "",
  purchaseOpenItem: "",
  salesOpenItem: "",
  tax: "",
  unit: "",
};

type EntityName = keyof typeof source;
/** Files and users have their own routes. */
export type Table = EntityName | "document" | "user";
export const tables = [...(Object.keys(source) as EntityName[]), "document", "user"] as const;

export function entityOf(table: EntityName): Entity {
  const marks = words(source[table]);
  const marked = (form: RegExp) => marks.flatMap((mark) => form.exec(mark)?.[1] ?? []);
  const [items] = marked(/^(\w+)\[\]$/);
  const fields = marked(/^(\w+)!?#?$/).flatMap((field) => (field === "document" ? documentFields : [field]));
  return {
    table,
    required: marked(/^(\w+)!#?$/),
    unique: marked(/^(\w+)!?#$/),
    items,
    package: marked(/^@(\w+)$/)[0],
    deletes: marks.includes("-"),
    ...(fields.length > 0 && { writable: items ? [...fields, items] : fields }),
  };
}

export const entities = (Object.keys(source) as EntityName[]).map(entityOf);

/** Lists within records whose entries have ids. */
export const parts: ReadonlySet<string> = new Set([
  "salesInvoiceItems",
  "purchaseInvoiceItems",
  "quotationItems",
  "orderItems",
  "addresses",
  "articlePrices",
  "bankAccounts",
  "conditions",
]);

/** The table that each reference leads to. */
export const references: Readonly<Record<string, Table>> = {
  accountId: "ledgerAccount",
  expenseAccountId: "ledgerAccount",
  parentAccountId: "ledgerAccount",
  articleId: "article",
  costCenterId: "costCenter",
  currencyId: "currency",
  recordCurrencyId: "currency",
  customerId: "party",
  supplierId: "party",
  invoiceRecipientId: "party",
  taxId: "tax",
  termOfPaymentId: "termOfPayment",
  unitId: "unit",
};

/** The allowed values of enumerated properties, by entity and property. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  "ledgerAccount.type": words("PERSONAL_ACCOUNT IMPERSONAL_ACCOUNT CARRY_FORWARD_ACCOUNT"),
  "party.partyType": words("ORGANIZATION PERSON"),
  "purchaseInvoice.purchaseInvoiceType": words("CREDIT_NOTE PREPAYMENT_INVOICE STANDARD_INVOICE"),
  "quotation.status": words("OPEN INQUIRED ACCEPTED REJECTED CANCELLED"),
  "salesInvoice.salesInvoiceType": words(
    "ADVANCE_PAYMENT_INVOICE CREDIT_NOTE FINAL_INVOICE PART_PAYMENT_INVOICE PREPAYMENT_INVOICE RETAIL_INVOICE STANDARD_INVOICE",
  ),
  "salesInvoice.status": words("NEW CANCELLED OPEN_ITEM_CREATED ENTRY_COMPLETED DOCUMENT_CREATED"),
  "salesOrder.status": words("ORDER_ENTRY_IN_PROGRESS ORDER_CONFIRMATION_PRINTED CLOSED MANUALLY_CLOSED CANCELLED"),
  "termOfPayment.dueDateOption": words("PERIOD IMMEDIATE END_OF_MONTH FIX"),
};
