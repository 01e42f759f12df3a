/**
 * How the records that a task has written differ from its body. The journal says it, because receipts that could not be read
 * at once are read later, after the task has ended.
 */
import { Failure } from "../../contract/failure.ts";
import { findOperationsByKeys } from "../../store/operations.ts";
import type { TaskRow } from "../../store/tasks.ts";
import type { Difference } from "../calling/request.ts";
import { type JournalDeps, outcomeOf } from "../writing/journal.ts";
import type { WrittenRecord } from "../writing/outcome.ts";

/** A task's place in the journal. Contains a space, which callers' keys cannot, so it never collides with them. */
export const taskKey = ({ id }: Pick<TaskRow, "id">): string => `task ${id}`;

/** The place of one entry of a bulk body, counted from 0. */
export const entryKey = (task: Pick<TaskRow, "id">, entry: number): string => `${taskKey(task)} ${entry + 1}`;

/** Differences of entries are about paths of the bulk body: `entries[2].number`. */
export const ofEntryField = (entry: number, difference: Difference): Difference => ({
  ...difference,
  field: `entries[${entry}].${difference.field}`,
});

/** `verified` is false as long as any of the records could not be read and compared. */
export type TaskReceipts = Required<Pick<WrittenRecord, "differences">> & Pick<WrittenRecord, "verified">;

export async function taskReceipts(
  deps: Pick<JournalDeps, "database" | "vault">,
  task: Pick<TaskRow, "id" | "connectionId">,
  body: unknown,
): Promise<TaskReceipts> {
  const { entries = [] } = (body ?? {}) as { readonly entries?: readonly unknown[] };
  const entryOf = new Map(entries.map((_, entry) => [entryKey(task, entry), entry]));
  const { connectionId } = task;
  const keys = [taskKey(task), ...entryOf.keys()];
  const differences: Difference[] = [];
  let isVerified = true;
  for (const row of await findOperationsByKeys(deps.database, connectionId, keys)) {
    const outcome = outcomeOf(deps, row);
    if (outcome === undefined || outcome instanceof Failure) continue;
    const entry = entryOf.get(row.idempotencyKey ?? "");
    const found = outcome.differences ?? [];
    differences.push(...(entry === undefined ? found : found.map((difference) => ofEntryField(entry, difference))));
    if (outcome.verified === false) isVerified = false;
  }
  return { differences, ...(!isVerified && { verified: false }) };
}
