/** Platforms that move in: tokens and keys of connections that another service has made. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { settingsFor, simulationOf } from "../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../simulators/start.ts";
import { type Grant, grantElsewhere, sentTokens } from "../support/grantsElsewhere.ts";
import { openPlatform, type Platform, problem, type Reply } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { connectorOf } from "../support/vendors.ts";

let service: Service;
let platform: Platform;
let simulator: Simulator;
let company: string;
beforeAll(async () => {
  simulator = await startSimulator(await simulationOf("xero"));
  company = simulator.vendor.companies[0]?.id ?? "";
  service = await startService(
    { ...settingsFor(connectorOf("xero"), simulator), TARGET_LIMITS: "off" },
    { worker: true },
  );
  platform = await openPlatform(service);
  const { clientId, clientSecret } = simulator.vendor.access.oauthClient ?? {};
  const body = { targetSystem: "xero", clientId, clientSecret, customValues: [] };
  await platform.call("POST", "/tenants/register-system", { body });
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});
afterEach(() => simulator.refuse(undefined));

interface Outcome {
  readonly index: number;
  readonly state: string;
  readonly endUserId: string;
  readonly accountKey?: string;
  readonly connectionId?: string;
  readonly error?: { readonly code: string; readonly message: string; readonly next: string };
}
interface Task {
  readonly status: string;
  readonly total: number;
  readonly connected: number;
  readonly failed: number;
  readonly responseData: readonly Outcome[];
}

const start = (targetSystem: string, connections: readonly object[], apiKey?: string): Promise<Reply> =>
  platform.call("POST", `/auth/import/${targetSystem}`, {
    body: { connections },
    ...(apiKey !== undefined && { apiKey }),
  });
const taskOf = async (taskId: string, query = {}): Promise<Task> =>
  (await platform.call("GET", `/auth/imports/${taskId}`, { query })).data as unknown as Task;

async function importAll(targetSystem: string, connections: readonly object[]): Promise<Task & { taskId: string }> {
  const { status, data, text } = await start(targetSystem, connections);
  expect(status, text).toBe(202);
  const taskId = data["taskId"] ?? "";
  await expect.poll(async () => (await taskOf(taskId)).status, { timeout: 20_000 }).not.toBe("IN_PROGRESS");
  return { taskId, ...(await taskOf(taskId)) };
}

const endUser = (id: string) => ({ endUserId: id, endUserName: `User ${id}` });
const grant = async (): Promise<Grant> => grantElsewhere(simulator);
const past = "2026-01-01T00:00:00Z";

describe("tokens", () => {
  test("become a connection, and the refresh token is used once", async () => {
    const tokens = await grant();
    simulator.exchanges();
    const task = await importAll("xero", [{ ...endUser("a-1"), ...tokens, companyId: company }]);
    expect(task).toMatchObject({ status: "SUCCESS", total: 1, connected: 1, failed: 0 });
    const [{ accountKey = "" } = {}] = task.responseData;
    const invoices = await platform.call("GET", "/accounting/invoices", { accountKey, query: { limit: "5" } });
    expect(invoices.rows).toHaveLength(5);
    const health = await platform.call("GET", "/auth/connection", { accountKey });
    expect(health.data).toMatchObject({ healthy: true, endUserId: "a-1", endUserName: "User a-1", companyId: company });
    expect(sentTokens(simulator).get(tokens.refreshToken)).toBe(1);
  });

  test("that have expired are renewed first", async () => {
    const tokens = { ...(await grant()), expiresAt: past };
    expect(await importAll("xero", [{ ...endUser("a-2"), ...tokens, companyId: company }])).toMatchObject({
      connected: 1,
    });
  });

  test("without access token work", async () => {
    const { refreshToken } = await grant();
    expect(await importAll("xero", [{ ...endUser("a-3"), refreshToken }])).toMatchObject({ connected: 1 });
  });

  test("with an unknown company fail before the refresh token is used, so that it can be imported again", async () => {
    const tokens = await grant();
    simulator.exchanges();
    const task = await importAll("xero", [{ ...endUser("a-4"), ...tokens, companyId: "nowhere" }]);
    expect(task).toMatchObject({
      status: "FAILED",
      responseData: [{ state: "failed", error: { code: "invalid_request", field: "companyId", next: "fix" } }],
    });
    expect(task.responseData[0]?.accountKey).toBeUndefined();
    expect(sentTokens(simulator).size).toBe(0);
    expect(await importAll("xero", [{ ...endUser("a-4"), ...tokens, companyId: company }])).toMatchObject({
      connected: 1,
    });
  });

  test("that the vendor does not accept are reported with the remedy, beside those that it accepts", async () => {
    const good = await grant();
    const connections = [
      { ...endUser("a-5"), refreshToken: "never issued" },
      { ...endUser("a-6"), ...good, companyId: company },
    ];
    const task = await importAll("xero", connections);
    expect(task).toMatchObject({ status: "PARTIAL_SUCCESS", total: 2, connected: 1, failed: 1 });
    expect(task.responseData).toMatchObject([
      { index: 0, endUserId: "a-5", error: { code: "connection_needs_reauth", next: "reconnect" } },
      { index: 1, endUserId: "a-6", state: "connected" },
    ]);
    const failed = await taskOf(task.taskId, { state: "failed" });
    expect(failed.responseData.map(({ endUserId }) => endUserId)).toEqual(["a-5"]);
  });

  test("are tried again after an outage, and the refresh token is still used once", async () => {
    const tokens = await grant();
    simulator.exchanges();
    simulator.injectFault("broken", 4);
    const started = await start("xero", [{ ...endUser("a-7"), ...tokens, companyId: company }]);
    const taskId = started.data["taskId"] ?? "";
    const attempts = async () =>
      (await platform.database.query<{ n: number }>("SELECT max(attempts) AS n FROM import_entries")).rows[0]?.n;
    await expect.poll(attempts, { timeout: 20_000 }).toBeGreaterThan(0);
    const statusIfDue = async () => {
      await platform.database.query("UPDATE import_entries SET due_at = now()");
      await platform.database.query("UPDATE imports SET due_at = now()");
      return (await taskOf(taskId)).status;
    };
    await expect.poll(statusIfDue, { timeout: 20_000 }).toBe("SUCCESS");
    expect(sentTokens(simulator).get(tokens.refreshToken)).toBe(1);
  });

  test("that were imported are refused a second time, and the same body returns the same task", async () => {
    const tokens = await grant();
    const body = [{ ...endUser("a-8"), ...tokens, companyId: company }];
    const { taskId } = await importAll("xero", body);
    expect((await start("xero", body)).data).toEqual({ taskId });
    const again = await start("xero", [{ ...body[0], endUserName: "Another name" }]);
    expect(problem(again)).toMatchObject({
      status: 400,
      code: "invalid_request",
      field: "connections[0].refreshToken",
      message: expect.stringContaining("was imported before"),
    });
  });
});

describe("account keys", () => {
  test("are encrypted, and gone when the platform has erased them", async () => {
    const task = await importAll("xero", [{ ...endUser("k-1"), ...(await grant()), companyId: company }]);
    const [{ accountKey = "" } = {}] = task.responseData;
    const { rows } = await platform.database.query(
      "SELECT encode(account_key, 'escape') AS key, request FROM import_entries",
    );
    expect(JSON.stringify(rows)).not.toContain(accountKey);
    expect(rows.filter(({ request }) => request !== null)).toEqual([]);
    const erased = await platform.call("DELETE", `/auth/imports/${task.taskId}`);
    expect(erased.data).toEqual({ id: task.taskId });
    const [outcome] = (await taskOf(task.taskId)).responseData;
    expect(outcome).toMatchObject({ state: "connected" });
    expect(outcome).not.toHaveProperty("accountKey");
    expect((await platform.call("GET", "/auth/connection", { accountKey })).status).toBe(200);
  });

  test("are seen by their own tenant only", async () => {
    const { taskId } = await importAll("xero", [{ ...endUser("k-2"), ...(await grant()), companyId: company }]);
    const apiKey = await platform.newTenant();
    expect(problem(await platform.call("GET", `/auth/imports/${taskId}`, { apiKey }))).toMatchObject({ status: 404 });
    expect(problem(await platform.call("DELETE", `/auth/imports/${taskId}`, { apiKey }))).toMatchObject({
      status: 404,
    });
  });
});

test("keys of vendors without OAuth are tried as well", async () => {
  const apiKey = await platform.sandbox.issueToken("Test");
  const task = await importAll("sandbox-key", [
    { ...endUser("s-1"), apiKey, environmentName: "production", companyId: "bergblick" },
    { ...endUser("s-2"), apiKey: "wrong" },
  ]);
  expect(task.responseData).toMatchObject([
    { state: "connected" },
    { state: "failed", error: { code: "connection_needs_reauth", next: "reconnect" } },
  ]);
  const [{ accountKey = "" } = {}] = task.responseData;
  expect((await platform.call("GET", "/accounting/customers", { accountKey })).status).toBe(200);
});

describe("a body", () => {
  test("without a registered OAuth client is refused with the remedy", async () => {
    const refused = await start("xero", [{ ...endUser("b-1"), refreshToken: "r" }], await platform.newTenant());
    expect(problem(refused)).toMatchObject({
      status: 400,
      field: "targetSystem",
      message: expect.stringContaining("POST /tenants/register-system"),
    });
  });

  test("with faults names each of them", async () => {
    const refused = await start("xero", [
      endUser("b-2"),
      { ...endUser("b-3"), refreshToken: "same" },
      { ...endUser("b-4"), refreshToken: "same", apiKey: "a" },
    ]);
    const { errors } = refused.body as unknown as { errors: { field: string }[] };
    expect(refused.status).toBe(400);
    expect(errors.map(({ field }) => field)).toEqual([
      "connections[0].refreshToken",
      "connections[2].apiKey",
      "connections[2].refreshToken",
    ]);
    expect(problem(await start("sandbox-key", [endUser("b-5")]))).toMatchObject({ field: "connections[0].apiKey" });
    expect(problem(await start("nonsense", [endUser("b-6")]))).toMatchObject({ code: "target_system_unknown" });
    expect((await start("xero", [])).status).toBe(400);
  });

  test("of 10 MiB is read only with a valid key", async () => {
    const connections = [{ ...endUser("b-7"), refreshToken: "x".repeat(10 * 1024 * 1024) }];
    expect(problem(await start("xero", connections))).toMatchObject({ status: 400, code: "invalid_request" });
    expect(problem(await start("xero", connections, "kapi_unknown"))).toMatchObject({ status: 401 });
  });
});
