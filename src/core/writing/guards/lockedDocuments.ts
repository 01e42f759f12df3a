/**
 * Protects documents that are paid, voided or in a closed period. They keep their contact, day, currency and amounts; Kontor
 * reads the current state before it sends a change or a deletion. An id of another kind of document is unknown to the
 * connector's own read, so it is refused as well. Payments are protected in the same way if they are in a closed period or
 * reconciled with a bank statement.
 */
import type { Connector } from "../../../contract/connector.ts";
import { cannotStore, Failure } from "../../../contract/failure.ts";
import { moneyFieldsOf } from "../../../contract/moneyFields.ts";
import type { Operation } from "../../../contract/operation.ts";
import { handlerOperationOf, type OperationId, operations } from "../../../contract/operations.ts";
import type { Day } from "../../../contract/parameters.ts";
import type { Session } from "../../../contract/session.ts";
import type { Write } from "../../calling/request.ts";
import { type Fields, linesOf, textIn } from "../bodyLines.ts";
import { differencesOf } from "../differences.ts";
import { type Lookup, readRecord, readVendorCredit } from "../vendorRecords.ts";
import { closedUntilAt } from "./closedPeriods.ts";

interface ProtectedDocument {
  /** Its name in messages. */
  readonly name: string;
  readonly read: (connector: Connector, id: string, session: Session) => Promise<Lookup>;
  readonly id: string;
  /** The field with its day. */
  readonly day: string;
  /** How a caller corrects a document that is locked by its state. */
  readonly remedy: string;
  /** How a caller corrects a document in a closed period. */
  readonly remedyWhenClosed: string;
}

const reopen = "or ask the company to reopen the period at the target system.";

const bill: ProtectedDocument = {
  name: "bill",
  read: (connector, billId, session) => readRecord(connector, "bills.get", { billId }, session),
  id: "billId",
  day: "billDate",
  remedy: "Delete its payment first, or create a vendor credit.",
  remedyWhenClosed: `Create a vendor credit in an open period, ${reopen}`,
};
const invoice: ProtectedDocument = {
  name: "invoice",
  read: (connector, invoiceId, session) => readRecord(connector, "invoices.get", { invoiceId }, session),
  id: "invoiceId",
  day: "invoiceDate",
  remedy: "Delete its payment first, or create a credit note at the target system.",
  remedyWhenClosed: `Create a credit note in an open period at the target system, ${reopen}`,
};
const vendorCredit: ProtectedDocument = {
  name: "vendor credit",
  read: (connector, vendorCreditId, session) => readVendorCredit(connector, { vendorCreditId }, session),
  id: "vendorCreditId",
  day: "vendorCreditDate",
  remedy: "Undo its payment or its use for a bill at the target system first, or create a bill.",
  remedyWhenClosed: `Create a bill in an open period, ${reopen}`,
};

const payment: ProtectedDocument = {
  name: "payment",
  read: (connector, paymentId, session) => readRecord(connector, "payments.get", { paymentId }, session),
  id: "paymentId",
  day: "paymentDate",
  remedy: "Undo the match at the target system first.",
  remedyWhenClosed: `Record a refund in an open period, ${reopen}`,
};

/** The operations that change or delete a document. */
const changes: Readonly<Partial<Record<OperationId, ProtectedDocument>>> = {
  "bills.update": bill,
  "bills.delete": bill,
  "bills.lineItems.create": bill,
  "bills.lineItems.update": bill,
  "vendorCredits.update": vendorCredit,
  "vendorCredits.delete": vendorCredit,
  "invoices.patch": invoice,
  "invoices.lineItems.create": invoice,
  "invoices.lineItems.patch": invoice,
  "payments.delete": payment,
};

/** A document that was written off has no status. */
const lockedStates: ReadonlySet<string> = new Set([
  "PAID",
  "PARTIALLY_PAID",
  "PARTIALLY_OVERDUE",
  "VOIDED",
  "written off",
]);
/** Posted, and nothing is paid. */
const openStates: ReadonlySet<string> = new Set(["OPEN", "OVERDUE"]);
/** Fields that a locked document keeps. */
const lockedFields =
  /^(contactId|currency|invoiceDate|billDate|vendorCreditDate|sumNetAmount|total\w*Amount|lineItems\b.*)$/;

