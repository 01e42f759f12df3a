/**
 * Fits a body to its target system before it is sent. Fields that affect amounts are stored as they are, replaced by an
 * equivalent form, or refused with `cannot_store`. Other fields that the target system cannot store are left out with a
 * warning.
 */
import type { FieldTable } from "../../contract/connector.ts";
import { Failure, type Fault } from "../../contract/failure.ts";
import { moneyFieldsOf } from "../../contract/moneyFields.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import {
  type Fields,
  isWritable,
  lineListOf,
  linesOf,
  numberIn,
  ratePercentageOf,
  tableBelow,
  taxCodeOf,
  textIn,
} from "./bodyLines.ts";
import { derive } from "./derive.ts";
import { promisedTotals } from "./equivalents.ts";
import { resolveAccounts } from "./resolveAccounts.ts";
import { type ResolvedDimensions, resolveDimensions } from "./resolveDimensions.ts";
import { resolveTaxes } from "./resolveTaxes.ts";

export interface FittedBody {
  readonly body: unknown;
  readonly warnings: readonly string[];
}

export async function fitBody(write: Write, session: Session): Promise<FittedBody> {
  const { body } = write.call;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { body, warnings: [] };
  const { entries, ...header } = body as { readonly entries?: unknown };
  if (Array.isArray(entries)) return fitEntries(header, entries as readonly Fields[], write, session);
  return fitSingle(body as Fields, write, session);
}

async function fitSingle(body: Fields, write: Write, session: Session): Promise<FittedBody> {
  const { document, warnings } = await fitDocument(body, write, session);
  const fitted = withoutUnsupported(document, write);
  return { ...fitted, warnings: [...warnings, ...fitted.warnings] };
}

/** Each entry of a bulk body is fitted as if it were created alone. All that must be refused is reported together. */
async function fitEntries(
  header: Fields,
  entries: readonly Fields[],
  write: Write,
  session: Session,
): Promise<FittedBody> {
  const { handler, call } = write;
  const { accepts: _accepts, ...facts } = handler;
  const operation = write.operation.replace(/\.bulk$/, ".create") as OperationId;
  const entryHandler = { ...facts, writableFields: tableBelow(handler.writableFields, "entries") };
  const warnings = new Set<string>();
  const fitted: unknown[] = [];
  const faults: Fault[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `entries[${index}].`;
    try {
      const single = { ...write, operation, handler: entryHandler, call: { ...call, body: entry } };
      const { body, warnings: ofEntry } = await fitSingle(entry, single, session);
      fitted.push(body);
      for (const warning of ofEntry) warnings.add(warning);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "cannot_store") throw error;
      const { faults: ofEntry = [{ field: error.details.field, message: error.message }] } = error.details;
      faults.push(...ofEntry.map(({ field = "", message }) => ({ field: at + field, message })));
    }
  }
  if (faults.length > 0)
    throw new Failure("cannot_store", faults.map(({ message }) => message).join(" "), {
      faults,
      targetSystem: write.connector.id,
    });
  const { body, warnings: ofHeader } = withoutUnsupported(header, write);
  return { body: { ...(body as Fields), entries: fitted }, warnings: [...ofHeader, ...warnings] };
}

async function fitDocument(document: Fields, write: Write, session: Session): Promise<ResolvedDimensions> {
  const { handler, connector } = write;
  const storable = { system: connector.name, table: handler.writableFields, accepts: handler.accepts ?? {} };
  const derived = derive(document, storable);
  const resolved = await resolveAccounts(await resolveTaxes(derived, write, session), write, session);
  return resolveDimensions(resolved, write, session);
}

/** A field that the target system has no room for. */
interface Unsupported {
  /** `lineItems[1].taxCode`. */
  readonly field: string;
  /** Without the positions: `lineItems.taxCode`. */
  readonly path: string;
  readonly value: unknown;
  /** The document or line that the field is in. */
  readonly within: Fields;
}

