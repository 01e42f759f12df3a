/** Finds out what notices mean that do not say enough, with a look at the vendor. */
import type { Connector, Session } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import {
  claimUnclearNotices,
  postponeUnclearNotice,
  removeUnclearNotice,
  type UnclearNotice,
} from "../../store/ambiguousNotices.ts";
import { findConnection } from "../../store/connections.ts";
import { type Database, transaction } from "../../store/database.ts";
import { openConnection } from "../accounts/callers.ts";
import { lasting, understood } from "../calling/execute.ts";
import { record } from "../events/eventLog.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Settling } from "../writing/reconcile.ts";
import { changeOf, openNotice } from "./inboundWebhooks.ts";
import { scopeOf } from "./poller.ts";

export interface Clearing {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: Settling["openSession"];
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (connectionId: string) => void;
}

const most = 8;
const leaseSeconds = 120;
const firstWait = 5;
const longestWait = 3600;
const patienceMs = 24 * 3_600_000;

/** Looks into what is due, and tells how many those were. */
export async function clearNotices(clearing: Clearing): Promise<number> {
  const due = await claimUnclearNotices(clearing.database, { most, leaseSeconds });
  await Promise.all(due.map((one) => clear(clearing, one)));
  return due.length;
}

async function clear(clearing: Clearing, unclear: UnclearNotice): Promise<void> {
  const { database, now, onFault, onGivenUp } = clearing;
  try {
    await lookUp(clearing, unclear);
  } catch (error) {
    if (!(error instanceof Failure)) onFault(error);
    if (now() - unclear.createdAt.getTime() > patienceMs) {
      onGivenUp(unclear.connectionId);
      await removeUnclearNotice(database, unclear.id);
      return;
    }
    const asked = error instanceof Failure ? (error.details.retryAfter ?? 0) : 0;
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(unclear.attempts - 1, 20));
    await postponeUnclearNotice(database, unclear.id, Math.max(asked, wait));
  }
}

async function lookUp(clearing: Clearing, unclear: UnclearNotice): Promise<void> {
  const { database, vault, connectors, now } = clearing;
  const connection = await findConnection(database, unclear.connectionId);
  const connector = connection && connectors.get(connection.targetSystem);
  if (connection === undefined || connection.state === "disabled" || connector?.webhooks?.lookUp === undefined) {
    await removeUnclearNotice(database, unclear.id);
    return;
  }
  const { webhooks } = connector;
  const about = { scope: scopeOf(connection), requestId: newId() };
  const open = (): Promise<Session> => clearing.openSession(connector, openConnection(connection, vault), about);
  const { notice, digest } = openNotice(vault, unclear);
  const notices = await understood(connector, async () => (await webhooks.lookUp?.(notice, lasting(open))) ?? []);
  await transaction(database, async (client) => {
    if (!(await removeUnclearNotice(client, unclear.id))) return;
    const changes = notices.map((each) => changeOf(each, digest, now()));
    await record(client, { id: connection.id, batches: connector.batches === true }, changes);
  });
}
