/** The app's secret token is the operator's: the end user gives the grant only. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulation } from "../../../simulators/e-conomic/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { type Call, callback, makeCall } from "../../../test/platform.ts";
import { type Service, startService } from "../../../test/service.ts";
import { eConomic } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  service = await startService(settingsFor(eConomic, simulator));
  call = makeCall(service.url, service.keys.apiKey);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

const given = () => simulator.vendor.access.credentials ?? {};
const register = (clientSecret: string) =>
  call("POST", "/tenants/register-system", {
    body: { targetSystem: "e-conomic", clientId: "public-token", clientSecret, customValues: [] },
  });
const asked = async () =>
  (await call("GET", "/tenants/get-target-system-requirements", { query: { targetSystem: "e-conomic" } })).rows.map(
    ({ name }) => name,
  );
const page = async () => {
  const { data } = await call("GET", "/auth/e-conomic", { query: { callbackUrl: callback } });
  return (await fetch(data["url"] ?? "")).text();
};

test("without a registered app both tokens are asked for", async () => {
  expect(await asked()).toEqual(["clientSecret", "apiKey"]);
  expect(await page()).toMatch(/name="clientSecret"/);
  const { apiKey = "" } = given();
  // The description does not say which of them a target system cannot do without.
  const answer = await fetch(`${service.url}/auth/accounts/e-conomic`, {
    ...{ method: "POST", headers: { "x-api-key": service.keys.apiKey, "content-type": "application/json" } },
    body: JSON.stringify({ apiKey }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/clientSecret is required/);
});

test("with one the grant is enough, and a new secret of the app counts at once for who is connected", async () => {
  const { apiKey = "", clientSecret = "" } = given();
  await register(clientSecret);
  expect(await asked()).toEqual(["apiKey"]);
  expect(await page()).not.toMatch(/name="clientSecret"/);
  const { body } = await call("POST", "/auth/accounts/e-conomic", { body: { apiKey } });
  const accountKey = body["accountKey"] ?? "";
  const customers = async () =>
    (await call("GET", "/accounting/customers", { accountKey, query: { limit: "5" } })).status;
  expect(await customers()).toBe(200);
  await register("another secret");
  expect(await customers()).toBe(409);
  await register(clientSecret);
  expect(await customers()).toBe(200);
});
