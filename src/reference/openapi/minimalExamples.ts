/** Short examples of bodies: the fields that most target systems need. The demo company accepts each of them. */
import type { Operation } from "../../contract/operation.ts";
import { exampleOf } from "./examples.ts";
import { plain } from "./jsonSchema.ts";

const documentLines = ["lineItems.name", "lineItems.quantity", "lineItems.unitAmount", "lineItems.taxRatePercentage"];
const purchaseLines = [
  "lineItems.name",
  "lineItems.quantity",
  "lineItems.unitAmount",
  "lineItems.taxCode",
  "lineItems.accountId",
];
const entryLines = [
  "journalLineItems.accountNumber",
  "journalLineItems.debitCreditIndicator",
  "journalLineItems.totalNetAmount",
];
const contact = ["contactType", "companyName", "isCustomer", "emailAddresses"];

/** The fields of each body, nested ones with a dot. */
const minimalFields: Readonly<Record<string, readonly string[]>> = {
  AccountInput: ["name", "number", "class", "type"],
  BankAccountInput: ["name", "iban"],
  BillInput: ["contactId", "billDate", ...purchaseLines],
  BookingProposalInput: ["bookingProposalDate", "contactId", "lineItems.accountNumber", "lineItems.totalGrossAmount"],
  ContactInput: contact,
  ContactsBulkInput: [
    "accountNumberLength",
    "chartOfAccount",
    "fiscalYearStartDate",
    ...contact.map((field) => `entries.${field}`),
  ],
  CustomerOrSupplierInput: ["contactType", "role", "companyName"],
  ExpenseInput: ["transactionDate", "currency", "expenseLines.accountNumber", "expenseLines.totalNetAmount"],
  InvoiceInput: ["contactId", "invoiceDate", "currency", ...documentLines],
  InvoiceLineItemInput: ["name", "quantity", "unitAmount", "taxRatePercentage"],
  ItemInput: ["name", "unitSalesPrice"],
  JournalEntryInput: ["transactionDate", "description", ...entryLines],
  JournalEntriesBulkInput: [
    "accountNumberLength",
    "chartOfAccount",
    "fiscalYearStartDate",
    "entries.transactionDate",
    "entries.description",
    ...entryLines.map((field) => `entries.${field}`),
  ],
  OfferInput: ["contactId", "offerDate", "currency", "addresses", ...documentLines],
  PaymentInput: ["currency", "paymentLines.invoiceId", "paymentLines.amount", "paymentLines.paymentDate"],
  PaymentTermInput: ["name", "code", "paymentDays"],
  ProjectInput: ["name"],
  SalesOrderInput: ["contactId", "orderDate", ...documentLines],
  VendorCreditInput: ["contactId", "vendorCreditDate", "vendorCreditNumber", ...purchaseLines],
};

/** Undefined if the body has no short form. */
export function minimalExample(title: string | undefined, full: unknown): unknown {
  const fields = minimalFields[title ?? ""];
  return fields === undefined ? undefined : pick(full, fields);
}

/** An example to begin with: the short one of a new record, otherwise the full one. */
export function firstExample({ method, body }: Operation): unknown {
  if (body === undefined) return undefined;
  const schema = plain(body);
  const full = exampleOf(schema);
  return (method === "POST" ? minimalExample(schema.title, full) : undefined) ?? full;
}

/** The named fields of an example; of a list, those of every entry. */
function pick(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, fields));
  const names = new Set(fields.map((field) => field.split(".")[0] ?? ""));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>)
      .filter(([name]) => names.has(name))
      .map(([name, inner]) => {
        const below = fields.flatMap((field) => (field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : []));
        return [name, below.length === 0 ? inner : pick(inner, below)];
      }),
  );
}
