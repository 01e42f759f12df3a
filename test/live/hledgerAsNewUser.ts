/** What a new user tries with an hledger-web of their own: connect in a browser, read, edit the journal, hear of it, verify. */
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

/** As a web server in front of it would ask for a password. */
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
    { what: "alone", hasPassword: false },
    { what: "behind a password", hasPassword: true },
  ])("hledger-web $what, as a new user tries it", ({ hasPassword }) => {
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

    test("is connected through the key-entry page", async () => {
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

    test("a wrong password is refused, and says so", async () => {
      const body = { baseUrl: proxy.url, ...credentials, password: "another" };
      const refused = await call("POST", "/auth/accounts/hledger-web", { body });
      const errors = [{ code: "target_rejected", targetStatus: 401 }];
      expect(refused).toMatchObject({ status: 422, body: { errors } });
    });

    test("an entry that was written into the journal by hand is heard of, and read", async () => {
      const receiver = await openWebhookReceiver();
      const wish = { callbackUrl: receiver.url, resource: "JOURNAL_ENTRY", eventType: "CREATED" };
      const { data } = await call("POST", "/webhooks", { accountKey, body: wish });
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

    test("kontor verify is green", async () => {
      const report = await reportOn(call, accountKey);
      expect(failsOf(report)).toEqual([]);
      expect(report).toMatchObject({ targetSystem: "hledger-web", isProven: true });
    }, 240_000);
  });

  /** It looks at the file's time by the second, so the change is of a later one. */
  function writeByHand(number: string): void {
    const file = join(folder, "books.journal");
    appendFileSync(file, `\n2025-04-02 * (${number}) Stamps\n    expenses:office    $7.25\n    assets:cash\n`);
    const later = new Date(Date.now() + 2000);
    utimesSync(file, later, later);
  }
}
