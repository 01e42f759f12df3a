/**
 * Reads the receipts of writes that could not be verified when they were made, and compares them with their bodies. The
 * outcome in the journal then has the stored record and its differences, so that a repeated key gets them too.
 */
import type { Connector, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, type OperationId, operations } from "../../contract/operations.ts";
import { findConnection } from "../../store/connections.ts";
import { clearReceipt, leaseReceipts, type OperationRow, updateOperation } from "../../store/operations.ts";
import { checkState, openConnection } from "../accounts/connection.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { differenceText, receiptDifferences } from "./differences.ts";
import { type JournalDeps, outcomeColumn, outcomeOf, requestOf } from "./journal.ts";
import { encodeOutcome, type WrittenRecord } from "./outcome.ts";
import { sealStored } from "./storedRecord.ts";
import { readRecord } from "./vendorRecords.ts";

export interface LateReceiptDeps extends Pick<JournalDeps, "database" | "vault" | "onStored"> {
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
}

/** In one run, so that a long outage does not end in a burst of calls. */
const mostAtOnce = 20;

export async function readLateReceipts(deps: LateReceiptDeps): Promise<void> {
  for (const row of await leaseReceipts(deps.database, mostAtOnce)) {
    try {
      await readReceipt(deps, row);
    } catch (error) {
      // The vendor is still unavailable, or the end user must sign in again: the lease ends and the duty tries again.
      if (!(error instanceof Failure)) throw error;
    }
  }
}

async function readReceipt(deps: LateReceiptDeps, row: OperationRow): Promise<void> {
  const { database, vault, connectors, openSession } = deps;
  const outcome = outcomeOf(deps, row);
  const stored = await findConnection(database, row.connectionId);
  const connector = connectors.get(stored?.targetSystem ?? "");
  const read = outcome instanceof Failure || outcome === undefined ? undefined : readingOf(row, outcome);
  if (stored === undefined || connector === undefined || read === undefined || outcome instanceof Failure)
    return clearReceipt(database, row.id);
  const connection = openConnection(stored, vault);
  checkState(connection, connector);
  const { body, scope } = requestOf(deps, row);
  const session = await openSession(connector, connection, {
    scope,
    requestId: row.id,
    priority: "background",
    cause: "receipt",
  });
  const found = await readRecord(connector, read.operation, read.ids, session);
  if (found.is !== "found") return clearReceipt(database, row.id);
  const { [row.operation as OperationId]: operation } = operations as Readonly<Record<OperationId, Operation>>;
  const handler = connector.operations[handlerOperationOf(row.operation as OperationId)] as
    | WriteHandler<unknown, unknown>
    | undefined;
  const differences = receiptDifferences(operation, handler, body, found.record);
  const verified: WrittenRecord = {
    record: found.record,
    warnings: [
      ...(outcome?.warnings ?? []),
      ...differences.map((difference) => differenceText(connector.name, difference)),
    ],
    ...(differences.length > 0 && { differences }),
  };
  await updateOperation(database, {
    id: row.id,
    state: "done",
    answer: vault.seal(outcomeColumn(row.id), encodeOutcome(verified)),
    stored: sealStored(vault, row.id, found.record),
    needsReview: differences.length > 0,
  });
  deps.onStored?.({ ...row, record: found.record });
}

interface Reading {
  readonly operation: OperationId;
  readonly ids: Readonly<Record<string, string>>;
}

/** The operation that reads the record that a write has stored. Undefined if the contract has none. */
function readingOf({ operation }: OperationRow, { record }: WrittenRecord): Reading | undefined {
  const [resource = ""] = handlerOperationOf(operation as OperationId).split(".");
  const get = `${resource}.get` as OperationId;
  const { [get]: reading } = operations as Readonly<Partial<Record<OperationId, Operation>>>;
  const [, name] = /\{(\w+)\}$/.exec(reading?.path ?? "") ?? [];
  const { id, invoiceId } = (record ?? {}) as { readonly id?: unknown; readonly invoiceId?: unknown };
  const stored = id ?? invoiceId;
  return name === undefined || typeof stored !== "string" ? undefined : { operation: get, ids: { [name]: stored } };
}
