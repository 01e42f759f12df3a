/**
 * Generates realistic examples from a schema. All examples describe the same invented sale, so their amounts add up. Ids and
 * codes exist in the demo company, which accepts every example body of a create operation.
 */
import type { JsonSchema } from "./jsonSchema.ts";
import { words } from "./wording.ts";

/** 3 × 80.00 net, 19 % tax. */
const sale = { quantity: 3, unit: 80, net: 240, tax: 45.6, gross: 285.6 };
const turnover = 1200;

/** Part of numbers that must be unique and that callers assign. The reference site replaces it, see `withFreshSerial`. */
const serial = "849917";

type Value = string | number | boolean;

/**
 * Values by field name, or by record and field name. A field that is a string in one record and a number in another has
 * one value that can be converted to both.
 */
const values: Readonly<Record<string, Value>> = {
  "PaymentLine.invoiceId": "inv-140",
  "PaymentLine.accountId": "acc-1200",
  "InvoiceInput.taxRule": "NET",
  "JournalEntryInput.accountId": "acc-4930",
  "TaxRate.code": "UST19",
  "TaxRate.id": "tax-ust19",
  "PaymentLine.contactId": "cus-20",
  "PaymentLine.customerId": "cus-20",
  "ExpenseTaxRate.code": "UST19",
  "ExpenseTaxRate.id": "tax-ust19",
  "LineDimension.id": "dim-k10",
  "Dimension.id": "dim-k10",
  "BookingProposalLineInput.taxCode": "VST19",
  "BookingProposalLineInput.accountNumber": 4930,
  "BookingProposalLineInput.accountCode": 4930,
  "BookingProposalLineInput.accountId": "acc-4930",
  "BookingProposalInput.contactId": "sup-1",
  "VendorCreditLineItemInput.taxCode": "VST19",
  "VendorCreditLineItemInput.accountNumber": 3400,
  "VendorCreditLineItemInput.accountId": "acc-3400",
  "VendorCreditInput.accountId": "acc-1600",
  "VendorCreditInput.contactId": "sup-1",
  "BillLineItemInput.taxCode": "VST19",
  "BillLineItemInput.accountNumber": 3400,
  "BillLineItemInput.accountId": "acc-3400",
  "BillInput.accountId": "acc-1600",
  "BillInput.contactId": "sup-1",
  "AccountInput.code": serial,
  "AccountInput.number": serial,
  "PaymentTermInput.code": `T${serial}`,
  "VendorCreditInput.vendorCreditNumber": `V-${serial}`,
  "Account.class": "REVENUE",
  "Account.code": 8499,
  "Account.debitCreditIndicator": "CREDIT",
  "Account.description": "Domestic sales",
  "Account.name": "Revenue 19 %",
  "Account.number": 8499,
  "Account.type": "REVENUE",
  "Address.type": "BILLING",
  "BankAccount.description": "Daily payments",
  "BankAccount.name": "Current account",
  "BankAccount.type": "BANK",
  "Dimension.name": "Office",
  "DimensionRecord.name": "Office",
  "DimensionRecord.status": "ACTIVE",
  "DocumentType.name": "Incoming invoice",
  "Invoice.name": "Office chairs for Example Trading Ltd",
  "Journal.type": "SALE",
  "LineDimension.name": "Office",
  "OfferedOperation.id": "units.list",
  "OfferedOperation.method": "GET",
  "OfferedOperation.path": "/accounting/units",
  "PassThroughResponse.status": 200,
  "PaymentTerm.description": "30 days net",
  "PaymentTerm.name": "30 days net",
  "Project.name": "New office",
  "TargetSystem.id": "example",
  "TargetSystem.operations": "units.list",
  "TargetSystemAuth.kind": "apiKey",
  "TargetSystemDetails.id": "example",
  "TaxRate.name": "19 % output tax",
  "TaxRateRecord.description": "Domestic sales",
  "TaxRateRecord.name": "19 % output tax",
  "Unit.code": "PCE",
  "Unit.description": "Piece",
  "SignInField.name": "apiKey",
  about: "A demo accounting system.",
  accountingPeriodId: "2026-02",
  taxRule: "NET",
  parentProjectId: "prj-messe",
  projectId: "prj-messe",
  paymentTermsId: "term-14t",
  paymentTermId: "term-14t",
  orderId: "so-1",
  itemId: "item-1",
  fileId: "file-cus-2",
  documentId: "file-cus-2",
  shippingContactId: "cus-1",
  billingContactId: "cus-1",
  supplierId: "sup-1",
  customerId: "cus-1",
  contactId: "cus-1",
  bankAccountId: "bank-1200",
  incomeAccountId: "acc-8400",
  expenseAccountId: "acc-3400",
  assetAccountId: "acc-0980",
  parentAccountId: "acc-8400",
  accountId: "acc-8400",
  accountCode: 8400,
  accountName: "Revenue 19 %",
  accountNumber: 8400,
  accountNumberLength: 4,
  addressLine1: "Musterstraße 1",
  addressLine2: "2nd floor",
  allowed_file_extensions: "pdf",
  amount: sale.gross,
  balance: sale.gross,
  bankAccountNumber: 1200,
  bankCode: "99999999",
  bankName: "Example Bank",
  bic: "EXMPDEFFXXX",
  billNumber: "B-2026-0042",
  bookingTaxCode: "9",
  category: "Purchasing",
  categoryName: "Cost centre",
  city: "Musterstadt",
  code: "A100",
  comment: "Please deliver to the back entrance.",
  companyName: "Example Trading Ltd",
  contact: "Example Trading Ltd",
  contactAccountNumber: 10001,
  contactName: "Example Trading Ltd",
  content: "JVBERi0xLjcK",
  contentType: "application/pdf",
  countryCode: "DE",
  creditNoteNumber: "C-2026-0007",
  currency: "EUR",
  currentPage: 1,
  database: "ok",
  description: "Office chairs",
  dimension: "Cost centre",
  dimension1: "100",
  dimension2: "200",
  discountDays: 10,
  discountDays2: 20,
  discountDeadline: "10",
  discountDeadline2: "20",
  discountPercentage: 2,
  "InvoiceInput.discountPercentage": 0,
  "InvoicePatch.discountPercentage": 0,
  discountPercentage2: 1,
  documentDate: "2026-02-22",
  dueDate: "2026-03-24T00:00:00Z",
  documentNumber: "R-2026-0042",
  documentType: "INVOICE",
  email: "accounting@trading.example",
  endDate: "2026-12-31T00:00:00Z",
  entries: "Invoices can be listed.",
  exchangeRate: 1,
  expiresDate: "2026-05-23T00:00:00Z",
  field: "limit",
  fileName: "invoice-0042.pdf",
  filename: "invoice-0042.pdf",
  files: "file-cus-2",
  fields: "id",
  filters: "lastModifiedAt",
  firstName: "Erika",
  fiscalYear: "2026",
  grossAmount: sale.gross,
  grossTotalAmount: sale.gross,
  holder: "Example Trading Ltd",
  iban: "DE00999999990000000000",
  invoiceNumber: "R-2026-0042",
  invoiceRange: "1-15",
  isProvisional: false,
  isReversal: false,
  itemName: "Office chair",
  itemNumber: "CHAIR-01",
  itemsAmount: sale.quantity,
  journalCode: "SO",
  journalType: "GENERAL",
  lastName: "Musterfrau",
  ledgerName: "Sales",
  lineAmountTypes: "EXCLUSIVE",
  message: "The file was booked.",
  month: 2,
  name: "Example",
  note: "Ordered by phone.",
  notes: "Ordered by phone.",
  number: "10942",
  offerNumber: "O-2026-0011",
  oneLineAddress: "Musterstraße 1, 12345 Musterstadt, DE",
  orders: "createdDate",
  path: "/v1/invoices",
  paymentDays: 30,
  paymentDeadline: "30",
  paymentMethod: "BANK_TRANSFER",
  paymentReference: "R-2026-0042",
  paymentTermCode: "30T2",
  paymentTermDuration: 30,
  paymentType: "CASH",
  percentage: 19,
  perPage: 20,
  postalCode: "12345",
  previousUntilDate: "2026-02-23T00:00:00Z",
  quantity: sale.quantity,
  quantityOrdered: sale.quantity,
  quantityReceived: sale.quantity,
  reference: "PO-7781",
  requestId: "01JEXAMPLE0000000000000000",
  requires: "fiscalYearStartDate",
  resource: "INVOICE",
  resourceId: "invoice-1042",
  rules: "Amounts are in the company's currency.",
  salutation: "Ms",
  secret: true,
  status: "OPEN",
  startDate: "2026-01-01T00:00:00Z",
  fiscalYearStartDate: "2026-01-01T00:00:00Z",
  stockCount: 25,
  sumNetAmount: sale.net,
  system: "Online banking",
  taxCode: "UST19",
  taxRatePercentage: 19,
  taxText: "plus 19 % tax",
  taxType: "OUTPUT",
  thirdPartyCode: "10001",
  timestamp: "2026-02-22T09:30:00Z",
  total: 1,
  totalAmount: sale.gross,
  totalCreditAmount: turnover,
  totalDebitAmount: turnover,
  totalGrossAmount: sale.gross,
  totalNetAmount: sale.net,
  totalPages: 1,
  totalTaxAmount: sale.tax,
  type: "STANDARD",
  unitAmount: sale.unit,
  unitName: "PIECE",
  unitPurchasePrice: 50,
  unitSalesPrice: sale.unit,
  vatId: "DE999999999",
  vendorCreditNumber: "V-2026-0003",
  version: "1",
  website: "https://trading.example",
};

