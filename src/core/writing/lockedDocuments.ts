/**
 * Protects documents that are paid or voided. They keep their contact, day, currency and amounts; Kontor reads the current
 * state before it sends a change or a deletion. An id of another kind of document is unknown to the connector's own read,
 * so it is refused as well.
 */
import type { Connector } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import { moneyFieldsOf } from "../../contract/moneyFields.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, type OperationId, operations } from "../../contract/operations.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { type Fields, textIn } from "./bodyLines.ts";
import { differencesOf } from "./differences.ts";
import { type Lookup, readRecord, readVendorCredit } from "./vendorRecords.ts";

interface ProtectedDocument {
  /** Its name in messages. */
  readonly name: string;
  readonly read: (connector: Connector, id: string, session: Session) => Promise<Lookup>;
  readonly id: string;
  /** How a caller corrects a document that is locked. */
  readonly remedy: string;
}

const bill: ProtectedDocument = {
  name: "bill",
  read: (connector, billId, session) => readRecord(connector, "bills.get", { billId }, session),
  id: "billId",
  remedy: "Delete its payment first, or create a vendor credit.",
};
const invoice: ProtectedDocument = {
  name: "invoice",
  read: (connector, invoiceId, session) => readRecord(connector, "invoices.get", { invoiceId }, session),
  id: "invoiceId",
  remedy: "Delete its payment first, or create a credit note at the target system.",
};
const vendorCredit: ProtectedDocument = {
  name: "vendor credit",
  read: (connector, vendorCreditId, session) => readVendorCredit(connector, { vendorCreditId }, session),
  id: "vendorCreditId",
  remedy: "Undo its payment or its use for a bill at the target system first, or create a bill.",
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
};

/** A document that was written off has no status. */
const lockedStates: ReadonlySet<string> = new Set([
  "PAID",
  "PARTIALLY_PAID",
  "PARTIALLY_OVERDUE",
  "VOIDED",
  "written off",
]);
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
  const status = textIn(found.record, "status");
  checkStatusChange(write, status);
  const isWrittenOff = status === undefined && textIn(found.record, "paymentStatus") === "BAD_DEBT";
  const state = isWrittenOff ? "written off" : status;
  if (state === undefined || !lockedStates.has(state)) return;
  const changed = changedField(write, operation, found.record);
  if (changed === undefined) return;
  throw new Failure("document_locked", `This ${document.name} is ${state}, so ${changed.action}. ${document.remedy}`, {
    ...(changed.field !== undefined && { field: changed.field }),
    targetSystem: write.connector.id,
  });
}

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
