/** An accountant's client: reads and webhooks, with the client's company in every request. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { simulation } from "../../../simulators/tripletex/simulation.ts";
import { type Call, makeCall } from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";
import { openWebhookReceiver, waitUntilListening } from "../../../test/support/vendors.ts";
import { tripletex } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
let accountKey = "";
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  service = await startService({ POLL_SECONDS: "1", ...settingsFor(tripletex, simulator) }, { worker: true });
  call = makeCall(service.url, service.keys.apiKey);
  const [, client] = simulator.vendor.companies;
  const body = { ...simulator.vendor.access.credentials, companyId: client?.id };
  accountKey = (await call("POST", "/auth/accounts/tripletex", { body })).body["accountKey"] ?? "";
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

test("offers the accountant's company as 0, and the client's company", async () => {
  const { rows } = await call("GET", "/auth/companies", { accountKey });
  expect(rows).toEqual([
    { id: "0", name: "Blåelgen Snekkeri AS" },
    { id: "4711002", name: "Gulreven Kaffe AS" },
  ]);
});

test("uses the registered client's consumer token for the first session and for later ones", async () => {
  const { apiKey = "", clientSecret = "" } = simulator.vendor.access.credentials ?? {};
  const client = { targetSystem: "tripletex", clientId: "Kontor", clientSecret, customValues: [] };
  await call("POST", "/tenants/register-system", { body: client });
  const { body } = await call("POST", "/auth/accounts/tripletex", { body: { apiKey, companyId: "0" } });
  const read = async () =>
    (await call("GET", "/accounting/units", { accountKey: body["accountKey"] ?? "", query: { limit: "5" } })).status;
  expect(await read()).toBe(200);
  simulator.vendor.expireTokens();
  expect(await read()).toBe(200);
});

test("receives changes at the client, because the subscriptions were created there", async () => {
  const receiver = await openWebhookReceiver();
  const subscription = { callbackUrl: receiver.url, resource: "CUSTOMER", eventType: "UPDATED" };
  const { data } = await call("POST", "/webhooks", { accountKey, body: subscription });
  receiver.trust(data["secret"] ?? "");
  const connection = await call("GET", "/auth/connection", { accountKey });
  await waitUntilListening(service, connection.data["id"] ?? "", "webhook");
  const { rows } = await call("GET", "/accounting/customers", { accountKey, query: { limit: "5" } });
  const resourceId = rows[0]?.["id"] ?? "";
  expect(resourceId).toMatch(/^9000\d{4}$/);
  simulator.vendor.touch(resourceId);
  const change = { eventType: "UPDATED", resource: "CUSTOMER", resourceId };
  await vi.waitFor(() => expect(receiver.received).toMatchObject([change]), { timeout: 20_000, interval: 20 });
  await receiver.close();
});
