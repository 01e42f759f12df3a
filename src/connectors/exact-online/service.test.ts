/** Through the service: the country's host, tokens that must not be renewed early, and the vendor's webhooks. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { simulation } from "../../../simulators/exact-online/simulation.ts";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { connectEndUser } from "../../../test/conformance/connect.ts";
import { openBrowser } from "../../../test/support/oauth.ts";
import { type Call, callback, hrefOf, makeCall } from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";
import { openWebhookReceiver, waitUntilListening } from "../../../test/support/vendors.ts";
import { exactOnline } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let call: Call;
let accountKey = "";
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  service = await startService({ POLL_SECONDS: "1", ...settingsFor(exactOnline, simulator) }, { worker: true });
  call = makeCall(service.url, service.keys.apiKey);
  accountKey = await connectEndUser({ url: service.url, call, connector: exactOnline, vendor: simulator.vendor });
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

test("uses the sign-in page of the country that the caller names", async () => {
  const begin = (query: Record<string, string>) =>
    call("GET", "/auth/exact-online", { query: { callbackUrl: callback, ...query } });
  for (const [query, host] of [
    [{}, "start.exactonline.nl"],
    [{ tenantId: "be" }, "start.exactonline.be"],
  ] as const) {
    const page = await openBrowser(service.url).open((await begin(query)).data["url"] ?? "");
    expect(hrefOf(page)).toContain(`${simulator.url}/${host}/api/oauth2/auth?`);
  }
});

test("renews a token after it has expired, not before", async () => {
  const read = async () => (await call("GET", "/accounting/journals", { accountKey })).status;
  simulator.exchanges();
  const renewals = () => simulator.exchanges().filter(({ path }) => path.endsWith("/oauth2/token"));
  expect(await read()).toBe(200);
  expect(renewals()).toEqual([]);
  simulator.vendor.expireTokens();
  expect(await read()).toBe(200);
  expect(renewals()).toMatchObject([{ status: 200 }]);
});

test("receives webhooks signed with the app's key", async () => {
  const receiver = await openWebhookReceiver();
  const subscription = { callbackUrl: receiver.url, resource: "ITEM", eventType: "UPDATED" };
  const { data } = await call("POST", "/webhooks", { accountKey, body: subscription });
  receiver.trust(data["secret"] ?? "");
  const connection = await call("GET", "/auth/connection", { accountKey });
  await waitUntilListening(service, connection.data["id"] ?? "", "webhook");
  const { rows } = await call("GET", "/accounting/items", { accountKey, query: { limit: "5" } });
  const resourceId = rows[0]?.["id"] ?? "";
  simulator.vendor.touch(resourceId);
  const change = { eventType: "UPDATED", resource: "ITEM", resourceId };
  await vi.waitFor(() => expect(receiver.received).toMatchObject([change]), { timeout: 20_000, interval: 20 });
  await receiver.close();
});
