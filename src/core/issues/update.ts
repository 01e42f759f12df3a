/** Keeps issues in line with their causes, and reports those that open and close as events. */
import { codesOf } from "../../contract/actors.ts";
import type { Connector } from "../../contract/connector.ts";
import { type ExpectedAccess, updateIssues } from "../../store/issues/causes.ts";
import { findUnreported, markReported, type UnreportedIssue } from "../../store/issues/issues.ts";
import { closeRequestIssues } from "../../store/issues/requestIssues.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import type { Change } from "../events/change.ts";
import { appendChanges } from "../events/eventLog.ts";

export interface IssueDeps {
  readonly database: Database;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly expected: () => ExpectedAccess;
  readonly now: () => number;
}

/** Events of one run. The next run goes on. */
const mostReported = 500;

export function makeUpdateIssues({ database, connectors, expected, now }: IssueDeps): () => Promise<void> {
  const report = (connectionId: string, issues: readonly UnreportedIssue[]): Promise<void> =>
    transaction(database, async (client) => {
      const batches = connectors.get(issues[0]?.targetSystem ?? "")?.batches === true;
      // An issue that came and went between two runs was never reported.
      const changed = issues.filter(({ isOpen, reported }) => isOpen || reported !== null);
      const changes = changed.map((issue) => changeOf(issue, new Date(now())));
      await appendChanges(client, { id: connectionId, batches }, changes);
      await markReported(client, issues);
    });
  return async () => {
    await transaction(database, async (client) => {
      await updateIssues(client, expected());
      await closeRequestIssues(client, codesOf("vendor"));
    });
    const unreported = await findUnreported(database, mostReported);
    const byConnection = Map.groupBy(unreported, ({ connectionId }) => connectionId);
    for (const [connectionId, issues] of byConnection) await report(connectionId, issues);
  };
}

/** An issue that was closed and is open again was changed; nobody deletes it for good. */
function changeOf({ id, isOpen, reported }: UnreportedIssue, changedAt: Date): Change {
  const eventType = isOpen ? (reported === null ? "CREATED" : "UPDATED") : "DELETED";
  return { eventType, resource: "ISSUE", resourceId: id, changedAt };
}
