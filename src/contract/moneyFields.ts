/**
 * The body fields that decide amounts, tax, dates or status. A target system stores them as they are, stores an equivalent
 * form, or the write is refused with `cannot_store` before anything is sent. Every other field may be left out with a
 * warning.
 */
import type { TSchema } from "typebox";

/** In documents, payments, journal entries and bank transactions. */
const transactionFields: ReadonlySet<string> = new Set([
  // Prices and discounts.
  "amount",
  "quantity",
  "unitAmount",
  "discountAmount",
  "discountAmount2",
  "discountItemPercentage",
  "discountPercentage",
  "discountPercentage2",
  "totalDiscountAmount",
  "totalDiscountPercentage",
  "unitDiscountAmount",
  "unitDiscountPercentage",
  // Totals.
  "grossAmount",
  "grossTotalAmount",
  "totalGrossAmount",
  "totalNetAmount",
  "totalTaxAmount",
  // Tax.
  "bookingTaxCode",
  "lineAmountTypes",
  "taxCode",
  "taxRate",
  "taxRatePercentage",
  "taxRule",
  // Currency.
  "currency",
  "exchangeRate",
  // Accounts and contacts.
  "accountCode",
  "accountId",
  "accountNumber",
  "bankAccountId",
  "bankAccountNumber",
  "bic",
  "contactAccountNumber",
  "contactId",
  "customerId",
  "debitCreditIndicator",
  "iban",
  "supplierId",
  // Dates and payment terms.
  "billDate",
  "bookingDate",
  "bookingProposalDate",
  "deferredEndDate",
  "deferredStartDate",
  "deliveryDate",
  "discountPaymentDate",
  "discountPaymentDate2",
  "dueDate",
  "invoiceDate",
  "offerDate",
  "orderDate",
  "paidDate",
  "paymentDate",
  "paymentDays",
  "paymentTermCode",
  "paymentTermDuration",
  "paymentTermId",
  "paymentTermsId",
  "shippingDate",
  "shippingEndDate",
  "taxAssignmentDate",
  "transactionDate",
  "valueDate",
  "vendorCreditDate",
  // Status.
  "isPaymentOrder",
  "isProvisional",
  "paymentStatus",
  "status",
]);

/** In contacts, items, accounts and payment terms, from which later documents take them. */
const masterDataFields: ReadonlySet<string> = new Set([
  "discountDays",
  "discountDays2",
  "discountPercentage",
  "discountPercentage2",
  "iban",
  "paymentDays",
  "unitPurchasePrice",
  "unitSalesPrice",
]);

const masterData: ReadonlySet<string> = new Set([
  "AccountInput",
  "BankAccountInput",
  "ContactInput",
  "ContactsBulkInput",
  "CustomerOrSupplierInput",
  "CustomerOrSupplierPatch",
  "ContactPatch",
  "ItemInput",
  "ItemPatch",
  "PaymentTermInput",
  "ProjectInput",
]);

/** Bodies without amounts. */
const others: ReadonlySet<string> = new Set(["FileFields", "PassThroughInput"]);

/**
 * Compared with the stored record like the fields above, but neither refused nor undone: the books are right without them. A
 * target system that assigns its own numbers stores another number than the body asks for.
 */
const comparedFields: ReadonlySet<string> = new Set([
  "billNumber",
  "dimension1",
  "dimension2",
  "dimensions",
  "documentNumber",
  "invoiceNumber",
  "number",
  "offerNumber",
  "projectId",
  "vendorCreditNumber",
]);

export type AffectsAmounts = (field: string) => boolean;

/** Returns, for a body, whether a field affects amounts. `field` is its path: `lineItems.taxCode`. */
export function moneyFieldsOf(body: TSchema | undefined): AffectsAmounts {
  const { title = "" } = (body ?? {}) as { title?: string };
  if (others.has(title)) return () => false;
  const names = masterData.has(title) ? masterDataFields : transactionFields;
  return (field) => names.has(nameOf(field));
}

/** Returns, for a body, whether a field is compared with the stored record, although it does not affect amounts. */
export function comparedFieldsOf(body: TSchema | undefined): AffectsAmounts {
  const { title = "" } = (body ?? {}) as { title?: string };
  if (others.has(title) || masterData.has(title)) return () => false;
  return (field) => comparedFields.has(nameOf(field));
}

/** `lineItems[1].taxCode` is named `taxCode`. */
const nameOf = (field: string): string => (field.split(".").at(-1) ?? field).replace(/\[\d+\]$/, "");

/** The paths of a body's fields that affect amounts, for the documentation. */
export const moneyFieldPaths = (body: TSchema): string[] => pathsIn(body).filter(moneyFieldsOf(body));

/** The paths of a body's fields that are only compared, for the documentation. */
export const comparedFieldPaths = (body: TSchema): string[] => pathsIn(body).filter(comparedFieldsOf(body));

function pathsIn(schema: TSchema, prefix = ""): string[] {
  const { properties = {}, items } = schema as {
    properties?: Readonly<Record<string, TSchema>>;
    items?: TSchema;
  };
  if (items !== undefined) return pathsIn(items, prefix);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = prefix + name;
    const below = pathsIn(inner, `${path}.`);
    return below.length === 0 ? [path] : [path, ...below];
  });
}
