import { createHmac } from "node:crypto";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayLength, type Row, row, rows, sum, text } from "../engine/values.ts";
import { type Simulator, startSimulator } from "../start.ts";
import { iso } from "./company.ts";
import { simulation } from "./simulation.ts";

let simulator: Simulator;
let tokens: Row;
const form = { "content-type": "application/x-www-form-urlencoded" };
const client = () => simulator.vendor.access.oauthClient ?? { clientId: "", clientSecret: "" };
const basic = () => `Basic ${Buffer.from(`${client().clientId}:${client().clientSecret}`).toString("base64")}`;

const post = (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${simulator.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...form, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const renew = (token: unknown) =>
  post(
    "/identity.xero.com/connect/token",
    { grant_type: "refresh_token", refresh_token: text(token) },
    { authorization: basic() },
  );

async function signIn(): Promise<Row> {
  const back = "http://127.0.0.1/back";
  const consent = await post("/login.xero.com/identity/connect/authorize", {
    client_id: client().clientId,
    redirect_uri: back,
  });
  const code = new URL(consent.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const fields = { grant_type: "authorization_code", code, redirect_uri: back };
  return row(await (await post("/identity.xero.com/connect/token", fields, { authorization: basic() })).json());
}

const tenant = (index = 0) => simulator.vendor.companies[index]?.id ?? "";
const headers = (more: Readonly<Record<string, string>> = {}) => ({
  authorization: `Bearer ${text(tokens["access_token"])}`,
  "xero-tenant-id": tenant(),
  accept: "application/json",
  ...more,
});
const request = (path: string, init: RequestInit = {}) =>
  fetch(`${simulator.url}/api.xero.com/api.xro/2.0/${path}`, { headers: headers(), ...init });
async function get(path: string, more: Readonly<Record<string, string>> = {}): Promise<Row> {
  const answer = await request(path, { headers: headers(more) });
  expect(answer.status, path).toBe(200);
  return row(await answer.json());
}
async function send(method: string, path: string, body: unknown, more: Readonly<Record<string, string>> = {}) {
  const type = { "content-type": "application/json", ...more };
  const answer = await request(path, { method, headers: headers(type), body: JSON.stringify(body) });
  return { status: answer.status, body: row(await answer.json()) };
}
const where = (condition: string) => `where=${encodeURIComponent(condition)}`;

beforeAll(async () => {
  simulator = await startSimulator(simulation);
  tokens = await signIn();
});
afterAll(() => simulator.close());

const line = { Description: "Kite", Quantity: 2, UnitAmount: 20.125, AccountCode: "200" };
const draft = { Type: "ACCREC", Contact: { Name: "Ärmel & Co" }, DueDate: "2099-01-31", LineItems: [line] };

test("expires tokens after half an hour, and rotates refresh tokens with half an hour of grace", async () => {
  const mine = await startSimulator(simulation);
  const before = [simulator, tokens] as const;
  simulator = mine;
  try {
    tokens = await signIn();
    expect(tokens["expires_in"]).toBe(1800);
    mine.wait(1_801_000);
    const late = await request("Organisation");
    expect([late.status, row(await late.json())["Title"]]).toEqual([401, "Unauthorized"]);
    const first = tokens["refresh_token"];
    tokens = row(await (await renew(first)).json());
    expect((await request("Organisation")).status).toBe(200);
    expect((await renew(first)).status).toBe(200);
    mine.wait(1_801_000);
    const stale = await renew(first);
    expect([stale.status, await stale.json()]).toEqual([400, { error: "invalid_grant" }]);
  } finally {
    [simulator, tokens] = before;
    await mine.close();
  }
});

test("lists the connected organisations, and forbids others", async () => {
  const answer = await fetch(`${simulator.url}/api.xero.com/connections`, { headers: headers() });
  const list = rows(await answer.json());
  expect(list.map((tenantRow) => tenantRow["tenantId"])).toEqual([tenant(0), tenant(1)]);
  const { Organisations } = await get("Organisation", { "xero-tenant-id": tenant(1) });
  expect(rows(Organisations)[0]?.["BaseCurrency"]).toBe("NZD");
  expect((await request("Organisation", { headers: headers({ "xero-tenant-id": "nobody" }) })).status).toBe(403);
});

test("returns every invoice once with lines on pages, and without lines if no page is requested", async () => {
  const seen: string[] = [];
  for (let page = 1; ; page++) {
    const { Invoices, pagination } = await get(`Invoices?page=${page}&pageSize=100`);
    expect(pagination).toMatchObject({ page, pageSize: 100, pageCount: 3 });
    expect(rows(Invoices).every((invoice) => rows(invoice["LineItems"]).length > 0)).toBe(true);
    seen.push(...rows(Invoices).map((invoice) => text(invoice["InvoiceID"])));
    if (rows(Invoices).length < 100) break;
  }
  const bare = await get("Invoices");
  expect(bare["pagination"]).toBeUndefined();
  expect(rows(bare["Invoices"]).map((invoice) => invoice["InvoiceID"])).toEqual(seen);
  expect(rows(bare["Invoices"]).every((invoice) => rows(invoice["LineItems"]).length === 0)).toBe(true);
  expect(new Set(seen).size).toBe(290);
});

test("filters and sorts in Xero's syntax", async () => {
  const paid = await get(`Invoices?page=1&${where('Type=="ACCPAY" AND Status=="PAID"')}&order=Total%20DESC`);
  const totals = rows(paid["Invoices"]).map((invoice) => Number(invoice["Total"]));
  expect(totals.length).toBeGreaterThan(50);
  expect(totals).toEqual(totals.toSorted((left, right) => right - left));
  const [first] = rows(paid["Invoices"]);
  const id = text(row(first?.["Contact"])["ContactID"]);
  const theirs = await get(
    `Invoices?${where(`Contact.ContactID==guid("${id}") && (AmountDue > 0 OR Status != "DRAFT")`)}`,
  );
  expect(rows(theirs["Invoices"]).map((invoice) => invoice["InvoiceID"])).toContain(first?.["InvoiceID"]);
  const recent = new Date(simulator.now() - 90 * dayLength);
  const since = `DateTime(${recent.getUTCFullYear()},${recent.getUTCMonth() + 1},${recent.getUTCDate()})`;
  const few = rows((await get(`Invoices?Statuses=AUTHORISED&${where(`Date>=${since}`)}`))["Invoices"]);
  expect(few.length).toBeGreaterThan(5);
  expect(few.every((invoice) => text(invoice["DateString"]) >= iso(recent.getTime()).slice(0, 10))).toBe(true);
  const wrong = await request(`Invoices?${where('Nope=="x"')}`);
  expect([wrong.status, row(await wrong.json())["Type"]]).toEqual([400, "QueryParseException"]);
});

test("returns only the touched record as modified since, to the second", async () => {
  const [contact] = rows((await get("Contacts?page=2"))["Contacts"]);
  const id = text(contact?.["ContactID"]);
  simulator.wait(5000);
  simulator.vendor.touch(id);
  const changed = async (at: number) =>
    rows((await get("Contacts?page=1", { "if-modified-since": new Date(at).toISOString().slice(0, 23) }))["Contacts"]);
  expect((await changed(simulator.now())).map((changedContact) => changedContact["ContactID"])).toEqual([id]);
  expect(await changed(simulator.now() + 2000)).toEqual([]);
});

test("continues journals after the last number, each in balance", async () => {
  let offset = 0;
  let count = 0;
  for (;;) {
    const list = rows((await get(`Journals?offset=${offset}`))["Journals"]);
    if (list.length === 0) break;
    for (const journal of list)
      expect(sum(rows(journal["JournalLines"]).map((each) => each["NetAmount"])).toNumber()).toBe(0);
    count += list.length;
    offset = Number(list.at(-1)?.["JournalNumber"]);
  }
  expect(count).toBeGreaterThan(500);
  expect(offset).toBeGreaterThan(count);
  const [report] = rows((await get("Reports/TrialBalance"))["Reports"]);
  const [total] = rows(rows(report?.["Rows"]).at(-1)?.["Rows"]);
  const [, debit, credit, yearDebit, yearCredit] = rows(total?.["Cells"]).map((cell) => cell["Value"]);
  expect([debit, yearDebit]).toEqual([credit, yearCredit]);
});

test("computes, pays, unpays and voids an invoice, and posts each step", async () => {
  const made = await send("PUT", "Invoices", { Invoices: [{ ...draft, Status: "AUTHORISED" }] });
  const [invoice] = rows(made.body["Invoices"]);
  expect(invoice).toMatchObject({
    SubTotal: 40.25,
    TotalTax: 8.05,
    Total: 48.3,
    AmountDue: 48.3,
    Status: "AUTHORISED",
  });
  const id = text(invoice?.["InvoiceID"]);
  const [payment] = rows(
    (await send("PUT", "Payments", { Invoice: { InvoiceID: id }, Account: { Code: "090" }, Amount: 48.3 })).body[
      "Payments"
    ],
  );
  const read = async () => rows((await get(`Invoices/${id}`))["Invoices"])[0];
  expect(await read()).toMatchObject({ Status: "PAID", AmountDue: 0, AmountPaid: 48.3, Contact: { IsCustomer: true } });
  expect((await send("POST", `Invoices/${id}`, { Status: "VOIDED" })).status).toBe(400);
  expect((await send("POST", `Payments/${text(payment?.["PaymentID"])}`, { Status: "DELETED" })).status).toBe(200);
  expect((await send("POST", `Invoices/${id}`, { Status: "VOIDED" })).status).toBe(200);
  expect(await read()).toMatchObject({ Status: "VOIDED", AmountDue: 0, Payments: [] });
  const journals = rows(
    (await get("Journals", { "if-modified-since": new Date(simulator.now() - 4000).toISOString() }))["Journals"],
  );
  const booked = journals
    .filter((journal) => journal["SourceID"] === id)
    .map((journal) => rows(journal["JournalLines"])[0]?.["NetAmount"]);
  expect(booked).toEqual([48.3, -48.3]);
});

test("returns invalid elements with their errors, and stores none", async () => {
  const bad = { ...draft, LineItems: [{ ...line, AccountCode: "nope" }] };
  const fresh = { ...draft, Contact: { Name: "Never Kept" } };
  const refused = await send("PUT", "Invoices", { Invoices: [fresh, bad] });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      ErrorNumber: 10,
      Type: "ValidationException",
      Message: "A validation exception occurred",
      Elements: [{ ValidationErrors: [{ Message: "Account code 'nope' is not a valid code for this document." }] }],
    },
  });
  expect(rows((await get("Contacts?searchTerm=never%20kept"))["Contacts"])).toEqual([]);
  const mixed = await send("PUT", "Invoices?summarizeErrors=false", { Invoices: [draft, bad] });
  expect(mixed.status).toBe(200);
  expect(rows(mixed.body["Invoices"]).map((invoice) => invoice["StatusAttributeString"])).toEqual(["OK", "ERROR"]);
  const lines = [
    { LineAmount: 10, AccountCode: "429" },
    { LineAmount: -9, AccountCode: "200" },
  ];
  const unbalanced = await send("PUT", "ManualJournals", { Narration: "Odd", JournalLines: lines });
  expect(JSON.stringify(unbalanced.body)).toContain("The total debits (10.00) must equal total credits (-9.00)");
  const wordy = { ...draft, LineItems: [{ ...line, UnitAmount: "plenty" }] };
  expect(await send("PUT", "Invoices", wordy)).toMatchObject({ status: 400, body: { ErrorNumber: 14 } });
  const missing = await request("Invoices/00000000-0000-4000-a000-000000000000");
  expect([missing.status, await missing.text()]).toEqual([404, "The resource you're looking for cannot be found"]);
});

