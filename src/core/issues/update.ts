/** Keeps issues in line with their causes, and reports those that open and close as events. */
import { codesOf } from "../../contract/actors.ts";
import type { Connector } from "../../contract/connector.ts";
import { lockLog } from "../../store/events.ts";
import { type ExpectedAccess, updateIssues } from "../../store/issues/causes.ts";
import { findUnreported, type IssueLog, takeUnreported, type UnreportedIssue } from "../../store/issues/issues.ts";
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

/** Logs of one run, and events for each. The next run goes on. */
const mostReported = 500;

export function makeUpdateIssues({ database, connectors, expected, now }: IssueDeps): () => Promise<void> {
  const report = (log: IssueLog): Promise<void> =>
    transaction(database, async (client) => {
      const { tenantId, connectionId, targetSystem } = log;
      const id = connectionId ?? tenantId;
      const owner = connectionId === null ? "tenant" : "connection";
      const batches = connectors.get(targetSystem ?? "")?.batches === true;
      await lockLog(client, id, owner);
      const issues = await takeUnreported(client, log, mostReported);
      // An issue that came and went between two runs was never reported.
      const changed = issues.filter(({ isOpen, reported }) => isOpen || reported !== null);
      const changes = changed.map((issue) => changeOf(issue, new Date(now())));
      await appendChanges(client, { id, owner, batches }, changes);
    });
  return async () => {
    await transaction(database, async (client) => {
      await updateIssues(client, expected());
      await closeRequestIssues(client, codesOf("vendor"));
    });
    for (const log of await findUnreported(database, mostReported)) await report(log);
  };
}

/** An issue that was closed and is open again was changed; nobody deletes it for good. */
function changeOf({ id, isOpen, reported }: UnreportedIssue, changedAt: Date): Change {
  const eventType = isOpen ? (reported === null ? "CREATED" : "UPDATED") : "DELETED";
  return { eventType, resource: "ISSUE", resourceId: id, changedAt };
}
