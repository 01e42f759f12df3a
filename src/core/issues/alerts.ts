/** Alerts the operator of opened issues, by webhook and by e-mail. For installations without Prometheus. */
import { findUnalerted, type IssueRow, markAlerted } from "../../store/issues/issues.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import type { Database } from "../../store/postgres/database.ts";
import { describeIssue } from "./describe.ts";

export interface AlertedIssue {
  readonly id: string;
  readonly title: string;
  /** Who has to act. */
  readonly actor: string;
  readonly tenant: string;
  readonly targetSystem: string | null;
  readonly connectionId: string | null;
  readonly firstSeen: string;
}

export interface Alert {
  /** A sentence, for example for a subject. */
  readonly summary: string;
  readonly issues: readonly AlertedIssue[];
  /** The console's list of issues. */
  readonly url: string;
}

/** A way to reach the operator. Throws if the alert was not accepted. */
export interface AlertChannel {
  readonly name: string;
  readonly send: (alert: Alert) => Promise<void>;
}

export interface AlertDeps {
  readonly database: Database;
  readonly advisoryLocks: Pick<AdvisoryLocks, "tryAcquire" | "release">;
  readonly channels: readonly AlertChannel[];
  readonly nameOfSystem: (targetSystem: string | null) => string;
  readonly publicUrl: () => string;
  readonly onFault: (error: unknown, channel: string) => void;
}

/** An issue has to be open for this long. */
const seconds = 30;
/** Further issues follow with the next alert. */
const most = 50;

/** An alert that was not accepted is sent again with the next run, together with what has opened since. */
export function makeSendAlerts(deps: AlertDeps): () => Promise<void> {
  return async () => {
    for (const channel of deps.channels)
      try {
        await alert(deps, channel);
      } catch (error) {
        deps.onFault(error, channel.name);
      }
  };
}

async function alert(deps: AlertDeps, { name, send }: AlertChannel): Promise<void> {
  const { database, advisoryLocks } = deps;
  const lock = `alerts by ${name}`;
  if (!(await advisoryLocks.tryAcquire(lock))) return;
  try {
    const issues = await findUnalerted(database, name, { most, seconds });
    if (issues.length === 0) return;
    await send(alertOf(deps, issues));
    await markAlerted(
      database,
      name,
      issues.map(({ id }) => id),
    );
  } finally {
    await advisoryLocks.release(lock);
  }
}

function alertOf({ nameOfSystem, publicUrl }: AlertDeps, rows: readonly IssueRow[]): Alert {
  const issues = rows.map((row): AlertedIssue => {
    const { title, actor } = describeIssue(row, { nameOfSystem, language: "en" });
    const { id, tenantName, targetSystem, connectionId, firstSeen } = row;
    return {
      id,
      title,
      actor,
      tenant: tenantName,
      targetSystem,
      connectionId,
      firstSeen: firstSeen.toISOString(),
    };
  });
  const [first] = issues;
  const summary =
    issues.length === 1 ? (first?.title ?? "") : `${issues.length} new issues: ${first?.title ?? ""}, and more`;
  return { summary, issues, url: `${publicUrl()}/console/issues` };
}
