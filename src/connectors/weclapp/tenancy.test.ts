/** Each tenant has its own host: how it is entered, where requests go, and what a tenant's package may lack. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsFor } from "../../../simulators/settings.ts";
import { type Simulator, startSimulator } from "../../../simulators/start.ts";
import { simulation, withoutPurchasing } from "../../../simulators/weclapp/simulation.ts";
import { accountKeyIn, hrefOf, openPlatform, type Platform } from "../../../test/support/platform.ts";
import { type Service, startService } from "../../../test/support/service.ts";
import { weclapp } from "./connector.ts";

let simulator: Simulator;
let service: Service;
let platform: Platform;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
  service = await startService(settingsFor(weclapp, simulator));
  platform = await openPlatform(service);
});
afterAll(async () => {
  await service.stop();
  await simulator.close();
});

async function connected(tenantId: string, apiKey: string): Promise<string> {
  const browser = platform.browser();
  const page = await browser.open(await platform.begin("weclapp", { tenantId }));
  expect(page.text).toContain(`name="tenantId" type="text" value="${tenantId}"`);
  return accountKeyIn(hrefOf(await browser.submit(page, { tenantId, apiKey })));
}

test("prefills the key page with the platform's tenantId and sends the token to that tenant's host", async () => {
  const { tenantId = "", apiKey = "" } = simulator.vendor.access.credentials ?? {};
  simulator.exchanges();
  await connected(tenantId, apiKey);
  const urls = simulator.exchanges().map(({ host, path }) => `${host}${path}`);
  expect(urls).toEqual(["bergblick.weclapp.com/webapp/api/v3/user/currentUser"]);
});

test("refuses the token at another tenant's host, and an invalid tenant name", async () => {
  const browser = platform.browser();
  const page = await browser.open(await platform.begin("weclapp", {}));
  for (const tenantId of ["talblick", "nobody", "bergblick.weclapp.com/", "a@b"]) {
    const again = await browser.submit(page, {
      tenantId,
      apiKey: simulator.vendor.access.credentials?.["apiKey"] ?? "",
    });
    expect({ tenantId, status: again.status }).toEqual({ tenantId, status: 422 });
  }
});

test("forbids purchase orders without the package, with weclapp's reason, while other lists work", async () => {
  const accountKey = await connected(withoutPurchasing.tenantId, withoutPurchasing.apiKey);
  const answer = await platform.call("GET", "/accounting/purchaseOrders", { accountKey });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    errors: [
      {
        code: "target_forbidden",
        targetStatus: 403,
        next: "report",
        targetMessage: "The license package of this tenant does not include purchasing",
      },
    ],
  });
  expect((await platform.call("GET", "/accounting/salesOrders", { accountKey })).status).toBe(200);
});