/** The enum values that examples prefer. */
const usual = ["EUR", "OPEN", "ACTIVE", "COMPANY", "PENDING", "SUCCESS", "ok", "PRODUCT", "PIECE", "GET"];

/** Fields that the target system assigns. With a fixed number or id, an example could be sent only once. */
const assigned = [
  "BankAccountInput.number",
  "BillInput.billNumber",
  "BillLineItemInput.id",
  "BookingProposalInput.id",
  "BookingProposalInput.number",
  "BookingProposalLineInput.id",
  "ContactInput.id",
  "ContactInput.number",
  "CustomerOrSupplierInput.number",
  "ExpenseInput.id",
  "InvoiceInput.invoiceId",
  "InvoiceInput.invoiceNumber",
  "ItemInput.itemNumber",
  "OfferInput.offerNumber",
  "ProjectInput.code",
  "ProjectInput.number",
  "TransactionInput.id",
  "VendorCreditLineItemInput.id",
];
/** Only a payment makes a document paid. */
const paidDates = ["InvoiceInput", "InvoicePatch", "BillInput", "VendorCreditInput", "BookingProposalInput"];
/** The line is of a payment that a customer made. */
const otherSide = ["PaymentLine.supplierId"];
const omitted = new Set([...assigned, ...otherSide, ...paidDates.map((body) => `${body}.paidDate`)]);

