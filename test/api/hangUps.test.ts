/** A read ends when its caller hangs up or its deadline passes; a write in progress is not aborted. */

import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sandboxKey } from "../../src/connectors/sandbox/editions.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { makeCall, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";
import { listenWith } from "../support/wired.ts";

let vendor: Vendor;
let service: Service;
let accountKey = "";
const logged: string[] = [];
/** The request that the vendor has received and not yet answered. */
let received = Promise.withResolvers<ServerResponse>();

beforeAll(async () => {
  vendor = await startVendor();
  vendor.answer = (_came, response) => {
    received.resolve(response);
    return true;
  };
  const settings = { TARGET_SITE_SANDBOX_KEY: vendor.url, LOG_LEVEL: "info" };
  service = await startService(settings, { logged: { write: (line) => void logged.push(line) } });
  const { database, vault } = service.storage;
  const [tenant] = await listTenants(database);
  const choice = { targetSystem: "sandbox-key", environment: "production", company: "bergblick" };
  const owned = { tenantId: tenant?.id ?? "", credentials: { apiKey: "key" } };
  accountKey = await createConnection(database, vault, { ...owned, ...choice });
});
afterAll(async () => {
  await service.stop();
  await vendor.close();
});
beforeEach(() => {
  received = Promise.withResolvers();
});

/** A caller that can hang up. */
function call(path: string, body?: object) {
  const ending = new AbortController();
  const headers = {
    "x-api-key": service.keys.apiKey,
    "x-account-key": accountKey,
    ...(body && { "content-type": "application/json" }),
  };
  const sent = { ...(body && { method: "POST", body: JSON.stringify(body) }), signal: ending.signal, headers };
  const ended = fetch(service.url + path, sent).then(
    ({ status }) => status,
    () => "hung up",
  );
  return { ended, hangUp: () => ending.abort() };
}

test("aborts the call to the target system when the caller hangs up", async () => {
  const { ended, hangUp } = call("/accounting/units");
  const response = await received.promise;
  hangUp();
  // Long before its deadline.
  await expect.poll(() => response.closed, { timeout: 10_000 }).toBe(true);
  expect(response.writableEnded).toBe(false);
  expect(await ended).toBe("hung up");
  // This is not an error.
  await expect.poll(() => logged.join("")).toContain("caller disconnected");
  expect(logged.join("")).not.toContain('"level":"error"');
});

test("completes a write whose caller hangs up, and records its outcome", async () => {
  const { ended, hangUp } = call("/accounting/passThrough", { method: "POST", path: "/things", body: {} });
  const response = await received.promise;
  hangUp();
  expect(await ended).toBe("hung up");
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id: "made" }));
  const outcome = async () => {
    const { rows } = await service.storage.database.query<{ state: string }>(
      "SELECT state FROM operations ORDER BY created_at DESC LIMIT 1",
    );
    return rows[0]?.state;
  };
  await expect.poll(outcome, { timeout: 10_000 }).toBe("done");
  expect(vendor.writes()).toHaveLength(1);
});

test("applies one deadline to all vendor calls of a request", async () => {
  const { storage } = service;
  const slow = {
    ...sandboxKey,
    operations: {
      ...sandboxKey.operations,
      "units.list": {
        fields: {},
        filters: [],
        orders: [],
        requires: [],
        list: async (_call: unknown, session: { read(path: string): Promise<unknown> }) => {
          for (;;) await session.read("/next");
        },
      },
    },
  };
  const wired = await listenWith(storage, [slow], { deadlineMs: 1000 });
  const answering = vendor.answer;
  vendor.answer = () => false;
  const read = makeCall(wired.url, service.keys.apiKey);
  expect(problem(await read("GET", "/accounting/units", { accountKey }))).toMatchObject({
    status: 504,
    code: "target_timeout",
    next: "wait",
  });
  vendor.answer = answering;
  await wired.close();
});
