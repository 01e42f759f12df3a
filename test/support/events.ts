/** Changes as a connector reports them, written to the event log of a connection. */
import type { Change } from "../../src/core/events/change.ts";
import { appendChanges } from "../../src/core/events/eventLog.ts";
import { type Database, transaction } from "../../src/store/postgres/database.ts";
import { makeCall, type Reply, type Request } from "./platform.ts";
import type { Service } from "./service.ts";

export const changedAt = new Date("2026-09-30T12:00:00Z");

export const invoice = (resourceId: string, eventType: Change["eventType"] = "CREATED"): Change => ({
  eventType,
  resource: "INVOICE",
  resourceId,
  changedAt,
});

export const customer = (resourceId: string): Change => ({
  eventType: "UPDATED",
  resource: "CUSTOMER",
  resourceId,
  changedAt,
});

export const note = (database: Database, id: string, changes: readonly Change[], batches = false): Promise<number> =>
  transaction(database, (client) => appendChanges(client, { id, batches }, changes));

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Sets the state that a worker sets when it gives up on a receiver or a subscription ends. */
export async function setState(database: Database, id: string, state: "paused" | "ended"): Promise<void> {
  await database.query("UPDATE subscriptions SET state = $2, updated_at = now() WHERE id = $1", [id, state]);
}

/** The webhook endpoints as called for one end user. */
export interface EndUser {
  readonly connectionId: string;
  readonly call: (method: string, path: string, request?: Request) => Promise<Reply>;
  /** Returns the new subscription's id. */
  readonly subscribe: (options?: object) => Promise<string>;
  readonly note: (changes: readonly Change[], batches?: boolean) => Promise<number>;
}

/** Never called, because a service without a worker delivers nothing. */
export const receiver = "http://127.0.0.9:9/events";

/** A new connection, so that tests do not see each other's events. */
export async function newEndUser(service: Service): Promise<EndUser> {
  const accountKey = await service.connect("sandbox", { environment: "production", company: "bergblick" });
  const asTenant = makeCall(service.url, service.keys.apiKey);
  const call: EndUser["call"] = (method, path, request) => asTenant(method, path, { accountKey, ...request });
  const { data } = await call("GET", "/auth/connection");
  const connectionId = data["id"] ?? "";
  return {
    connectionId,
    call,
    subscribe: async (options = {}) => {
      const reply = await call("POST", "/webhooks", { body: { callbackUrl: receiver, ...options } });
      if (reply.status !== 201) throw new Error(`POST /webhooks returned ${reply.status}: ${reply.text}`);
      return reply.data["id"] ?? "";
    },
    note: (changes, batches) => note(service.storage.database, connectionId, changes, batches),
  };
}
