import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../start.ts";
import { simulation } from "./simulation.ts";

let simulator: Simulator;
let company: string;
beforeEach(async () => {
  simulator = await startSimulator(simulation);
  company = simulator.vendor.companies[0]?.id ?? "";
});
afterEach(() => simulator.close());

/** As much of the vendor's records as these tests look into. */
interface Thing {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly token: string;
  readonly secret: string;
  readonly invoice_id: string;
  readonly invoice_date: string | null;
  readonly attachments: readonly Thing[];
  readonly general_journal_document_entries: readonly { readonly credit: string }[];
  readonly debit_sums: Record<string, string>;
  readonly credit_sums: Record<string, string>;
  readonly symbolic: unknown;
  readonly error: Record<string, string[]>;
  readonly details: Record<string, unknown>;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Thing;
  /** The body of a list. */
  readonly rows: readonly Thing[];
}

async function call(method: string, path: string, body?: unknown, token = apiKey()): Promise<Reply> {
  const address = path === "administrations" ? path : `${company}/${path}`;
  const answer = await fetch(`${simulator.url}/moneybird.com/api/v2/${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    redirect: "manual",
  });
  const text = await answer.text();
  const got: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, text, body: got as Thing, rows: got as Thing[] };
}
const get = (path: string) => call("GET", path);
const apiKey = () => simulator.vendor.access.credentials?.["apiKey"] ?? "";
const everything = "period:202001..209912";

async function token(form: Record<string, string>) {
  const { clientId = "", clientSecret = "" } = simulator.vendor.access.oauthClient ?? {};
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
  const answer = await fetch(`${simulator.url}/moneybird.com/oauth/token`, { method: "POST", body });
  return (await answer.json()) as Record<string, string>;
}

async function signIn() {
  const redirect_uri = "http://127.0.0.1:1/back";
  const client_id = simulator.vendor.access.oauthClient?.clientId ?? "";
  const body = new URLSearchParams({ client_id, redirect_uri, state: "s" });
  const allowed = await fetch(`${simulator.url}/moneybird.com/oauth/authorize`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  return token({ grant_type: "authorization_code", code, redirect_uri });
}

test("expires a sign-in after two hours, renews it with the refresh token, and never expires a personal token", async () => {
  const first = await signIn();
  const accessToken = first["access_token"] ?? "";
  expect((await call("GET", "administrations", undefined, accessToken)).body).toHaveLength(2);
  simulator.wait(7_200_001);
  expect((await call("GET", "contacts", undefined, accessToken)).status).toBe(401);
  const second = await token({ grant_type: "refresh_token", refresh_token: first["refresh_token"] ?? "" });
  expect((await call("GET", "contacts", undefined, second["access_token"])).status).toBe(200);
  simulator.vendor.expireTokens();
  expect((await call("GET", "contacts", undefined, second["access_token"])).status).toBe(401);
  expect((await get("contacts.json")).status).toBe(200);
});

test("links pages by URL, returns every record once, and has no total", async () => {
  const ids: string[] = [];
  const [first = { id: "" }] = (await get("contacts")).rows;
  expect(BigInt(first.id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  let next: string | undefined = `sales_invoices.json?per_page=40&filter=${everything}`;
  while (next !== undefined) {
    const page = await get(next);
    expect(page.headers.get("x-total-count")).toBeNull();
    ids.push(...page.rows.map(({ id }) => id));
    next = /<https:\/\/moneybird\.com\/api\/v2\/\d+\/([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
  }
  expect(ids.length).toBeGreaterThan(120);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await get("sales_invoices?per_page=101")).body).toEqual({ error: "per_page does not have a valid value" });
  expect((await get("documents/receipts?per_page=101")).body.symbolic).toEqual({ per_page: "max" });
});

test("lists this year by default, and filters by state and time of change", async () => {
  const { rows: usual } = await get("sales_invoices?per_page=100");
  const year = String(new Date(simulator.now()).getUTCFullYear());
  expect(usual.every((row) => (row.invoice_date ?? year).startsWith(year))).toBe(true);
  const { rows: paid } = await get(`sales_invoices?per_page=100&filter=${everything},state:paid|uncollectible`);
  expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(["paid", "uncollectible"]));
  const since = new Date(simulator.now()).toISOString();
  const later = () => get(`sales_invoices?filter=${everything},updated_after:${since}`);
  expect((await later()).body).toEqual([]);
  simulator.wait(1000);
  const id = paid[0]?.id ?? "";
  simulator.vendor.touch(id);
  expect((await later()).rows.map((row) => row.id)).toEqual([id]);
  expect((await get("sales_invoices?filter=period:nonsense")).body.symbolic).toEqual({
    filter: { period: "date_range" },
  });
});

test("lists ids and versions, and returns records by id", async () => {
  const before = (await get("contacts/synchronization.json")).rows;
  const id = before[3]?.id ?? "";
  simulator.vendor.touch(id);
  const after = (await get("contacts/synchronization.json")).rows;
  const changed = after.filter(({ version }, at) => version !== before[at]?.version);
  expect(changed.map((row) => row.id)).toEqual([id]);
  const { body } = await call("POST", "contacts/synchronization.json", { ids: [id, "1"] });
  expect(body).toHaveLength(1);
  expect((await call("POST", "contacts/synchronization.json", {})).body.symbolic).toEqual({ ids: "required" });
});

test("prices, sends and pays an invoice with an unquoted id beyond 2^53", async () => {
  const contact = (await get("contacts")).rows[0];
  const lines = `[{"description":"Stoel","price":129.95,"amount":"2 x"},{"description":"Kop","price":"10,50"}]`;
  const body = `{"sales_invoice":{"contact_id":${contact?.id},"discount":10,"details_attributes":${lines}}}`;
  const made = await call("POST", "sales_invoices.json", body);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    state: "draft",
    invoice_id: null,
    invoice_date: null,
    contact: { id: contact?.id },
  });
  expect(made.body).toMatchObject({
    total_price_excl_tax: "243.36",
    total_price_incl_tax: "294.47",
    total_discount: "27.04",
  });
  expect(made.text).toContain(`"administration_id":${company},`);
  const sent = await call("PATCH", `sales_invoices/${made.body.id}/send_invoice.json`, { sales_invoice_sending: {} });
  expect(sent.body).toMatchObject({ state: "open", draft_id: null });
  expect((await get(`sales_invoices/find_by_invoice_id/${sent.body.invoice_id}.json`)).body.id).toBe(made.body.id);
  const payment = { payment_date: sent.body.invoice_date, price: 294.47 };
  expect((await call("POST", `sales_invoices/${made.body.id}/payments.json`, { payment })).status).toBe(201);
  expect((await get(`sales_invoices/${made.body.id}`)).body).toMatchObject({ state: "paid", total_unpaid: "0.0" });
  const paper = await get(`sales_invoices/${made.body.id}/download_pdf.json`);
  expect(paper.status).toBe(302);
  const stored = `${simulator.url}/${paper.headers.get("location")?.slice("https://".length)}`;
  expect(await (await fetch(stored)).text()).toMatch(/^%PDF-/);
  simulator.wait(31_000);
  expect((await fetch(stored)).status).toBe(403);
});

test("requires balanced journal documents, and balances the ledger month by month", async () => {
  const [first, second] = (await get("ledger_accounts")).rows;
  const entries = (credit: string) => [
    { ledger_account_id: first?.id, debit: "100.10", credit: "0" },
    { ledger_account_id: second?.id, debit: "0", credit },
  ];
  const write = (credit: string) =>
    call("POST", "documents/general_journal_documents", {
      general_journal_document: { reference: "M", general_journal_document_entries_attributes: entries(credit) },
    });
  expect(await write("100")).toMatchObject({ status: 422, body: { error: { base: [expect.any(String)] } } });
  const { body } = await write("100,1");
  expect(body.general_journal_document_entries.map(({ credit }) => credit)).toEqual(["0.0", "100.1"]);
  expect((await call("DELETE", `documents/general_journal_documents/${body.id}`)).text).toBe("200");
  const report = (await get("reports/general_ledger.json?period=prev_month")).body;
  const cents = (sums: Record<string, string>) =>
    Object.values(sums).reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
  expect(cents(report.debit_sums)).toBeGreaterThan(0);
  expect(cents(report.debit_sums)).toBe(cents(report.credit_sums));
  expect((await get("reports/general_ledger?period=this_year")).body).toEqual({
    error: "Period cannot exceed 1 month",
  });
});

test("accepts an attachment as a form, with an empty reply, and redirects its download", async () => {
  const [bill = { id: "" }] = (await get("documents/purchase_invoices")).rows;
  const form = new FormData();
  form.set("file", new Blob(["%PDF-bytes"], { type: "application/pdf" }), "bon.pdf");
  const url = `${simulator.url}/moneybird.com/api/v2/${company}/documents/purchase_invoices/${bill.id}/attachments.json`;
  const sent = await fetch(url, { method: "POST", body: form, headers: { authorization: `Bearer ${apiKey()}` } });
  expect(await sent.text()).toBe("200");
  const attachment = (await get(`documents/purchase_invoices/${bill.id}`)).body.attachments.at(-1);
  expect(attachment).toMatchObject({ filename: "bon.pdf", size: 10, attachable_type: "Document" });
  const found = await get(`documents/purchase_invoices/${bill.id}/attachments/${attachment?.id}/download.json`);
  const bytes = await fetch(`${simulator.url}/${found.headers.get("location")?.slice("https://".length)}`);
  expect(await bytes.text()).toBe("%PDF-bytes");
});

test("names the field in refusals, for people and for programs", async () => {
  expect((await call("POST", "contacts", {})).body).toEqual({
    error: "Contact is required",
    symbolic: { contact: "required" },
  });
  const { status, body } = await call("POST", "contacts", { contact: { city: "Nergens" } });
  expect(status).toBe(422);
  expect(body.error["company_name"]).toEqual(["is required"]);
  expect(body.details["company_name"]).toEqual([{ error: "is required" }]);
  expect((await get("sales_invoices/1")).body).toEqual({ error: "record not found", symbolic: { id: "not_found" } });
  simulator.injectFault("rateLimited", 1);
  const limited = await get("contacts");
  expect(limited).toMatchObject({ status: 429, body: "Retry later" });
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(simulator.now() / 1000);
});

test("checks a webhook, posts changes with its token and a signature, and stops after deletion", async () => {
  const notices: { headers: Record<string, unknown>; text: string }[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      notices.push({ headers: request.headers, text: Buffer.concat(parts).toString() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  try {
    expect((await call("POST", "webhooks.json", { url })).status).toBe(400);
    status = 200;
    const hook = (await call("POST", "webhooks.json", { url, enabled_events: ["contact", "document_destroyed"] })).body;
    notices.length = 0;
    const contact = (await call("POST", "contacts", { contact: { company_name: "Nieuw" } })).body;
    const [bill = { id: "" }] = (await get("documents/purchase_invoices")).rows;
    simulator.vendor.touch(bill.id);
    simulator.vendor.remove(bill.id);
    await simulator.vendor.untilIdle();
    const events = notices.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(events.map((notice) => notice["action"])).toEqual(["contact_created", "document_destroyed"]);
    expect(events[0]).toMatchObject({ webhook_token: hook.token, entity_type: "Contact", entity_id: contact.id });
    expect(events[0]?.["entity"]).toMatchObject({ id: contact.id, company_name: "Nieuw" });
    const [{ headers, text } = { headers: {}, text: "" }] = notices;
    const [, second, digest] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["moneybird-signature"])) ?? [];
    expect(digest).toBe(createHmac("sha256", hook.secret).update(`${second}.${text}`).digest("hex"));
    expect(headers["idempotency-key"]).not.toBe(notices[1]?.headers["idempotency-key"]);
    expect((await get("webhooks")).body).toMatchObject([{ token: hook.token, last_http_status: 200 }]);
    expect((await call("DELETE", `webhooks/${hook.id}`)).status).toBe(204);
    simulator.vendor.touch(contact.id);
    await simulator.vendor.untilIdle();
    expect(notices).toHaveLength(2);
  } finally {
    receiver.close();
  }
});
