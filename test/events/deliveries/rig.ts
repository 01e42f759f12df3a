/** A rig for deliveries: subscriptions, events, deliverers and receivers, without the rest of the service. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { EventType } from "../../../src/contract/event.ts";
import { appendChanges } from "../../../src/core/events/eventLog.ts";
import { newId } from "../../../src/core/secrets/ids.ts";
import { newSigningSecret } from "../../../src/core/secrets/signature.ts";
import { masterKey, openVault, type Vault } from "../../../src/core/secrets/vault.ts";
import { type Database, transaction } from "../../../src/store/postgres/database.ts";
import { addSubscription } from "../../../src/store/subscriptions.ts";

export const rigVault = (): Vault => openVault([masterKey(Buffer.alloc(32, 7).toString("base64"))]);

export interface Subscribed {
  readonly id: string;
  readonly connectionId: string;
  readonly secret: string;
}

/** A connection with one subscription. */
export async function subscribe(
  database: Database,
  callbackUrl: string,
  targetSystem = "notebook",
  tenantId = "rig",
): Promise<Subscribed> {
  const id = newId();
  const connectionId = newId();
  const secret = newSigningSecret();
  await database.query("INSERT INTO tenants (id, name) VALUES ($1, 'Rig') ON CONFLICT DO NOTHING", [tenantId]);
  await database.query("INSERT INTO connections (id, tenant_id, target_system, credentials) VALUES ($1, $2, $3, '')", [
    connectionId,
    tenantId,
    targetSystem,
  ]);
  const sealed = rigVault().seal({ table: "subscriptions", row: id, column: "secret" }, secret);
  const filters = { eventType: null, resource: null };
  await addSubscription(database, { id, tenantId, connectionId, callbackUrl, ...filters, secret: sealed });
  return { id, connectionId, secret };
}

export interface EventLoad {
  readonly events: number;
  /** The number of records that the events belong to. */
  readonly records: number;
  readonly batches?: boolean;
}

/** Records events for a connection. Each event is a new change of its record. */
export async function recordEvents(database: Database, connectionId: string, load: EventLoad): Promise<void> {
  const { events, records, batches = false } = load;
  const types: readonly EventType[] = ["CREATED", "UPDATED", "DELETED"];
  const changedAt = new Date();
  for (let from = 0; from < events; from += 1000) {
    const changes = Array.from({ length: Math.min(1000, events - from) }, (_, index) => ({
      resource: "INVOICE" as const,
      resourceId: `record-${(from + index) % records}`,
      changedAt,
      eventType: types[(from + index) % types.length] ?? "UPDATED",
      mark: newId(),
    }));
    await transaction(database, (client) => appendChanges(client, { id: connectionId, batches }, changes));
  }
}

/** The counts of a receiver. */
export interface Seen {
  readonly requests: number;
  /** Different `webhook-id` headers. */
  readonly distinct: number;
  /** Deliveries whose first arrival came after a later event of the same record. */
  readonly inversions: number;
  /** All requests, including repeated ones, that came after a later event of the same record. */
  readonly goneBack: number;
}

export interface Arrival {
  readonly id: string;
  /** Milliseconds, by the machine's clock. */
  readonly at: number;
}

export interface ReceiverProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Called about every hundred distinct deliveries. */
  onProgress(listener: (distinct: number) => void): void;
  seen(): Promise<Seen>;
  /** First arrivals since the last call. */
  arrivals(): Promise<Arrival[]>;
  stop(): void;
}

const start = (
  name: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...parameters], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...settings },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });

export async function startReceiver(delayMs = 0): Promise<ReceiverProcess> {
  const child = start("receiver", [String(delayMs)]);
  const [port] = (await once(child, "message")) as [number];
  let progressListener = (_distinct: number): void => {};
  const waiting: ((answer: unknown) => void)[] = [];
  child.on("message", (message: { progress?: number; answer?: unknown }) => {
    if (message.progress !== undefined) progressListener(message.progress);
    else waiting.shift()?.(message.answer);
  });
  const ask = <Answer>(request: string): Promise<Answer> =>
    new Promise((resolve) => {
      waiting.push((answer) => resolve(answer as Answer));
      child.send(request);
    });
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    onProgress: (listener) => (progressListener = listener),
    seen: () => ask<Seen>("seen"),
    arrivals: () => ask<Arrival[]>("arrivals"),
    stop: () => child.kill("SIGKILL"),
  };
}

export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly leaseSeconds?: number;
  readonly most?: number;
  readonly deadlineMs?: number;
}

/** A deliverer in its own process. It sends a message when it runs, and one for every refused attempt. */
export function startDelivererProcess(options: WorkerOptions): ChildProcess {
  const { databaseUrl, leaseSeconds = 5, most = 32, deadlineMs = 20_000 } = options;
  return start("worker", [String(leaseSeconds), String(most), String(deadlineMs)], { DATABASE_URL: databaseUrl });
}

export interface Ledger {
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  readonly attempts: number;
}

export async function ledgerOf(database: Database): Promise<Ledger> {
  const { rows } = await database.query<Ledger>(
    `SELECT count(*) FILTER (WHERE state = 'open')::int AS open, count(*) FILTER (WHERE state = 'done')::int AS done,
       count(*) FILTER (WHERE state = 'failed')::int AS failed, coalesce(sum(attempts), 0)::int AS attempts
     FROM deliveries`,
  );
  return rows[0] ?? { open: 0, done: 0, failed: 0, attempts: 0 };
}
