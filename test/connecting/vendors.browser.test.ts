/** Every vendor as a new user tries it: connected in Chromium, then read, written and subscribed to over HTTP. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { portalKey, simulatorSlugs } from "../../simulators/settings.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { someOf } from "../faults/scale.ts";
import { lookOnceAtEachKind, openBrowser, openSite, openWindow, type Site } from "../support/browser.ts";
import { type Description, readDescription } from "../support/described.ts";
import { type Call, makeCall, type Request } from "../support/platform.ts";
import { endOf, post, recordsOf, taskIdOf } from "../support/tasks.ts";
import {
  connectInBrowser,
  connectorOf,
  openVendors,
  openWebhookReceiver,
  type VendorRig,
  vendors,
  waitUntilListening,
  waitUntilResolved,
} from "../support/vendors.ts";

let rig: VendorRig;
let browser: Browser;
let site: Site;
let description: Description;
let call: Call;

beforeAll(async () => {
  [rig, site, browser] = await Promise.all([openVendors(), openSite(), openBrowser()]);
  const { url, keys } = rig.service;
  description = await readDescription(url);
  call = makeCall(url, keys.apiKey);
});
afterAll(async () => {
  await browser.close();
  site.close();
  await rig.close();
});

/** The lists that every vendor must answer, at least with a warning. */
const lists: readonly OperationId[] = [
  "bookingProposals.list",
  "expenses.list",
  "journalEntries.list",
  "offers.lineItems.list",
  "payments.list",
  "paymentTerms.list",
  "purchaseOrders.list",
  "trialBalance.list",
  "units.list",
];

const barriersOn = lookOnceAtEachKind();
const onPhone = { viewport: { width: 360, height: 700 }, bypassCSP: true };

const tried = someOf(vendors);