function withoutUnsupported(body: Fields, { operation, connector, handler, call }: Write): FittedBody {
  const decidesMoney = moneyFieldsOf(operations[operation].body);
  const unsupported = unsupportedIn(body, handler.writableFields);
  const hasTaxCodes = connector.operations["taxRates.list"] !== undefined;
  const deciding = unsupported.filter(({ path, value }) => pathsOf(path, value).some(decidesMoney));
  const faults = deciding
    .filter(
      (field) =>
        !isNeutral(field, { document: body, sent: call.body as Fields, table: handler.writableFields, hasTaxCodes }),
    )
    .map(faultOf(connector.name, body, handler.writableFields));
  if (faults.length > 0)
    throw new Failure("cannot_store", faults.map(({ message }) => message).join(" "), {
      faults,
      targetSystem: connector.id,
    });
  const leftOut = new Set(unsupported.filter((field) => !deciding.includes(field)).map(({ path }) => path));
  return {
    body,
    warnings: [...leftOut].map((path) => `${connector.name} cannot store ${path}; it was left out.`),
  };
}

function unsupportedIn(value: unknown, table: FieldTable, at = "", pathAt = ""): Unsupported[] {
  if (typeof value !== "object" || value === null) return [];
  const within = value as Fields;
  return Object.entries(within).flatMap(([name, inner]): Unsupported[] => {
    const field = at + name;
    const path = pathAt + name;
    // Only own properties: every object inherits a `constructor`.
    const writable = Object.hasOwn(table, name) ? table[name] : undefined;
    if (writable === undefined) return [{ field, path, value: inner, within }];
    if (writable === true) return [];
    if (!Array.isArray(inner)) return unsupportedIn(inner, writable, `${field}.`, `${path}.`);
    return inner.flatMap((item, index) => unsupportedIn(item, writable, `${field}[${index}].`, `${path}.`));
  });
}

/** The path of a field and of everything in it. */
function pathsOf(path: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [path];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const below = items.flatMap((item) =>
    typeof item === "object" && item !== null
      ? Object.entries(item).flatMap(([name, inner]) => pathsOf(`${path}.${name}`, inner))
      : [],
  );
  return [path, ...below];
}

const faultOf =
  (system: string, document: Fields, table: FieldTable) =>
  ({ field, path }: Unsupported): Fault => {
    const name = path.split(".").at(-1) ?? path;
    const list = lineListOf(document);
    const hasCodes = list !== undefined && isWritable(tableBelow(table, list), "taxCode");
    const remedy =
      (name === "taxRule" && !hasCodes ? ruleRemedy : remedies[name]) ??
      "Leave it out, or use a target system that stores it.";
    return { field, message: `${system} cannot store ${field}, which would change the books. ${remedy}` };
  };

const ruleRemedy = "Leave it out to store 0 % without the reason, or use a target system that stores it.";
const byPayment = "Record the payment with POST /accounting/payments.";
const remedies: Readonly<Record<string, string>> = {
  paidDate: byPayment,
  paymentStatus: byPayment,
  taxCode: "Send taxRatePercentage alone.",
  taxRate: "Send the tax as a line of its own.",
  taxRule: "Send the taxCode of each line instead.",
};

/** The target system decides these itself. The stored record is compared with the body. */
const compared: ReadonlySet<string> = new Set(["currency", "status", "taxRatePercentage"]);
const ordinaryRules: ReadonlySet<unknown> = new Set(["NET", "GROSS"]);
const zeroRules: ReadonlySet<unknown> = new Set([
  "TAXFREE",
  "INTRACOMMUNITY_GOODS",
  "INTRACOMMUNITY_SERVICE",
  "EXPORT_SERVICE",
  "EXPORT_GOODS",
  "REVERSE_CHARGE",
  "CONSTRUCTION_SERVICE",
]);

/** Whether leaving the field out changes nothing: it has the default value, or repeats what another field says. */
function isNeutral({ path, value, within }: Unsupported, surroundings: Surroundings): boolean {
  const name = path.split(".").at(-1) ?? path;
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value) && value.length === 0) return true;
  if (promisedTotals.has(name) || compared.has(name)) return true;
  if (/^(total|unit)?discount/i.test(name) && typeof value === "number") return value === 0;
  const test = neutralValues[name];
  return test?.({ value, within, ...surroundings }) ?? false;
}

