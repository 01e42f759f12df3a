/** The work that a worker does once after a restored service was resumed. */

import { tryRestoredConnections } from "../core/connecting/restoredConnections.ts";
import { type UpkeepDeps } from "../core/connecting/upkeep.ts";
import { type ReconcileDeps } from "../core/writing/reconcile.ts";
import { reconcileRestored } from "../core/writing/restoredWrites.ts";
import { completeRestore, findRestore, listOpenTasks } from "../store/backup/restored.ts";
import type { Queue } from "../store/postgres/queue.ts";

export interface CompleteRestoreDeps extends ReconcileDeps {
  readonly upkeep: UpkeepDeps;
  readonly queue: Pick<Queue, "send">;
}

/** May be interrupted and repeated: tasks run once however often they are queued, and lookups write nothing. */
export function makeCompleteRestore(deps: CompleteRestoreDeps): () => Promise<void> {
  const { database, advisoryLocks, queue, upkeep } = deps;
  const lock = "restore";
  let isComplete = false;
  return async () => {
    if (isComplete || !(await advisoryLocks.tryAcquire(lock))) return;
    try {
      const restore = await findRestore(database);
      isComplete = restore === undefined || restore.completedAt !== null;
      if (isComplete) return;
      // The queue's own tables are not part of a backup.
      for (const task of await listOpenTasks(database)) await queue.send(task);
      await reconcileRestored(deps, upkeep.onFault);
      await tryRestoredConnections(upkeep);
      await completeRestore(database);
      isComplete = true;
    } finally {
      await advisoryLocks.release(lock);
    }
  };
}
