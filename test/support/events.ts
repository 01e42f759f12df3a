/** Changes as a connector would tell of them, written into the log of a connection. */
import { appendChanges, type Change } from "../../src/core/events/eventLog.ts";
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

/** As a worker leaves it that gave up on the receiver, or was told to. */
export async function setState(database: Database, id: string, state: "paused" | "ended"): Promise<void> {
  await database.query("UPDATE subscriptions SET state = $2, updated_at = now() WHERE id = $1", [id, state]);
}

/** One end user's side of the webhook endpoints. */
export interface EndUser {
  readonly connectionId: string;
  readonly call: (method: string, path: string, request?: Request) => Promise<Reply>;
  /** The new subscription's id. */
  readonly subscribe: (wish?: object) => Promise<string>;
  readonly note: (changes: readonly Change[], batches?: boolean) => Promise<number>;
}

/** Never called: nobody delivers in a service without a worker. */
export const receiver = "http://127.0.0.9:9/events";

/** A connection of its own, so that tests do not see each other's events. */
export async function newEndUser(service: Service): Promise<EndUser> {
  const accountKey = await service.connect("sandbox", { environment: "production", company: "bergblick" });
  const asTenant = makeCall(service.url, service.keys.apiKey);
  const call: EndUser["call"] = (method, path, request) => asTenant(method, path, { accountKey, ...request });
  const { data } = await call("GET", "/auth/connection");
  const connectionId = data["id"] ?? "";
  return {
    connectionId,
    call,
    subscribe: async (wish = {}) => {
      const {
        status,
        data: made,
        text,
      } = await call("POST", "/webhooks", { body: { callbackUrl: receiver, ...wish } });
      if (status !== 201) throw new Error(`Answered ${status}: ${text}`);
      return made["id"] ?? "";
    },
    note: (changes, batches) => note(service.storage.database, connectionId, changes, batches),
  };
}
