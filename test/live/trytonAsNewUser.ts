/** A new user with their own Tryton: connects in a browser, reads, posts an invoice, receives an event, verifies. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { barriersOn, openBrowser, openSite, openWindow, type Site } from "../support/browser.ts";
import { type Call, makeCall } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { openWebhookReceiver, waitUntilListening } from "../support/vendors.ts";
import { failsOf, reportOn } from "../support/verifying.ts";
import { connectedWith } from "./connected.ts";
import { firstExample, firstExampleTotals, refundOf } from "./sameMoney.ts";
import type { StartedTryton } from "./tryton.ts";

const company = "2";

export function tryAsNewUser({ url, credentials, call: inTryton }: StartedTryton): void {
  describe("Tryton, for a new user", () => {
    let service: Service;
    let site: Site;
    let browser: Browser;
    let call: Call;
    let accountKey = "";
    beforeAll(async () => {
      [service, site, browser] = await Promise.all([
        startService({ POLL_SECONDS: "1" }, { worker: true }),
        openSite(),
        openBrowser(),
      ]);
      call = makeCall(service.url, service.keys.apiKey);
    });
    afterAll(async () => {
      await browser.close();
      site.close();
      await service.stop();
    });

    test("connects through the key-entry page", async () => {
      const { page, complaints, close } = await openWindow(browser, { bypassCSP: true });
      const query = { callbackUrl: `${site.origin}/back`, environmentSelection: "true" };
      await page.goto((await call("GET", "/auth/tryton", { query })).data["url"] ?? "");
      for (const [name, value] of Object.entries({ baseUrl: url, ...credentials }))
        await page.fill(`#field-${name}`, value);
      const barriers = await barriersOn(page);
      await page.click(".submit");
      await page.locator(`input[name="choice"][value="${company}"]`).check();
      expect(await page.textContent("main")).toContain("Musterwerk Inc.");
      await page.click(".submit");
      await page.waitForURL((back) => back.origin === site.origin);
      accountKey = new URL(page.url()).searchParams.get("accountKey") ?? "";
      const { data } = await call("GET", "/auth/connection", { accountKey });
      expect(data).toMatchObject({ targetSystem: "tryton", state: "active", healthy: true });
      expect([barriers, complaints]).toEqual([[], []]);
      await close();
    });

    test("reads invoices and balanced entries of the chosen company", async () => {
      const { rows: invoices } = await call("GET", "/invoices", { accountKey });
      expect(new Set(invoices.map(({ status }) => status))).toContain("PARTIALLY_OVERDUE");
      const { rows: entries } = await call("GET", "/journalEntries", { accountKey, query: { limit: "100" } });
      expect(entries.length).toBeGreaterThan(10);
      expect(entries.map(({ description }) => description)).not.toContain("Of another company");
      for (const entry of entries as unknown as readonly Entry[]) expect(differenceOf(entry)).toBe(0);
    });

    test("posts an invoice to Tryton with its number and taxes", async () => {
      const contactId = await firstId("/customers", "C001");
      const line = { itemId: await firstId("/items", "CONS-H"), description: "Übung", quantity: 3, unitAmount: 10.5 };
      const body = { contactId, invoiceDate: new Date().toISOString(), status: "OPEN", lineItems: [line] };
      const { status, data, text } = await call("POST", "/invoices", { accountKey, body });
      expect(status, text).toBe(201);
      const fields = ["number", "state", "total_amount"];
      const [there] = (await inTryton("model.account.invoice.read", [Number(data["invoiceId"])], fields)) as object[];
      expect(there).toMatchObject({
        number: data["invoiceNumber"],
        state: "posted",
        total_amount: { decimal: "37.80" },
      });
    });

    test("refuses the first example of the writing guide until it has what Tryton lacks: 200 + 38 = 238", async () => {
      const user = connectedWith(call, accountKey);
      const body = firstExample(await firstId("/customers", "C001"));
      expect(await user.refused("POST", "/invoices", body)).toMatchObject({
        code: "cannot_store",
        field: "lineItems[0].taxRatePercentage",
        message: expect.stringMatching(/^Tryton has no tax code with 19 %\. Its tax codes: .*VAT 20 %/),
      });
      // The books have this tax, but it is archived and not for sales.
      const idOf = async (model: string, ...domain: readonly unknown[]): Promise<number> => {
        const found = await inTryton(`model.${model}.search`, domain, 0, 1, null);
        return (found as readonly [number])[0];
      };
      const tax = await idOf("account.tax", ["name", "=", "VAT 19 %"], ["active", "=", false]);
      const group = await idOf("account.tax.group", ["kind", "=", "both"]);
      await inTryton("model.account.tax.write", [tax], { active: true, group });
      const field = "lineItems[0].accountId";
      const refusal = await user.refused("POST", "/invoices", body);
      expect(refusal).toMatchObject({ code: "cannot_store", field, message: expect.stringContaining("4000 Main") });
      const accountId = await firstId("/accounts", "4000");
      const lineItems = (body["lineItems"] as readonly object[]).map((line) => ({ ...line, accountId }));
      const stored = await user.write("POST", "/invoices", { ...body, lineItems });
      expect(stored).toMatchObject({ ...firstExampleTotals, currency: "EUR", status: "DRAFT" });
      await inTryton("model.account.invoice.delete", [Number(stored["invoiceId"])]);
      await inTryton("model.account.tax.write", [tax], { active: false });
    });

    test("a refund of a credit note is negative", async () => {
      const user = connectedWith(call, accountKey);
      const notes = await user.all("/creditNotes");
      const note = notes.find(({ reference }) => reference === "for INV");
      expect(await refundOf(user, String(note?.["id"]))).toEqual([-20]);
    });

    test("sends an event for a change made in Tryton", async () => {
      const receiver = await openWebhookReceiver();
      const subscription = { callbackUrl: receiver.url, resource: "INVOICE", eventType: "UPDATED" };
      const { data } = await call("POST", "/webhooks", { accountKey, body: subscription });
      receiver.trust(data["secret"] ?? "");
      const connection = await call("GET", "/auth/connection", { accountKey });
      await waitUntilListening(service, connection.data["id"] ?? "", "polled");
      const { rows } = await call("GET", "/invoices", { accountKey, query: { status: "DRAFT" } });
      const invoiceId = rows[0]?.["invoiceId"] ?? "";
      await inTryton("model.account.invoice.write", [Number(invoiceId)], { reference: "changed by hand" });
      const change = { eventType: "UPDATED", resource: "INVOICE", resourceId: invoiceId };
      await vi.waitFor(() => expect(receiver.received).toMatchObject([change]), { timeout: 30_000, interval: 50 });
      expect(receiver.rejected).toEqual([]);
      await receiver.close();
    });

    test("passes kontor verify", async () => {
      const report = await reportOn(call, accountKey);
      expect(failsOf(report)).toEqual([]);
      expect(report).toMatchObject({ targetSystem: "tryton", isProven: true });
    });

    async function firstId(path: string, number: string): Promise<string> {
      const { rows } = await call("GET", path, { accountKey, query: { limit: "100" } });
      return rows.find((row) => [row["number"], row["itemNumber"]].includes(number))?.["id"] ?? "";
    }
  });
}

interface Entry {
  readonly journalLineItems: readonly { readonly debitCreditIndicator: string; readonly totalNetAmount: number }[];
}

/** In cents, so that it is exact. */
const differenceOf = ({ journalLineItems }: Entry): number =>
  journalLineItems.reduce(
    (sum, { debitCreditIndicator: side, totalNetAmount: amount }) =>
      sum + Math.round(amount * 100) * (side === "DEBIT" ? 1 : -1),
    0,
  );