export async function checkChangeable(write: Write, session: Session): Promise<void> {
  const operation = handlerOperationOf(write.operation);
  const document = changes[operation];
  if (document === undefined) return;
  const id = write.call.ids[document.id] ?? "";
  const found = await document.read(write.connector, id, session);
  if (found.is === "missing")
    throw new Failure(
      "not_found",
      `${write.connector.name} has no ${document.name} with this id. Check ${document.id}.`,
      {
        field: document.id,
        targetSystem: write.connector.id,
      },
    );
  if (found.is === "unknown") return;
  checkStatusChange(write, textIn(found.record, "status"));
  const lock =
    stateLock(write.connector, document, found) ?? (await periodLock(write, document, found.record, session));
  if (lock === undefined) return;
  const changed = changedField(write, operation, found.record);
  if (changed === undefined) return;
  throw new Failure("document_locked", `This ${document.name} ${lock.reason}, so ${changed.action}. ${lock.remedy}`, {
    ...(changed.field !== undefined && { field: changed.field }),
    targetSystem: write.connector.id,
  });
}

interface Lock {
  /** Continues "This invoice". */
  readonly reason: string;
  readonly remedy: string;
}

function stateLock(
  { isReconciled }: Connector,
  document: ProtectedDocument,
  { record, raw }: Extract<Lookup, { readonly is: "found" }>,
): Lock | undefined {
  const { remedy } = document;
  if (document === payment)
    return isReconciled?.(raw) ? { reason: "was matched with a line of a bank statement", remedy } : undefined;
  const status = textIn(record, "status");
  const isWrittenOff = status === undefined && textIn(record, "paymentStatus") === "BAD_DEBT";
  const state = isWrittenOff ? "written off" : status;
  return state !== undefined && lockedStates.has(state) ? { reason: `is ${state}`, remedy } : undefined;
}

/** Drafts are in no period yet. Posting one in a closed period is refused, and so is moving a posted document there. */
async function periodLock(
  write: Write,
  document: ProtectedDocument,
  record: Fields,
  session: Session,
): Promise<Lock | undefined> {
  const status = textIn(record, "status");
  const body = (write.call.body ?? {}) as Fields;
  const isPosted = document === payment || (status !== undefined && openStates.has(status));
  const isPostedNow = openStates.has(textIn(body, "status") ?? "");
  if (!isPosted && !isPostedNow) return undefined;
  const closed = await closedUntilAt(write.connector, session);
  if (closed === undefined) return undefined;
  const day = daysOf(record, document).find((each) => each <= closed);
  if (isPosted && day !== undefined)
    return {
      reason: `is dated ${day}, and the books of ${write.connector.name} are closed until ${closed}`,
      remedy: document.remedyWhenClosed,
    };
  const posting = dayIn(body, document.day) ?? day;
  if (posting !== undefined && posting <= closed)
    throw cannotStore(
      `${document.day} is ${posting}, but the books of ${write.connector.name} are closed until ${closed}. Send a later ${document.day}.`,
      document.day,
    );
  return undefined;
}

const dayIn = (fields: Fields, name: string): Day | undefined => textIn(fields, name)?.slice(0, 10);

/** Each line of a payment has its own day. */
const daysOf = (record: Fields, { day }: ProtectedDocument): readonly Day[] =>
  [record, ...linesOf(record)].flatMap((fields) => dayIn(fields, day) ?? []);

/** The forbidden change that the write would make. Undefined if there is none. */
function changedField(
  write: Write,
  operation: OperationId,
  record: Fields,
): { readonly action: string; readonly field?: string } | undefined {
  const { method, body } = operations[operation] as Operation;
  if (method === "DELETE") return { action: "it cannot be deleted" };
  if (operation.includes(".lineItems.")) return { action: "its lines cannot change" };
  const difference = differencesOf(write.call.body, record, moneyFieldsOf(body)).find(({ field }) =>
    lockedFields.test(field),
  );
  return difference && { action: `its ${difference.field} cannot change`, field: difference.field };
}

const paidStates: ReadonlySet<unknown> = new Set(["PAID", "PARTIALLY_PAID", "PARTIALLY_OVERDUE"]);

/** Payments make a document paid, not its status. Repeating the current status is not a change. */
function checkStatusChange({ call }: Write, current: string | undefined): void {
  const { status } = (call.body ?? {}) as { readonly status?: unknown };
  if (!paidStates.has(status) || status === current) return;
  throw cannotStore(
    `status cannot be set to ${String(status)}. Record the payment with POST /accounting/payments.`,
    "status",
  );
}

/** A document is not created as paid. */
export function checkNewStatus({ operation, call }: Write): void {
  if (!/^(invoices|bills|vendorCredits)\.create$/.test(handlerOperationOf(operation))) return;
  const { status } = (call.body ?? {}) as { readonly status?: unknown };
  if (!paidStates.has(status)) return;
  throw cannotStore(
    `A document cannot be created with status ${String(status)}. Create it as OPEN and record the payment with POST /accounting/payments.`,
    "status",
  );
}