interface Surroundings {
  /** The document in the form that is sent to the vendor. */
  readonly document: Fields;
  /** The document as the caller sent it. */
  readonly sent: Fields;
  readonly table: FieldTable;
  /** Whether the target system has tax codes, so that a code beside a percentage says the same. */
  readonly hasTaxCodes: boolean;
}

interface NeutralCheck extends Surroundings {
  readonly value: unknown;
  /** The document or line that the field is in. */
  readonly within: Fields;
}

const documentDays = [
  "invoiceDate",
  "billDate",
  "vendorCreditDate",
  "orderDate",
  "transactionDate",
  "bookingProposalDate",
];
const sameDay = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" && a.slice(0, 10) === b.slice(0, 10);
const isDocumentDay = ({ value, document }: NeutralCheck): boolean =>
  documentDays.some((name) => sameDay(value, document[name]));
const namesDocument = ({ within }: NeutralCheck): boolean => textIn(within, "invoiceId") !== undefined;
const hasDueDate = ({ document, table }: NeutralCheck): boolean =>
  isWritable(table, "dueDate") && textIn(document, "dueDate") !== undefined;
const allLines = ({ sent }: NeutralCheck, test: (line: Fields) => boolean): boolean =>
  lineListOf(sent) !== undefined && linesOf(sent).every(test);
/** Every line is free of tax, or names its own code. */
const isUntaxed = (check: NeutralCheck): boolean =>
  allLines(check, (line) => taxCodeOf(line) !== undefined || (ratePercentageOf(line) ?? 0) === 0);

const neutralValues: Readonly<Record<string, (check: NeutralCheck) => boolean>> = {
  exchangeRate: ({ value }) => Number(value) === 1,
  lineAmountTypes: (check) => check.value === "EXCLUSIVE" || (check.value === "NOTAX" && isUntaxed(check)),
  taxRule: (check) =>
    ordinaryRules.has(check.value) ||
    (zeroRules.has(check.value) && allLines(check, (line) => taxCodeOf(line) !== undefined)),
  paymentStatus: ({ value }) => value === "PENDING" || value === "NO_OPEN_ITEM",
  isProvisional: ({ value }) => value === false,
  isPaymentOrder: ({ value }) => value === false,
  deliveryDate: isDocumentDay,
  shippingDate: isDocumentDay,
  shippingEndDate: isDocumentDay,
  taxAssignmentDate: isDocumentDay,
  valueDate: ({ value, within }) => sameDay(value, within["bookingDate"]),
  // The document that a payment line names decides its contact.
  contactId: namesDocument,
  customerId: namesDocument,
  supplierId: namesDocument,
  paymentTermId: hasDueDate,
  paymentTermsId: hasDueDate,
  paymentTermCode: hasDueDate,
  // By default, the lines of an expense have the side of the expense.
  debitCreditIndicator: ({ value, document }) =>
    document["expenseLines"] !== undefined && value === (document["type"] === "REFUND" ? "CREDIT" : "DEBIT"),
  taxCode: ({ within, hasTaxCodes }) => hasTaxCodes && ratePercentageOf(within) !== undefined,
  taxRate: ({ within }) => taxCodeOf(within) === undefined && (ratePercentageOf(within) ?? 0) === 0,
  unitPurchasePrice: ({ value }) => value === 0,
  unitSalesPrice: ({ value }) => value === 0,
  paymentDays: ({ value }) => value === 0,
  discountDays: ({ value }) => value === 0,
  discountDays2: ({ value }) => value === 0,
  amount: ({ value }) => value === 0,
  quantity: ({ value, within }) =>
    value === 1 ||
    numberIn(within, "totalNetAmount") !== undefined ||
    numberIn(within, "totalGrossAmount") !== undefined,
  unitAmount: ({ within }) =>
    numberIn(within, "totalNetAmount") !== undefined || numberIn(within, "totalGrossAmount") !== undefined,
};
