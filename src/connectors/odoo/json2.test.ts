/** Version 19, which uses JSON-2. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulationOf } from "../../../simulators/odoo/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { type Call, makeCall } from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";
import { odoo } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
let accountKey = "";
beforeAll(async () => {
  simulator = await startSimulator(simulationOf(19));
  service = await startService(settingsFor(odoo, simulator));
  call = makeCall(service.url, service.keys.apiKey);
  const body = { ...simulator.vendor.access.credentials, companyId: "1" };
  accountKey = (await call("POST", "/auth/accounts/odoo", { body })).body["accountKey"] ?? "";
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

test("lists with totals, and sends nothing to the JSON-RPC endpoint", async () => {
  simulator.exchanges();
  const { rows, body } = await call("GET", "/accounting/invoices", { accountKey, query: { limit: "5" } });
  expect(rows).toHaveLength(5);
  expect(body).toMatchObject({ meta: { pagination: { total: 56 } } });
  const paths = simulator.exchanges().map(({ path }) => path);
  expect(paths).toContain("/json/2/account.move/search_read");
  expect(paths.filter((path) => path.includes("jsonrpc"))).toEqual([]);
});

test("creates and posts an invoice, although posting returns false", async () => {
  const { rows } = await call("GET", "/accounting/customers", { accountKey, query: { limit: "5" } });
  const lineItems = [{ description: "Shelves", quantity: 2, unitAmount: 10.5 }];
  const body = { contactId: rows[0]?.["id"], invoiceDate: "2026-10-16T00:00:00Z", status: "OPEN", lineItems };
  const { status, data } = await call("POST", "/accounting/invoices", { accountKey, body });
  expect([status, data]).toMatchObject([201, { sumNetAmount: 21, invoiceNumber: expect.stringMatching(/^INV\//) }]);
});

test("lets the server total the trial balance", async () => {
  const query = { fiscalYearStartDate: `${new Date().getUTCFullYear() - 1}-01-01`, limit: "100" };
  const { rows } = await call("GET", "/accounting/trialBalance", { accountKey, query });
  const total = (field: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0);
  expect(total("totalDebitAmount")).toBeGreaterThan(0);
  expect(total("totalDebitAmount")).toBe(total("totalCreditAmount"));
});

test("refuses a wrong API key when it is entered", async () => {
  const body = { ...simulator.vendor.access.credentials, apiKey: "another-key", companyId: "1" };
  const { status } = await call("POST", "/auth/accounts/odoo", { body });
  expect(status).toBeGreaterThanOrEqual(400);
});
