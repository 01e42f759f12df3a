import { createVerify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../start.ts";
import { lexwareOffice, simulation } from "./simulation.ts";
import { dayOf } from "./store.ts";

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator(simulation);
});
afterAll(() => simulator.close());

interface TestRequest {
  readonly method?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly accept?: string;
  readonly key?: string;
  readonly at?: Simulator;
}

function request(path: string, { method = "GET", json, form, accept = "*/*", key, at = simulator }: TestRequest = {}) {
  const apiKey = key ?? String(at.vendor.access.credentials?.["apiKey"]);
  return fetch(`${at.url}/api.lexware.io/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept,
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
  });
}

const read = async (path: string) => JSON.parse(await (await request(path)).text());
const post = (path: string, json: unknown) => request(path, { method: "POST", json });
const put = (path: string, json: unknown) => request(path, { method: "PUT", json });
const upload = (name: string, bytes: string) => {
  const form = new FormData();
  form.set("file", new Blob([bytes]), name);
  form.set("type", "voucher");
  return form;
};

/** Every id of a list, page by page. */
async function walk(path: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; ; page += 1) {
    const { content, last } = await read(`${path}size=${size}&page=${page}`);
    ids.push(...content.map(({ id }: { id: string }) => id));
    if (last) return ids;
  }
}

const customerId = async () => (await read("/contacts?number=10001")).content[0].id as string;

const line = (unitPrice: unknown) => ({ type: "custom", name: "Luft", quantity: 2, unitName: "m³", unitPrice });
const invoice = (more: object = {}) => ({
  voucherDate: "2026-02-22T00:00:00.000+01:00",
  address: { name: "Niemand & Söhne", countryCode: "DE" },
  lineItems: [line({ currency: "EUR", netAmount: 13.4, taxRatePercentage: 19 })],
  totalPrice: { currency: "EUR" },
  taxConditions: { taxType: "net" },
  shippingConditions: { shippingType: "none" },
  ...more,
});

describe("the gateway", () => {
  test("requires only the key", async () => {
    const refused = await request("/profile", { key: "wrong" });
    expect([refused.status, await refused.json()]).toEqual([401, { message: "Unauthorized" }]);
    expect(await read("/profile")).toMatchObject({ organizationId: simulator.vendor.companies[0]?.id, taxType: "net" });
    expect((await request("/nonsense")).status).toBe(403);
  });

  test("limits to two requests a second if configured", async () => {
    const limited = await startSimulator(lexwareOffice({ requestsPerSecond: 2 }));
    const statuses = async () => (await request("/profile", { at: limited })).status;
    expect([await statuses(), await statuses(), await statuses()]).toEqual([200, 200, 429]);
    limited.wait(500);
    expect(await statuses()).toBe(200);
    await limited.close();
  });
});

describe("lists", () => {
  test.each([
    ["/contacts?", 235],
    ["/articles?", 25],
    ["/voucherlist?voucherType=invoice&voucherStatus=any&", 150],
    ["/voucherlist?voucherType=purchaseinvoice&voucherStatus=any&sort=updatedDate,ASC&", 125],
    ["/voucherlist?voucherType=any&voucherStatus=any&", 355],
  ])("pages through every record of %s once", async (path, total) => {
    const ids = await walk(path, 50);
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(await read(path)).toMatchObject({ size: 25, number: 0, totalElements: total, first: true });
  });

  test("the voucher list requires its two filters, and takes overdue only alone", async () => {
    expect((await request("/voucherlist?voucherType=invoice")).status).toBe(400);
    expect((await request("/voucherlist?voucherType=any&voucherStatus=open,overdue")).status).toBe(400);
    const statuses = async (status: string) =>
      (await read(`/voucherlist?voucherType=invoice&voucherStatus=${status}&size=250`)).content.map(
        (row: { voucherStatus: string }) => row.voucherStatus,
      );
    expect(new Set(await statuses("open"))).toEqual(new Set(["open", "overdue"]));
    expect(new Set(await statuses("overdue"))).toEqual(new Set(["overdue"]));
    expect(await read("/voucherlist?voucherType=any&voucherStatus=unchecked")).toMatchObject({ totalElements: 22 });
    expect((await request("/voucherlist?voucherType=any&voucherStatus=any&size=250&page=40")).status).toBe(400);
  });

  test("searches take HTML escapes and patterns", async () => {
    const found = async (query: string) => (await read(`/contacts?${query}`)).totalElements;
    expect(await found("name=Beispiel%20%26%20S")).toBe(0);
    expect(await found("name=beispiel%20%26amp%3B%20s%C3%B6hne%20KG")).toBeGreaterThan(1);
    expect(await found("email=kontakt_2@firma%25example")).toBeGreaterThan(0);
    expect((await found("customer=true")) + (await found("customer=false"))).toBe(235);
    const short = await request("/contacts?name=ab");
    expect([short.status, await short.json()]).toMatchObject([400, { IssueList: [{ i18nKey: "bad_request_error" }] }]);
    expect((await read("/vouchers?voucherNumber=A%26amp%3BB-%26lt%3B12%26gt%3B")).totalElements).toBe(1);
  });

  test("a change is in the list from that day on", async () => {
    const today = dayOf(simulator.now());
    const since = async () =>
      (await read(`/voucherlist?voucherType=purchaseinvoice&voucherStatus=any&updatedDateFrom=${today}`)).content;
    const [{ id }] = (await read("/voucherlist?voucherType=purchaseinvoice&voucherStatus=paid")).content;
    expect(await since()).toEqual([]);
    simulator.vendor.touch(id);
    expect(await since()).toMatchObject([{ id }]);
  });
});

describe("writes", () => {
  test("calculates and numbers an invoice, and returns it", async () => {
    const contactId = await customerId();
    const body = invoice({ address: { contactId }, totalPrice: { currency: "EUR", totalDiscountPercentage: 10 } });
    const answer = await post("/invoices?finalize=true", body);
    const { id, version, resourceUri } = (await answer.json()) as { id: string; version: number; resourceUri: string };
    expect([answer.status, version, resourceUri]).toEqual([201, 1, `https://api.lexware.io/v1/invoices/${id}`]);
    expect(await read(`/invoices/${id}`)).toMatchObject({
      voucherStatus: "open",
      voucherNumber: "RE1153",
      dueDate: "2026-03-24T00:00:00.000+01:00",
      lineItems: [{ lineItemAmount: 26.8, unitPrice: { grossAmount: 15.946 } }],
      totalPrice: { totalNetAmount: 24.12, totalTaxAmount: 4.58, totalGrossAmount: 28.7 },
      taxAmounts: [{ taxRatePercentage: 19, taxAmount: 4.58, netAmount: 24.12 }],
    });
    expect(await read(`/payments/${id}`)).toMatchObject({ openAmount: 28.7, paymentStatus: "openRevenue" });
    const note = await post(`/credit-notes?finalize=true&precedingSalesVoucherId=${id}`, body);
    expect((await read(`/credit-notes/${((await note.json()) as { id: string }).id}`)).voucherStatus).toBe("paidoff");
    expect(await read(`/payments/${id}`)).toMatchObject({ openAmount: 0, voucherStatus: "paid" });
    const file = await request(`/invoices/${id}/file`);
    expect([file.headers.get("content-type"), (await file.text()).slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
  });

  test("a draft has no document, an XRechnung has two", async () => {
    const { id } = (await (await post("/invoices", invoice())).json()) as { id: string };
    expect((await request(`/invoices/${id}/file`)).status).toBe(409);
    expect((await request(`/payments/${id}`)).status).toBe(406);
    const all: string[] = await walk("/voucherlist?voucherType=invoice&voucherStatus=paid,open&", 250);
    const electronic = await Promise.all(all.map((id) => read(`/invoices/${id}`)));
    const found = electronic.find(({ electronicDocumentProfile }) => electronicDocumentProfile === "XRechnung");
    const typeOf = async (accept: string) =>
      (await request(`/invoices/${found.id}/file`, { accept })).headers.get("content-type");
    expect([await typeOf("*/*"), await typeOf("application/pdf")]).toEqual(["application/xml", "application/pdf"]);
  });

  test("refuses sales documents with details, contacts and vouchers with an IssueList", async () => {
    const wrong = await post("/invoices", invoice({ lineItems: [line({ currency: "EUR", netAmount: 5 })] }));
    expect([wrong.status, await wrong.json()]).toMatchObject([
      406,
      { path: "/v1/invoices", details: [{ violation: "NOTNULL", field: "lineItems[0].unitPrice.taxRatePercentage" }] },
    ]);
    expect((await post("/invoices", invoice({ voucherDate: "2026-02-22" }))).status).toBe(406);
    const nameless = await post("/contacts", { version: 0, roles: { customer: {} }, company: {} });
    const issue = { i18nKey: "missing_entity", source: "company.name", type: "validation_failure" };
    expect([nameless.status, await nameless.json()]).toEqual([
      406,
      { IssueList: [{ ...issue, additionalData: null, args: null }] },
    ]);
    const unbalanced = { ...bill, totalGrossAmount: 120 };
    expect(await (await post("/vouchers", unbalanced)).json()).toMatchObject({
      IssueList: [{ i18nKey: "invalid_value", source: "totalGrossAmount" }],
    });
    expect((await request("/contacts", { method: "POST" })).status).toBe(415);
  });

  test("a contact keeps its number, and an outdated version is refused", async () => {
    const made = await post("/contacts", { version: 0, roles: { vendor: {} }, person: { lastName: "Größenwahn" } });
    const { id } = (await made.json()) as { id: string };
    const contact = await read(`/contacts/${id}`);
    expect(contact).toMatchObject({ version: 1, roles: { vendor: { number: expect.any(Number) } }, archived: false });
    const changed = await put(`/contacts/${id}`, { ...contact, note: "neu" });
    expect([changed.status, await changed.json()]).toMatchObject([200, { version: 2 }]);
    expect((await put(`/contacts/${id}`, contact)).status).toBe(409);
    expect(await read(`/contacts/${id}`)).toEqual({ ...contact, note: "neu", version: 2 });
    const several = (await read("/contacts?email=zweite5")).content[0];
    expect((await put(`/contacts/${several.id}`, several)).status).toBe(406);
  });

  test("a voucher takes files, and an update deletes those that it leaves out", async () => {
    const { id } = (await (await post("/vouchers", bill)).json()) as { id: string };
    const attached = await request(`/vouchers/${id}/files`, { method: "POST", form: upload("beleg.png", "bild") });
    const file = ((await attached.json()) as { id: string }).id;
    const voucher = await read(`/vouchers/${id}`);
    expect(voucher).toMatchObject({ files: [file], voucherDate: "2026-06-28T00:00:00.000+02:00", version: 2 });
    expect(await (await request(`/files/${file}`)).text()).toBe("bild");
    await put(`/vouchers/${id}`, { ...voucher, files: [] });
    expect((await request(`/files/${file}`)).status).toBe(404);
  });

  test("an upload creates one unchecked voucher", async () => {
    const send = async () => {
      const answer = await request("/files", { method: "POST", form: upload("neu.pdf", "%PDF-x") });
      return [answer.status, await answer.json()] as const;
    };
    const [status, first] = await send();
    expect(status).toBe(202);
    expect((await send())[1]).toEqual(first);
    const { voucherId } = first as { voucherId: string };
    expect(await read(`/vouchers/${voucherId}`)).toMatchObject({ voucherStatus: "unchecked", type: "purchaseinvoice" });
  });

  test("computes an article's other price, and deletes the article", async () => {
    const price = { grossPrice: 119, leadingPrice: "GROSS", taxRate: 19 };
    const made = await post("/articles", { title: "Wolke", type: "PRODUCT", unitName: "Stück", price });
    const { id, version } = (await made.json()) as { id: string; version: number };
    expect([version, (await read(`/articles/${id}`)).price.netPrice]).toEqual([0, 100]);
    expect((await request(`/articles/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await request(`/articles/${id}`)).status).toBe(404);
  });
});

const bill = {
  type: "purchaseinvoice",
  voucherNumber: "123-456",
  voucherDate: "2026-06-28",
  taxType: "gross",
  totalGrossAmount: 119,
  totalTaxAmount: 19,
  useCollectiveContact: true,
  voucherItems: [
    { amount: 119, taxAmount: 19, taxRatePercent: 19, categoryId: "cf03a2b0-f838-474f-ac5e-67adb9b830c7" },
  ],
};

test("the totals of every stored document are correct", async () => {
  const ids = await walk("/voucherlist?voucherType=purchaseinvoice,salesinvoice&voucherStatus=open,paid&", 250);
  for (const voucher of await Promise.all(ids.slice(0, 40).map((id) => read(`/vouchers/${id}`)))) {
    const sum = (field: string) =>
      voucher.voucherItems.reduce((sum: number, item: Record<string, number>) => sum + Number(item[field]), 0);
    const gross = voucher.taxType === "net" ? sum("amount") + sum("taxAmount") : sum("amount");
    expect(gross).toBeCloseTo(voucher.totalGrossAmount, 5);
  }
});

test("subscribers get calls with only an id, signed with the published key", async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      if (request.method === "POST") received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const subscription = { eventType: "contact.changed", callbackUrl };
  const made = await post("/event-subscriptions", subscription);
  const { id } = (await made.json()) as { id: string };
  expect([made.status, (await post("/event-subscriptions", subscription)).status]).toEqual([201, 409]);
  expect((await post("/event-subscriptions", { ...subscription, callbackUrl: "http://example.org" })).status).toBe(406);
  expect((await read("/event-subscriptions")).content).toMatchObject([{ subscriptionId: id, ...subscription }]);

  const contact = await customerId();
  simulator.vendor.touch(contact);
  await simulator.vendor.untilIdle();
  const [notice] = received;
  const { organizationId } = await read("/profile");
  const eventDate = expect.stringMatching(/\.\d{3}\+0[12]:00$/);
  const payload = { organizationId, eventType: "contact.changed", resourceId: contact, eventDate };
  expect([received.length, JSON.parse(notice?.body ?? "")]).toEqual([1, payload]);
  const key = await fetch(`${simulator.url}/developers.lexware.io/webhookSignature/public/public_key.pub`);
  const verify = createVerify("RSA-SHA512").update(notice?.body ?? "");
  expect(verify.verify(await key.text(), String(notice?.headers["x-lxo-signature"]), "base64")).toBe(true);

  expect((await request(`/event-subscriptions/${id}`, { method: "DELETE" })).status).toBe(204);
  simulator.vendor.touch(contact);
  await simulator.vendor.untilIdle();
  expect(received.length).toBe(1);
  receiver.close();
});