/** Bodies that cannot be generated field by field. */
const fixedBodies: Readonly<Record<string, object>> = {
  EndUserPageInput: { endUserId: "user-42", returnUrl: "https://platform.example/settings" },
  PassThroughInput: { path: "/projects", method: "POST", body: { name: "New office" } },
};

/** A value that the schema accepts. `name` is the field, `owner` the record that contains it. */
export function exampleOf(schema: JsonSchema, name = "", owner = ""): unknown {
  const value = fixedBodies[schema.title ?? ""] ?? valueOf(schema, name, owner);
  return typeof value === "string" ? inThisYear(value) : value;
}

/** The same example with unused numbers, so that it can be sent again. */
export function withFreshSerial(example: unknown, now: number): { readonly example: unknown; readonly serial: string } {
  const fresh = String(Math.floor(now / 1000) % 1_000_000).padStart(serial.length, "0");
  return { example: JSON.parse(JSON.stringify(example).replaceAll(serial, fresh)), serial: fresh };
}

/** Examples use the current year, because the demo company's books for past years are closed. */
const inThisYear = (text: string): string => text.replace(/^2026(?=-|$)/, String(new Date().getUTCFullYear()));

function valueOf(schema: JsonSchema, name: string, owner: string): unknown {
  const known = values[`${owner}.${name}`] ?? values[`${withoutRole(owner)}.${name}`] ?? values[name];
  if ("const" in schema) return schema["const"];
  if (schema.enum) return [known, ...usual].find((value) => schema.enum?.includes(value)) ?? schema.enum[0];
  if (schema.format === "date-time" && known !== undefined) return known;
  if (schema.examples) return schema.examples[0];
  if (schema.properties) return objectOf(schema);
  if (schema.items) return listOf(schema.items, name, owner);
  const types = [schema.type ?? []].flat();
  if (types.includes("string")) return textOf(schema, known, { name, owner });
  if (types.includes("boolean")) return known !== false;
  if (types.includes("number") || types.includes("integer")) return numberOf(known, name);
  return {};
}

function objectOf({ title = "", properties = {} }: JsonSchema): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([name]) => !omitted.has(`${title}.${name}`));
  return Object.fromEntries(fields.map(([name, schema]) => [name, exampleOf(schema, name, title)]));
}

/** One entry. Lines with two sides get a debit and a credit, so that they balance; an expense has one debit line. */
function listOf(items: JsonSchema, name: string, owner: string): unknown[] {
  const entry = exampleOf(items, name, owner);
  const twoSided = /Line/.test(name) && items.properties?.["debitCreditIndicator"] !== undefined;
  if (!twoSided || typeof entry !== "object") return [entry];
  const account = { accountCode: "4930", accountId: "acc-4930", accountNumber: 4930 };
  const debit = { ...entry, ...account, debitCreditIndicator: "DEBIT" };
  if (name === "expenseLines") return [debit];
  const secondId = "id" in items.properties && { id: "journal-line-item-1043" };
  return [debit, { ...entry, ...secondId, debitCreditIndicator: "CREDIT" }];
}

function textOf(
  schema: JsonSchema,
  known: Value | undefined,
  { name, owner }: { name: string; owner: string },
): string {
  if (schema.format === "uri") return "https://platform.example/callback";
  if (known !== undefined) return String(known);
  if (name === "id") return idOf(withoutRole(owner));
  if (/[a-z]Id$/.test(name)) return idOf(name.slice(0, -2));
  return words(name);
}

const withoutRole = (owner: string): string => owner.replace(/(Record|Input|Patch)$/, "");

const idOf = (name: string): string => `${words(name).replaceAll(" ", "-")}-1042`;

function numberOf(known: Value | undefined, name: string): number {
  const read = Number(known);
  if (!Number.isNaN(read)) return read;
  return /discount/i.test(name) ? 0 : 1;
}
