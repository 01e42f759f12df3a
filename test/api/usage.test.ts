/** Calls to vendors and their bytes, by connection and cause, and budgets for them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "../support/consoleVisitor.ts";
import { type Call, makeCall, openPlatform, type Platform, problem } from "../support/platform.ts";
import { listenTo } from "../support/receivedWebhooks.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
let call: Call;

beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "1" }, { worker: true });
  platform = await openPlatform(service);
  call = makeCall(service.url, service.keys.apiKey);
});
afterAll(() => service.stop());

const usage = async (query: Record<string, string> = {}) => (await call("GET", "/tenants/usage", { query })).rows;
const causesOf = async (connectionId: string) => (await usage({ connectionId })).map(({ cause }) => cause);

test("counts calls and bytes by connection, target system and cause", async () => {
  const { accountKey } = service.keys;
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const connectionId = data["id"] ?? "";
  for (let count = 0; count < 3; count++) await service.ask("units.list");
  // Counts are stored every few seconds, so the first ones may be of a part of the calls.
  await expect.poll(async () => Number((await usage({ connectionId }))[0]?.["calls"])).toBeGreaterThanOrEqual(3);
  const [row] = await usage({ connectionId });
  expect(row).toMatchObject({ connectionId, targetSystem: "sandbox", cause: "caller" });
  expect(Number(row?.["bytesReceived"])).toBeGreaterThan(100);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^kontor_vendor_calls_total\{system="sandbox",cause="caller"\} [1-9]/m);
  expect(metrics).toMatch(/^kontor_vendor_bytes_total\{system="sandbox",cause="caller",direction="received"\} [1-9]/m);
  const consoleClient = openConsole(service);
  const operator = await consoleClient.signIn(await consoleClient.linkFor("owner", null));
  expect((await operator.open(`/console/connections/${connectionId}`)).text).toMatch(/Requests: \d+ · sent \d+ kB/);
  expect(await usage({ connectionId, to: "2020-01-01" })).toEqual([]);
  // Another tenant sees nothing of it.
  const apiKey = await platform.newTenant();
  expect((await platform.call("GET", "/tenants/usage", { apiKey })).rows).toEqual([]);
});

test("tells polls and tasks from callers", async () => {
  const listener = await listenTo(service, "sandbox-key", "bergblick");
  await listener.subscribe();
  await expect.poll(() => causesOf(listener.connectionId)).toContain("poll");
  await listener.close();
  const accountKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const query = { fiscalYearStartDate: `${day.slice(0, 4)}-01-01` };
  await call("GET", "/accounting/journalEntries", { accountKey, query });
  await expect.poll(() => causesOf(data["id"] ?? "")).toContain("task");
});

test("counts token requests as renewals", async () => {
  const { searchParams } = await platform.join({ environment: "production", company: "bergblick" });
  const accountKey = searchParams.get("accountKey") ?? "";
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const connectionId = data["id"] ?? "";
  expect(await causesOf(connectionId)).not.toContain("renewal");
  await platform.sandbox.changeGrants({ expire: true }, { name: "demo" });
  expect((await call("GET", "/accounting/units", { accountKey })).status).toBe(200);
  await expect.poll(() => causesOf(connectionId)).toContain("renewal");
  const renewal = (await usage({ connectionId })).find(({ cause }) => cause === "renewal");
  expect(renewal).toMatchObject({ calls: 1, targetSystem: "sandbox" });
  expect(Number(renewal?.["bytesSent"])).toBeGreaterThan(50);
  expect(Number(renewal?.["bytesReceived"])).toBeGreaterThan(50);
});

test("a budget is shown with the calls of today, and refuses no caller when it is used up", async () => {
  const budget = (targetSystem: string, callsPerDay: number) =>
    call("PUT", "/tenants/usage/budgets", { body: [{ targetSystem, callsPerDay }] });
  expect((await budget("sandbox", 1)).rows).toMatchObject([{ targetSystem: "sandbox", callsPerDay: 1 }]);
  const shown = async () =>
    (await call("GET", "/tenants/usage")).body["meta"] as { budgets?: { callsToday: number }[] };
  await service.ask("units.list");
  await expect.poll(async () => (await shown()).budgets?.[0]?.callsToday).toBeGreaterThan(1);
  expect((await service.ask("units.list")).status).toBe(200);
  expect((await budget("sandbox", 0)).rows).toEqual([]);
  expect(problem(await budget("nowhere", 1))).toMatchObject({ status: 404, code: "target_system_unknown" });
  expect(problem(await budget("sandbox", -1))).toMatchObject({ status: 400, field: "[0].callsPerDay" });
});

test("groups by one property, and counts failed calls", async () => {
  const accountKey = await service.connect("sandbox", { environment: "production", company: "bergblick" });
  const { data } = await call("GET", "/auth/connection", { accountKey });
  const connectionId = data["id"] ?? "";
  await platform.sandbox.changeGrants({ behaviour: { failures: [{ status: 503, times: 20, path: "/journals" }] } });
  expect((await call("GET", "/accounting/journals", { accountKey })).status).toBe(503);
  await platform.sandbox.changeGrants({ behaviour: null });
  await expect.poll(async () => Number((await usage({ connectionId }))[0]?.["errors"])).toBeGreaterThan(0);
  const [byDay] = await usage({ connectionId, by: "day" });
  expect(byDay).toMatchObject({ day: new Date().toISOString().slice(0, 10) });
  expect(byDay?.["bytes"]).toBe(Number(byDay?.["bytesSent"]) + Number(byDay?.["bytesReceived"]));
  expect(byDay).not.toHaveProperty("cause");
  expect(await usage({ connectionId, by: "targetSystem" })).toMatchObject([{ targetSystem: "sandbox" }]);
});

test("a budget of bytes stands beside that of calls", async () => {
  const body = [{ targetSystem: "sandbox", bytesPerDay: 1_000_000 }];
  expect((await call("PUT", "/tenants/usage/budgets", { body })).rows).toEqual([
    { targetSystem: "sandbox", bytesPerDay: 1_000_000, callsToday: expect.any(Number), bytesToday: expect.any(Number) },
  ]);
  expect((await call("PUT", "/tenants/usage/budgets", { body: [{ targetSystem: "sandbox" }] })).rows).toEqual([]);
});
