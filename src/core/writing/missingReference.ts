/**
 * Finds out which reference in a body does not exist, after a vendor has rejected a write without naming a field. The
 * records are read through the connector's own handlers, so this costs calls only for rejected writes.
 */
import { Failure, type Fault } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { type Fields, textIn } from "./bodyLines.ts";
import { readList, readRecord } from "./vendorRecords.ts";

interface Reads {
  /** The record's name in messages. */
  readonly what: string;
  /** The operations that can read it, with the name of the id in their path. The record is missing if none finds it. */
  readonly by: readonly (readonly [OperationId, string])[];
  /** A list that also has such records, if they cannot be read one by one, or if bodies name them by code. */
  readonly listedIn?: OperationId;
}

const contact: Reads = {
  what: "contact",
  by: [
    ["contacts.get", "contactId"],
    ["customers.get", "contactId"],
    ["suppliers.get", "contactId"],
  ],
};

const references: Readonly<Record<string, Reads>> = {
  contactId: contact,
  customerId: contact,
  supplierId: contact,
  billingContactId: contact,
  shippingContactId: contact,
  itemId: { what: "item", by: [["items.get", "itemId"]] },
  accountId: {
    what: "account",
    by: [
      ["accounts.get", "accountId"],
      ["bankAccounts.get", "bankAccountId"],
    ],
  },
  invoiceId: {
    what: "document",
    by: [
      ["invoices.get", "invoiceId"],
      ["bills.get", "billId"],
      ["creditNotes.get", "creditNoteId"],
    ],
    // A refund of a supplier names a vendor credit.
    listedIn: "vendorCredits.list",
  },
  paymentTermId: { what: "payment term", by: [["paymentTerms.get", "paymentTermId"]] },
  projectId: { what: "project", by: [["projects.get", "projectId"]] },
  taxCode: { what: "tax code", by: [["taxRates.get", "taxRateId"]], listedIn: "taxRates.list" },
};

interface Reference {
  readonly field: string;
  readonly reads: Reads;
  readonly value: string;
}

/** All references of a body, outermost first. */
function referencesIn(value: unknown, at = ""): Reference[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Fields).flatMap(([name, inner]): Reference[] => {
    if (Array.isArray(inner)) return inner.flatMap((item, index) => referencesIn(item, `${at}${name}[${index}].`));
    if (typeof inner === "object") return referencesIn(inner, `${at}${name}.`);
    const reads = references[name];
    return reads === undefined || typeof inner !== "string" ? [] : [{ field: at + name, reads, value: inner }];
  });
}

/** Each value is looked up once, and no more of them than a caller would wait for. */
const mostLookups = 12;

/** Each reference of the body that does not exist at the target system. */
export async function missingReferences(write: Write, session: Session): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const { field, reads, value } of uniqueReferences(write).slice(0, mostLookups))
    if (!(await isThere(write, session, reads, value)))
      faults.push({ field, message: `${write.connector.name} has no ${reads.what} "${value}". Check ${field}.` });
  return faults;
}

function uniqueReferences({ call }: Write): readonly Reference[] {
  const seen = new Set<string>();
  return referencesIn(call.body).filter(({ reads, value }) => {
    const key = `${reads.what} ${value}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The same failure with the field that refers to nothing, if there is one. */
export async function withMissingReference(write: Write, session: Session, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.details.field !== undefined || error.details.faults !== undefined)
    return error;
  const isMissing = error.code === "not_found" && Object.keys(write.call.ids).length === 0;
  if (error.code !== "target_rejected" && !isMissing) return error;
  const [fault] = await missingReferences(write, session);
  return fault === undefined
    ? error
    : new Failure("target_rejected", fault.message, { ...error.details, field: fault.field });
}

/** Whether any read finds it. If none is offered, or a read fails, it counts as existing. */
async function isThere({ connector }: Write, session: Session, reads: Reads, value: string): Promise<boolean> {
  const { by, listedIn } = reads;
  let isKnownMissing = false;
  try {
    for (const [operation, id] of by) {
      const found = await readRecord(connector, operation, { [id]: value }, session);
      if (found.is === "found") return true;
      if (found.is === "missing") isKnownMissing = true;
    }
    if (!isKnownMissing) return true;
    const listed = listedIn === undefined ? [] : ((await readList(connector, listedIn, session)) ?? []);
    return listed.some((record) => textIn(record, "id") === value || textIn(record, "code") === value);
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