test("writes once per idempotency key, and refuses another request with it", async () => {
  const key = { "idempotency-key": "once-1" };
  const first = await send("PUT", "Contacts", { Name: "Once Ltd" }, key);
  const again = await send("PUT", "Contacts", { Name: "Once Ltd" }, key);
  expect(rows(again.body["Contacts"])[0]?.["ContactID"]).toBe(rows(first.body["Contacts"])[0]?.["ContactID"]);
  expect((await send("PUT", "Contacts", { Name: "Twice Ltd" }, key)).status).toBe(400);
});

test("returns documents and files as bytes", async () => {
  const [invoice] = rows((await get(`Invoices?${where("HasAttachments==true")}`))["Invoices"]);
  const path = `Invoices/${text(invoice?.["InvoiceID"])}`;
  const printed = await request(path, { headers: headers({ accept: "application/pdf" }) });
  expect([printed.headers.get("content-type"), (await printed.text()).slice(0, 5)]).toEqual([
    "application/pdf",
    "%PDF-",
  ]);
  const bytes = Buffer.from([0, 255, 7]);
  const name = encodeURIComponent("Beleg ü.bin");
  const sent = { method: "PUT", headers: headers({ "content-type": "image/png" }), body: bytes };
  expect((await request(`${path}/Attachments/${name}`, sent)).status).toBe(200);
  const fetched = await request(`${path}/Attachments/${name}`);
  expect(fetched.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(bytes);
  const listed = rows((await get(`${path}/Attachments`))["Attachments"]);
  expect(listed.at(-1)).toMatchObject({ FileName: "Beleg ü.bin", MimeType: "image/png", ContentLength: 3 });
  const plain = await request("TaxRates", { headers: headers({ accept: "*/*" }) });
  expect(plain.headers.get("content-type")).toContain("xml");
});

test("checks the intent to receive first, then sends signed batches", async () => {
  const key = "portal-key";
  const got: { readonly right: boolean; readonly body: Row }[] = [];
  const receiver = Fastify();
  receiver.removeAllContentTypeParsers();
  receiver.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  receiver.post("/hook", (request, reply) => {
    const body = request.body as Buffer;
    const right = request.headers["x-xero-signature"] === createHmac("sha256", key).update(body).digest("base64");
    got.push({ right, body: row(JSON.parse(String(body))) });
    return reply.code(right ? 200 : 401).send();
  });
  const url = `${await receiver.listen({ host: "127.0.0.1", port: 0 })}/hook`;
  try {
    simulator.vendor.portal?.subscribe({ url, key });
    await simulator.vendor.untilIdle();
    expect(got.splice(0).map(({ right, body }) => [right, body["events"]])).toEqual([
      [true, []],
      [false, []],
      [true, []],
      [false, []],
    ]);
    const made = await send("PUT", "Invoices", { Invoices: [draft, { ...draft, Type: "ACCPAY" }] });
    await simulator.vendor.untilIdle();
    const batch = row(got.splice(0)[0]?.body);
    expect(batch).toMatchObject({ firstEventSequence: 1, lastEventSequence: 2 });
    const ids = rows(made.body["Invoices"]).map((invoice) => invoice["InvoiceID"]);
    expect(rows(batch["events"]).map((event) => event["resourceId"])).toEqual(ids);
    expect(rows(batch["events"])[0]).toMatchObject({
      eventType: "CREATE",
      eventCategory: "INVOICE",
      tenantId: tenant(),
    });
    simulator.vendor.remove(text(ids[0]));
    await simulator.vendor.untilIdle();
    expect(rows(got[0]?.body["events"])[0]).toMatchObject({ resourceId: ids[0], eventType: "UPDATE" });
    expect(rows((await get(`Invoices/${text(ids[0])}`))["Invoices"])[0]?.["Status"]).toBe("DELETED");
  } finally {
    await receiver.close();
  }
});
