/** The history of connections, the source of events and the audit log, which the database itself records. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  endConnection,
  findConnection,
  reactivateConnection,
  renewConnection,
  rotateCredentials,
  setConnectionState,
} from "../../src/store/connections.ts";
import { type Listener, listenTo } from "../support/receivedWebhooks.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let listener: Listener;
const lines: string[] = [];

beforeAll(async () => {
  const logged = { write: (line: string) => void lines.push(line) };
  service = await startService({ LOG_LEVEL: "warn", POLL_SECONDS: "1" }, { logged, worker: true });
  listener = await listenTo(service, "sandbox-key");
});
afterAll(async () => {
  await listener.close();
  await service.stop();
});

const database = () => service.storage.database;
const connectionOf = async (accountKey: string): Promise<string> => {
  const answer = await fetch(`${service.url}/auth/connection`, {
    headers: { "x-api-key": service.keys.apiKey, "x-account-key": accountKey },
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
};

test("a connection's history has every step, and one entry for all token renewals of a day", async () => {
  const id = await connectionOf(await service.connect("sandbox-key", { environment: "production" }));
  const now = async () => {
    const found = await findConnection(database(), id);
    if (found === undefined) throw new Error("The connection does not exist.");
    return found;
  };
  for (let times = 0; times < 3; times++) await rotateCredentials(database(), await now());
  await setConnectionState(database(), { ...(await now()), state: "needs_reauth" });
  await reactivateConnection(database(), id);
  await setConnectionState(database(), { ...(await now()), state: "needs_reauth" });
  await renewConnection(database(), { id, credentials: (await now()).credentials });
  await renewConnection(database(), { id, credentials: (await now()).credentials, company: "bergblick" });
  await endConnection(database(), id);
  const { rows } = await database().query<{ kind: string; times: number }>(
    "SELECT kind, times FROM connection_history WHERE connection_id = $1 ORDER BY id",
    [id],
  );
  expect(rows).toEqual(
    ["connected", "renewed", "refused", "accepted", "refused", "reconnected", "company", "disabled"].map((kind) => ({
      kind,
      times: kind === "renewed" ? 3 : 1,
    })),
  );
});

describe("the audit log", () => {
  const change = (statement: string) => database().query(statement);

  test("accepts new rows, but no updates or deletions", async () => {
    await change("INSERT INTO audit_log (role, person, action) VALUES ('shell', 'test', 'tried')");
    for (const statement of ["UPDATE audit_log SET person = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
      await expect(change(statement), statement).rejects.toThrow("only written to");
  });
});

test("logs a failed delivery with tenant, connection, target system and code", async () => {
  await listener.call("POST", "/webhooks", { body: { callbackUrl: "http://127.0.0.1:9/closed" } });
  await vi.waitFor(
    async () => {
      const created = await listener.call("POST", "/accounting/customers", {
        body: { contactType: "COMPANY", companyName: "Uhu Handel" },
      });
      expect(created.status).toBe(201);
      const logLine = lines.map((line) => JSON.parse(line) as object).find((line) => "delivery" in line);
      expect(logLine).toMatchObject({
        msg: "a delivery attempt failed",
        connection: listener.connectionId,
        targetSystem: "sandbox-key",
        code: "delivery_retried",
        attempt: 1,
      });
      expect(logLine).toHaveProperty("tenant");
    },
    { timeout: 60_000, interval: 1000 },
  );
  const { rows } = await database().query<{ reportedBy: string }>(
    'SELECT DISTINCT heard_by AS "reportedBy" FROM events WHERE connection_id = $1',
    [listener.connectionId],
  );
  expect(rows.map(({ reportedBy }) => reportedBy)).toContain("poll");
});
