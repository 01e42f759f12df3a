/**
 * Looks up the writes whose outcome a restored journal does not know. Nothing is written at vendors: a write that is absent
 * is reported as absent, and its caller decides.
 */
import { Failure } from "../../contract/failure.ts";
import { listWritesInDoubt } from "../../store/backup/restored.ts";
import { findConnection } from "../../store/connections.ts";
import { callerOf } from "../accounts/callers.ts";
import { type ReconcileDeps, reconcileWrite } from "./reconcile.ts";

export async function reconcileRestored(deps: ReconcileDeps, onFault: (error: unknown) => void): Promise<void> {
  const { database, vault } = deps;
  for (const { id, connectionId } of await listWritesInDoubt(database)) {
    const row = await findConnection(database, connectionId);
    if (row === undefined || row.state === "disabled" || !row.isEnabled) continue;
    try {
      const caller = callerOf(row, vault);
      await reconcileWrite(deps, caller, id, id);
    } catch (error) {
      // The vendor is not available, or the end user must sign in again: the write stays in doubt, and is listed.
      if (!(error instanceof Failure)) onFault(error);
    }
  }
}
