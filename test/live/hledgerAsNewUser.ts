/** A new user with their own hledger-web: connects in a browser, reads, edits the journal, receives an event, verifies. */
import { appendFileSync, utimesSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { barriersOn, openBrowser, openSite, openWindow, type Site } from "../support/browser.ts";
import { type Loopback, serveHttp } from "../support/loopback.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { openWebhookReceiver, waitUntilListening } from "../support/vendors.ts";
import { failsOf, reportOn } from "../support/verifying.ts";
import type { Started } from "./program.ts";

const credentials = { username: "bookkeeper", password: "Ledger-7x_Quick" };

/** A web server in front of it that asks for a password. */
function servePasswordProxy(url: string): Promise<Loopback> {
  const { username, password } = credentials;
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return serveHttp((incoming, response) => {
    if (incoming.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="books"' }).end("Authorization Required");
      return;
    }
    const { method, headers } = incoming;
    const passed = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  });
}

export function tryAsNewUser({ url, folder }: Started): void {
  describe.each([
    { title: "without a password", hasPassword: false },
    { title: "with a password", hasPassword: true },
  ])("hledger-web $title, for a new user", ({ hasPassword }) => {
    let service: Service;
    let site: Site;
    let browser: Browser;
    let proxy: Loopback;
    let call: Call;
    let accountKey = "";
    beforeAll(async () => {
      [service, site, browser, proxy] = await Promise.all([
        startService({ POLL_SECONDS: "1" }, { worker: true }),
        openSite(),
        openBrowser(),
        servePasswordProxy(url),
      ]);
      call = makeCall(service.url, service.keys.apiKey);
    });
    afterAll(async () => {
      await browser.close();
      site.close();
      await service.stop();
      await proxy.close();
    });

    test("connects through the key-entry page", async () => {
      const { page, complaints, close } = await openWindow(browser, { bypassCSP: true });
      const query = { callbackUrl: `${site.origin}/back` };
      await page.goto((await call("GET", "/auth/hledger-web", { query })).data["url"] ?? "");
      const filled = hasPassword ? { baseUrl: proxy.url, ...credentials } : { baseUrl: url };
      for (const [name, value] of Object.entries(filled)) await page.fill(`#field-${name}`, value);
      const barriers = await barriersOn(page);
      await page.click(".submit");
      await page.waitForURL((back) => back.origin === site.origin);
      accountKey = new URL(page.url()).searchParams.get("accountKey") ?? "";
      const { data } = await call("GET", "/auth/connection", { accountKey });
      expect(data).toMatchObject({ targetSystem: "hledger-web", state: "active", healthy: true });
      expect([barriers, complaints]).toEqual([[], []]);
      await close();
    });

    test("refuses a wrong password with a message", async () => {
      const body = { baseUrl: proxy.url, ...credentials, password: "another" };
      const refused = await call("POST", "/auth/accounts/hledger-web", { body });
      const errors = [{ code: "target_rejected", targetStatus: 401 }];
      expect(refused).toMatchObject({ status: 422, body: { errors } });
    });

    test("sends an event for an entry added to the journal file, and reads it", async () => {
      const receiver = await openWebhookReceiver();
      const subscription = { callbackUrl: receiver.url, resource: "JOURNAL_ENTRY", eventType: "CREATED" };
      const { data } = await call("POST", "/webhooks", { accountKey, body: subscription });
      receiver.trust(data["secret"] ?? "");
      const connection = await call("GET", "/auth/connection", { accountKey });
      await waitUntilListening(service, connection.data["id"] ?? "", "polled");
      const number = hasPassword ? "HAND-2" : "HAND-1";
      writeByHand(number);
      const change = { eventType: "CREATED", resource: "JOURNAL_ENTRY" };
      await vi.waitFor(() => expect(receiver.received).toMatchObject([change]), { timeout: 30_000, interval: 50 });
      const path = `/journalEntries/${receiver.received[0]?.resourceId}`;
      expect((await call("GET", path, { accountKey })).data).toMatchObject({
        number,
        journalLineItems: [{ totalNetAmount: 7.25 }, { totalNetAmount: 7.25 }],
      });
      expect(receiver.rejected).toEqual([]);
      await receiver.close();
    });

    test("passes kontor verify", async () => {
      const report = await reportOn(call, accountKey);
      expect(failsOf(report)).toEqual([]);
      expect(report).toMatchObject({ targetSystem: "hledger-web", isProven: true });
    });
  });

  /** hledger-web compares the file's time by the second, so the change must be in a later second. */
  function writeByHand(number: string): void {
    const file = join(folder, "books.journal");
    appendFileSync(file, `\n2025-04-02 * (${number}) Stamps\n    expenses:office    $7.25\n    assets:cash\n`);
    const later = new Date(Date.now() + 2000);
    utimesSync(file, later, later);
  }
}
