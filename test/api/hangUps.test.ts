/** A data request ends with its caller or with its time; what is being written is not broken off. */

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
/** What the vendor has been asked and has not answered. */
let asked = Promise.withResolvers<ServerResponse>();

beforeAll(async () => {
  vendor = await startVendor();
  vendor.answer = (_came, response) => {
    asked.resolve(response);
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
  asked = Promise.withResolvers();
});

/** A caller that hangs up when it is told to. */
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

test("a caller who hangs up ends the call to the target system", async () => {
  const { ended, hangUp } = call("/accounting/units");
  const response = await asked.promise;
  hangUp();
  // Long before its time is up.
  await expect.poll(() => response.closed, { timeout: 10_000 }).toBe(true);
  expect(response.writableEnded).toBe(false);
  expect(await ended).toBe("hung up");
  // It is nobody's fault.
  await expect.poll(() => logged.join("")).toContain("caller disconnected");
  expect(logged.join("")).not.toContain('"level":"error"');
});

test("a write whose caller hangs up is made all the same, and its outcome is known", async () => {
  const { ended, hangUp } = call("/accounting/passThrough", { method: "POST", path: "/things", body: {} });
  const response = await asked.promise;
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

test("one deadline covers everything that a request does at the target system", async () => {
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
