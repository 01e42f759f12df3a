/** Resolves ambiguous notices by asking the vendor what changed. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import {
  type AmbiguousNotice,
  claimAmbiguousNotices,
  postponeAmbiguousNotice,
  removeAmbiguousNotice,
} from "../../store/ambiguousNotices.ts";
import { findConnection } from "../../store/connections.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { openConnection, scopeOf } from "../accounts/connection.ts";
import { appendChanges } from "../events/eventLog.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { changeScopeOf } from "./changeScope.ts";
import { changeOf, openNotice } from "./inboundWebhooks.ts";

export interface NoticeDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (connectionId: string) => void;
}

const most = 8;
const leaseSeconds = 120;
const firstWait = 5;
const longestWait = 3600;
const giveUpAfterMs = 24 * 3_600_000;

/** Resolves due notices and returns how many were due. */
export async function resolveNotices(deps: NoticeDeps): Promise<number> {
  const due = await claimAmbiguousNotices(deps.database, { most, leaseSeconds });
  const records = Map.groupBy(
    due,
    (unclear) => `${unclear.connectionId} ${openNotice(deps.vault, unclear).notice.resourceId}`,
  );
  await Promise.all(
    [...records.values()].map(async (notices) => {
      for (const notice of creationFirst(deps, notices)) await resolveNotice(deps, notice);
    }),
  );
  return due.length;
}

/** Notices of one record, in the order of its life: vendors may post an update before the creation. */
function creationFirst({ vault }: NoticeDeps, notices: readonly AmbiguousNotice[]): readonly AmbiguousNotice[] {
  const isCreation = (unclear: AmbiguousNotice) => openNotice(vault, unclear).notice.eventType === "CREATED";
  const byArrival = notices.toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime());
  return [...byArrival.filter(isCreation), ...byArrival.filter((notice) => !isCreation(notice))];
}

async function resolveNotice(deps: NoticeDeps, unclear: AmbiguousNotice): Promise<void> {
  const { database, now, onFault, onGivenUp } = deps;
  try {
    await lookUp(deps, unclear);
  } catch (error) {
    if (!(error instanceof Failure)) onFault(error);
    if (now() - unclear.createdAt.getTime() > giveUpAfterMs) {
      onGivenUp(unclear.connectionId);
      await removeAmbiguousNotice(database, unclear.id);
      return;
    }
    const retryAfter = error instanceof Failure ? (error.details.retryAfter ?? 0) : 0;
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(unclear.attempts - 1, 20));
    await postponeAmbiguousNotice(database, unclear.id, Math.max(retryAfter, wait));
  }
}

async function lookUp(deps: NoticeDeps, unclear: AmbiguousNotice): Promise<void> {
  const { database, vault, connectors, now } = deps;
  const connection = await findConnection(database, unclear.connectionId);
  const connector = connection && connectors.get(connection.targetSystem);
  if (connection === undefined || connection.state === "disabled" || connector?.webhooks?.lookUp === undefined) {
    await removeAmbiguousNotice(database, unclear.id);
    return;
  }
  const { webhooks } = connector;
  const { notice, digest, scope: name = "" } = openNotice(vault, unclear);
  const scope = scopeOf(await changeScopeOf(database, connection, name));
  const about = { scope, requestId: newId(), priority: "background" } as const;
  const open = (): Promise<Session> => deps.openSession(connector, openConnection(connection, vault), about);
  const notices = await asVendorFailure(
    connector,
    async () => (await webhooks.lookUp?.(notice, reopeningSession(open, scope.company))) ?? [],
  );
  await transaction(database, async (client) => {
    if (!(await removeAmbiguousNotice(client, unclear.id))) return;
    const changes = notices.map((resolved) => changeOf(resolved, digest, now()));
    const log = { id: connection.id, batches: connector.batches === true, scope: name, reportedBy: "vendor" as const };
    await appendChanges(client, log, changes);
  });
}