describe.each(tried)("%s", (targetSystem, slug) => {
  const connector = connectorOf(targetSystem);
  let accountKey = "";
  let invoiceId = "";
  const ask = async (id: OperationId, { ids = {}, ...request }: Request & { ids?: Record<string, string> } = {}) => {
    const { method, path, status: expectedStatus } = operations[id];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
    const answer = await call(method, filled, { accountKey, ...request });
    expect(answer.status, `${id}: ${answer.text}`).toBe(expectedStatus);
    const { status, text: body, headers } = answer;
    expect(description.fault(method, path, { status, body, type: headers.get("content-type") ?? "" })).toBeUndefined();
    return answer;
  };
  const firstId = async (id: OperationId): Promise<string> => {
    const [row] = (await ask(id, { query: { limit: "5" } })).rows;
    return row?.["id"] ?? row?.["invoiceId"] ?? "";
  };

  test("connects in a browser", async () => {
    const { page, complaints, close } = await openWindow(browser, onPhone);
    const barriers: string[] = [];
    const query = { callbackUrl: `${site.origin}/back`, environmentSelection: "true" };
    await page.goto((await call("GET", `/auth/${targetSystem}`, { query })).data["url"] ?? "");
    await connectInBrowser(page, connector, rig.simulatorOf(slug), async (shown) => {
      barriers.push(...(await barriersOn(shown)));
    });
    await page.waitForURL((url) => url.origin === site.origin);
    accountKey = new URL(page.url()).searchParams.get("accountKey") ?? "";
    const { data } = await call("GET", "/auth/connection", { accountKey });
    expect(data).toMatchObject({ targetSystem, state: "active", healthy: true });
    expect([barriers, complaints]).toEqual([[], []]);
    await close();
  });

  test.each(lists)("answers %s", async (id) => {
    const offered = connector.operations[id];
    const query = offered && "requires" in offered ? await needed(id, offered.requires) : await needed(id, []);
    const ids = { offerId: connector.operations["offers.list"] ? await firstId("offers.list") : "1" };
    if (offered !== undefined && "start" in offered) return await fromTask(id, query);
    const { rows, meta } = await ask(id, { ids, query });
    if (offered === undefined) {
      expect(rows).toEqual([]);
      expect(meta.warnings?.join()).toContain(connector.name);
    } else expect(rows.length).toBeGreaterThan(0);
  });

  /** A list that the vendor prepares asynchronously. */
  async function fromTask(id: OperationId, query: Record<string, string>): Promise<void> {
    const wholeYear = { ...query, fiscalYearStartDate: `${new Date().getUTCFullYear() - 1}-01-01` };
    const begun = await call("GET", operations[id].path, { accountKey, query: wholeYear });
    expect(begun.status, begun.text).toBe(202);
    const taskId = begun.data["taskId"] ?? "";
    const { status } = await endOf(rig.service, taskId, { accountKey }, 30_000);
    expect(status).toBe("SUCCESS");
    const records = await recordsOf(rig.service, taskId, { accountKey });
    // More than one page, without duplicates.
    expect(records.length).toBeGreaterThan(100);
    expect(new Set(records.map((record) => record["id"])).size).toBe(records.length);
  }

  /** The fiscal year that a warning names for a day on which none begins. */
  async function fiscalYearStart(year: number): Promise<string> {
    const query = { fiscalYearStartDate: `${year}-01-01` };
    const { meta } = await ask("trialBalance.list", { query });
    const [, start = "01-01"] = /all fiscal years begin on (\d\d-\d\d)/.exec(meta.warnings?.join() ?? "") ?? [];
    const isBegun = `${year}-${start}` <= new Date().toISOString().slice(0, 10);
    return `${isBegun ? year : year - 1}-${start}`;
  }

  async function needed(id: OperationId, requires: readonly string[]): Promise<Record<string, string>> {
    const { query }: Operation = operations[id];
    const names = new Set(requires);
    for (const [name, { required }] of Object.entries(query)) if (required === true) names.add(name);
    const year = new Date().getUTCFullYear();
    return {
      ...(names.has("fiscalYearStartDate") && { fiscalYearStartDate: await fiscalYearStart(year) }),
      ...(names.has("fiscalYear") && { fiscalYear: `${year}` }),
      ...(names.has("invoiceId") && { invoiceId: await firstId("invoices.list") }),
    };
  }

  // Some vendors process proposals asynchronously and report the result later.
  const readLater = (["bookingProposals.create"] as const).filter((id) => connector.operations[id]?.job !== undefined);

  test.each(readLater)("writes %s with a document once, however often it is sent", async (id) => {
    const { exchanges } = rig.simulatorOf(slug);
    const lineItems = [{ accountNumber: 4930, taxRatePercentage: 19, totalGrossAmount: 119 }];
    const proposal = { number: "ER-1", currency: "EUR", contactId: await firstId("suppliers.list"), lineItems };
    const propose = async () => {
      const form = new FormData();
      const bookingProposalDate = `${new Date().getUTCFullYear()}-01-15T00:00:00Z`;
      form.set("bookingProposal", JSON.stringify({ ...proposal, bookingProposalDate }));
      form.set("files", new File(["%PDF-1.4\n%%EOF\n"], "Beleg.pdf", { type: "application/pdf" }));
      const headers = { "x-account-key": accountKey, "idempotency-key": "proposal-1" };
      exchanges();
      const answer = await post(rig.service, `${operations[id].path}?bookingType=BILL`, form, headers);
      const writes = exchanges().filter(({ method, path }) => method === "POST" && path.endsWith("-jobs"));
      return { taskId: taskIdOf(answer, 201), writes: writes.length };
    };
    const { taskId, writes } = await propose();
    expect(writes).toBe(1);
    expect(await propose()).toEqual({ taskId, writes: 0 });
    const { status, information } = await endOf(rig.service, taskId, { accountKey });
    expect(status).toBe("SUCCESS");
    expect(information.map(({ filename }) => filename).join()).toContain("Beleg.pdf");
  });

  // Not every system can create invoices.
  if (connector.operations["invoices.create"] === undefined) return;

  /** The standard rate of the vendor's country is the highest one for sales. 19 % if the vendor lists none. */
  async function standardRate(): Promise<{ percentage: number; codes: readonly string[] }> {
    if (connector.operations["taxRates.list"] === undefined) return { percentage: 19, codes: [] };
    const { rows } = await ask("taxRates.list", { query: { limit: "100" } });
    const forSales = rows.filter(({ usage }) => usage !== "BILL");
    const percentage = Math.max(0, ...forSales.map((rate) => Number(rate["percentage"] ?? 0))) || 19;
    const standard = forSales.filter((rate) => Number(rate["percentage"] ?? 0) === percentage);
    return { percentage, codes: standard.map(({ id = "" }) => id) };
  }

  /** An item with this rate, because some vendors' lines have the tax of their item. The first one if items have no rates. */
  async function itemWith(codes: readonly string[]): Promise<{ id: string; percentage: number | undefined }> {
    const { rows } = await ask("items.list", { query: { limit: "100" } });
    const { id = "", taxRatePercentage } = rows.find(({ taxCode = "" }) => codes.includes(taxCode)) ?? rows[0] ?? {};
    return { id, percentage: taxRatePercentage === undefined ? undefined : Number(taxRatePercentage) };
  }

  /**
   * The fields of a line that the vendor stores and returns. The answer warns of those that it cannot store; a vendor without
   * quantities is sent their product with the price.
   */
  function storable(line: object): object {
    const written = connector.operations["invoices.create"]?.writableFields["lineItems"];
    const read = connector.operations["invoices.get"]?.fields["lineItems"];
    const has = (table: typeof read, name: string): boolean => table === true || table?.[name] !== undefined;
    return Object.fromEntries(Object.entries(line).filter(([name]) => has(written, name) && has(read, name)));
  }

  /** The fields that this vendor requires besides those that most have. The account is that of an earlier invoice. */
  async function alsoRequired(): Promise<{ invoice: object; line: object }> {
    const required = connector.operations["invoices.create"]?.requires ?? [];
    const { data } = await ask("invoices.get", { ids: { invoiceId: await firstId("invoices.list") } });
    const [earlier] = data["lineItems"] as unknown as readonly { readonly accountId?: string }[];
    return {
      invoice: required.includes("invoiceNumber") ? { invoiceNumber: "UE-1" } : {},
      line: required.includes("lineItems.accountId") ? { accountId: earlier?.accountId } : {},
    };
  }

  test("creates an invoice and reads it back", async () => {
    const also = await alsoRequired();
    const { percentage, codes } = await standardRate();
    const item = await itemWith(codes);
    const line = { itemId: item.id, description: "Übung", quantity: 3, unitAmount: 10.5, ...also.line };
    const invoice = { contactId: await firstId("customers.list"), ...days(14), status: "OPEN", ...also.invoice };
    // A vendor without a list of rates may know them of its items only.
    const rated = { ...line, taxRatePercentage: (codes.length === 0 ? item.percentage : undefined) ?? percentage };
    const { path } = operations["invoices.create"];
    const tried = await call("POST", path, {
      accountKey,
      query: { dryRun: "true" },
      body: { ...invoice, lineItems: [rated] },
    });
    // If several codes have this rate, the refusal lists them.
    const [, taxCode] = /as taxCode: (\S+) \(/.exec(tried.text) ?? [];
    const body = { ...invoice, lineItems: [{ ...rated, ...(taxCode !== undefined && { taxCode }) }] };
    const made = await ask("invoices.create", { body });
    invoiceId = made.data["invoiceId"] ?? "";
    const { data } = await ask("invoices.get", { ids: { invoiceId } });
    expect(data).toMatchObject({ ...invoice, lineItems: [storable(line)] });
    expect(data).toMatchObject(made.data);
  });

  test("reports a change", async () => {
    const { service, simulatorOf } = rig;
    const { vendor, wait } = simulatorOf(slug);
    const receiver = await openWebhookReceiver();
    // Without a filter for changed invoices, invoices never change after booking, so a customer is changed.
    const { webhooks, operations: offered } = connector;
    const changes = webhooks?.resources.INVOICE ?? offered["invoices.list"]?.filters.includes("lastModifiedAt");
    const resource = changes ? "INVOICE" : "CUSTOMER";
    const resourceId = changes ? invoiceId : await firstId("customers.list");
    const subscription = { callbackUrl: receiver.url, resource, eventType: "UPDATED" };
    const { data } = await call("POST", "/webhooks", { accountKey, body: subscription });
    receiver.trust(data["secret"] ?? "");
    if (vendor.portal !== undefined) {
      vendor.portal.subscribe({ url: `${service.url}/events/${targetSystem}`, key: portalKey(targetSystem) });
      await vendor.untilIdle();
    } else {
      const connection = await call("GET", "/auth/connection", { accountKey });
      await waitUntilListening(
        service,
        connection.data["id"] ?? "",
        webhooks?.resources[resource] ? "webhook" : "polled",
      );
      // Some vendors report nothing until a code that they post is sent back.
      await vendor.untilIdle();
      await waitUntilResolved(service);
    }
    // Some vendors report whole seconds, so a change within the second of creation would not show.
    wait(1000);
    vendor.touch(resourceId);
    const listed = connector.batches === true;
    const change = { eventType: "UPDATED", resource, resourceId, listed };
    await vi.waitFor(() => expect(receiver.received).toMatchObject([change]), { timeout: 20_000, interval: 20 });
    expect(receiver.rejected).toEqual([]);
    await receiver.close();
  });
});

function days(until: number): { invoiceDate: string; dueDate: string } {
  const midnight = (after: number) =>
    `${new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  return { invoiceDate: midnight(0), dueDate: midnight(until) };
}

test("denying access at the vendor returns to the platform without a key", async () => {
  const [targetSystem] = vendors.find(([id]) => connectorOf(id).signIn.kind === "oauth2") ?? [""];
  const { page, close } = await openWindow(browser);
  const query = { callbackUrl: `${site.origin}/back`, cancelCallbackUrl: `${site.origin}/cancelled` };
  await page.goto((await call("GET", `/auth/${targetSystem}`, { query })).data["url"] ?? "");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.waitForURL((url) => url.origin === site.origin);
  expect(page.url()).toBe(`${site.origin}/cancelled?error=cancelled`);
  await close();
});

test("the controls of each simulator are accessible", async () => {
  const { page, close } = await openWindow(browser, onPhone);
  for (const slug of simulatorSlugs()) {
    await page.goto(rig.simulatorOf(slug).url);
    expect(await barriersOn(page), slug).toEqual([]);
  }
  await close();
});
