/** The kinds of records: what one may send, what one has to, and what they are called elsewhere. */

export const tables = [
  ...(["accountingTransaction", "article", "bankTransaction", "costCenter", "currency", "document"] as const),
  ...(["financialYear", "incomingGoods", "ledgerAccount", "party", "purchaseInvoice", "purchaseOpenItem"] as const),
  ...(["purchaseOrder", "quotation", "salesInvoice", "salesOpenItem", "salesOrder", "tax", "termOfPayment"] as const),
  ...(["unit", "user", "webhook"] as const),
] as const;
export type Table = (typeof tables)[number];

export interface Entity {
  readonly table: Table;
  /** What one may send; without it there is nothing to be written. */
  readonly writable?: readonly string[];
  readonly required?: readonly string[];
  /** The list of its lines. */
  readonly items?: string;
  /** The package that the tenant needs for it. */
  readonly package?: string;
  readonly deletes?: true;
}

const words = (list: string): string[] => list.trim().split(/\s+/);

const documentFields = `status description recordComment recordCurrencyId termOfPaymentId headerDiscount recordAddress
  commission sentToRecipient shippingCostItems tags`;
/** Lists within records whose entries have ids of their own. */
export const parts: ReadonlySet<string> = new Set([
  ...["salesInvoiceItems", "purchaseInvoiceItems", "quotationItems", "orderItems"],
  ...["addresses", "articlePrices", "bankAccounts", "conditions"],
]);

/** Where ids lead. */
export const references: Readonly<Record<string, Table>> = {
  ...{ accountId: "ledgerAccount", expenseAccountId: "ledgerAccount", parentAccountId: "ledgerAccount" },
  ...{ articleId: "article", costCenterId: "costCenter", currencyId: "currency", recordCurrencyId: "currency" },
  ...{ customerId: "party", supplierId: "party", invoiceRecipientId: "party" },
  ...{ taxId: "tax", termOfPaymentId: "termOfPayment", unitId: "unit" },
};

/** The words of properties that have only certain ones, by entity and property. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  "ledgerAccount.type": words("PERSONAL_ACCOUNT IMPERSONAL_ACCOUNT CARRY_FORWARD_ACCOUNT"),
  "party.partyType": words("ORGANIZATION PERSON"),
  "quotation.status": words("OPEN INQUIRED ACCEPTED REJECTED CANCELLED"),
  "salesInvoice.status": words("NEW CANCELLED OPEN_ITEM_CREATED ENTRY_COMPLETED DOCUMENT_CREATED"),
  "salesOrder.status": words("ORDER_ENTRY_IN_PROGRESS ORDER_CONFIRMATION_PRINTED CLOSED MANUALLY_CLOSED CANCELLED"),
  "termOfPayment.dueDateOption": words("PERIOD IMMEDIATE END_OF_MONTH FIX"),
};

export const entities: readonly Entity[] = [
  { table: "accountingTransaction" },
  {
    ...{ table: "article", deletes: true },
    required: ["articleNumber", "name", "unitId"],
    writable: words(`articleNumber name description articleType taxRateType unitId accountId expenseAccountId active
      articlePrices`),
  },
  { table: "bankTransaction" },
  { table: "costCenter" },
  { table: "currency" },
  { table: "financialYear" },
  { table: "incomingGoods", package: "purchasing" },
  {
    ...{ table: "ledgerAccount", deletes: true },
    required: ["accountNumber", "type"],
    writable: words("accountNumber description type balanceSheetItem parentAccountId automatic"),
  },
  {
    ...{ table: "party", deletes: true },
    required: ["partyType"],
    writable:
      words(`partyType company firstName lastName salutation website vatIdentificationNumber email emailHome phone
      phoneHome mobilePhone1 fax customer supplier customerNumber supplierNumber addresses bankAccounts contacts`),
  },
  {
    ...{ table: "purchaseInvoice", items: "purchaseInvoiceItems", deletes: true },
    required: ["supplierId", "invoiceDate"],
    writable:
      words(`${documentFields} supplierId invoiceNumber invoiceDate dueDate deliveryDate shippingDate grossPrices
      purchaseInvoiceItems`),
  },
  { table: "purchaseOpenItem" },
  { table: "purchaseOrder", package: "purchasing" },
  {
    ...{ table: "quotation", items: "quotationItems", deletes: true },
    required: ["customerId"],
    writable: words(`${documentFields} customerId quotationDate quotationNumber salesChannel quotationItems`),
  },
  {
    ...{ table: "salesInvoice", items: "salesInvoiceItems", deletes: true },
    required: ["customerId"],
    writable:
      words(`${documentFields} customerId invoiceNumber invoiceDate dueDate shippingDate deliveryDate salesChannel
      orderNumberAtCustomer salesInvoiceItems`),
  },
  { table: "salesOpenItem" },
  {
    ...{ table: "salesOrder", items: "orderItems", deletes: true },
    required: ["customerId"],
    writable: words(`${documentFields} customerId invoiceRecipientId orderDate plannedDeliveryDate salesChannel note
      orderItems`),
  },
  { table: "tax" },
  {
    ...{ table: "termOfPayment", deletes: true },
    required: ["dueDateOption"],
    writable: words("name description dueDateOption numberOfDays conditions reference"),
  },
  { table: "unit" },
  {
    ...{ table: "webhook", deletes: true },
    required: ["entityName", "url", "requestMethod"],
    writable: words("entityName url requestMethod atCreate atUpdate atDelete"),
  },
];
