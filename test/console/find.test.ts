/** Finding a request and its write by what a customer knows: a number, a name, an amount. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTenant } from "../../src/core/accounts/tenants.ts";
import { bodies } from "../support/bodies.ts";
import { openConsole, type Visitor } from "../support/consoleVisitor.ts";
import { invoice, note } from "../support/events.ts";
import { makeCall } from "../support/platform.ts";
import { day, type Service, startService } from "../support/service.ts";

let service: Service;
let operator: Visitor;
let outsider: Visitor;
let accountKey: string;
let requestId: string;
let operationId: string;
let connectionId: string;
let record: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  service = await startService({}, { worker: true });
  const client = openConsole(service);
  operator = await client.signIn(await client.linkFor("owner", null));
  const other = await createTenant(service.storage.database, "Neuland");
  outsider = await client.signIn(await client.linkFor("owner", other));
  accountKey = await service.connect("sandbox", { environment: "production", company: "bergblick" });
  const call = makeCall(service.url, service.keys.apiKey);
  const customer = { contactType: "COMPANY", role: "CUSTOMER", companyName: "Wiedehopf Apotheke" };
  const { data } = await call("POST", "/accounting/customers", { accountKey, body: customer });
  const body = {
    contactId: data["id"],
    invoiceDate: `${day}T00:00:00Z`,
    currency: "EUR",
    lineItems: [{ name: "Salbe", quantity: 1, unitAmount: 7341, taxRatePercentage: 19 }],
  };
  const written = await call("POST", "/accounting/invoices", { accountKey, body });
  requestId = written.headers.get("x-request-id") ?? "";
  operationId = written.headers.get("x-operation-id") ?? "";
  record = written.data;
  connectionId = (await call("GET", "/auth/connection", { accountKey })).data["id"] ?? "";
  await note(service.storage.database, connectionId, [invoice(String(record["invoiceId"]))]);
});
afterAll(() => service.stop());

const find = (visitor: Visitor, text: string) => visitor.send("/console/find", { text });

/** A single hit is opened, several are listed. */
const finds = async (visitor: Visitor, text: string): Promise<boolean> => {
  const { location, text: page } = await find(visitor, text);
  return `${location ?? ""} ${page}`.includes(`/console/requests/${requestId}`);
};

test("an invoice is found by number, record id and total, and only by its own tenant", async () => {
  const number = String(record["invoiceNumber"]);
  expect(number).not.toBe("undefined");
  await vi.waitFor(async () => expect(await finds(operator, number)).toBe(true), { timeout: 20_000, interval: 200 });
  for (const text of [String(record["invoiceId"]), "8735.79", "8.735,79"])
    expect([text, await finds(operator, text)]).toEqual([text, true]);
  expect(await finds(operator, "8735.78")).toBe(false);
  expect(await finds(outsider, number)).toBe(false);
});

test("a number leads to the write and to the events of the record", async () => {
  const number = String(record["invoiceNumber"]);
  const id = String(record["invoiceId"]);
  const { text } = await find(operator, number);
  expect(text).toContain(`href="/console/writes/${operationId}">`);
  expect(text).toContain(`invoices.create · ${number} · 8,735.79 EUR</a>`);
  expect(text).toContain(`/console/events?range=30d&amp;record=${id}&amp;connection=${connectionId}`);
  expect(text).toContain("INVOICE CREATED");
  expect((await find(outsider, number)).text).toContain("No results");
});

test("a write shows number, id and total of its record, its requests and the events of the record", async () => {
  const number = String(record["invoiceNumber"]);
  const id = String(record["invoiceId"]);
  const { text: listed } = await operator.open("/console/writes");
  for (const part of [number, id, "8,735.79 EUR"]) expect(listed).toContain(part);
  const { text } = await operator.open(`/console/writes/${operationId}`);
  for (const part of [number, `title="${id}"`, "8,735.79 EUR", "carried out the write exactly once"])
    expect(text).toContain(part);
  expect(text).toContain(`href="/console/requests/${requestId}"`);
  expect(text).toMatch(/deliveries\?connection=\w+&amp;sequence=\d+">INVOICE CREATED</);
  expect((await outsider.open(`/console/writes/${operationId}`)).status).toBe(404);
});

test("a record that a task has written is found by its id, and leads to the task", async () => {
  const call = makeCall(service.url, service.keys.apiKey);
  const started = await call("POST", "/accounting/expenses/async", { accountKey, body: bodies["expenses.create"] });
  const { taskId = "" } = started.data;
  await vi.waitFor(
    async () => {
      const task = await call("GET", `/accounting/asyncTask/${taskId}`, { accountKey });
      const [, id = ""] = /"responseData":\{"id":"([^"]+)"/.exec(task.text) ?? [];
      expect(id).not.toBe("");
      const { location, text } = await find(operator, id);
      const [path = ""] = /\/console\/writes\/\w+/.exec(`${location ?? ""} ${text}`) ?? [];
      const { text: page } = await operator.open(path);
      expect(page).toContain(`title="${id}"`);
      expect(page).toContain(`/console/tasks?id=${taskId}`);
      expect(page).toContain("A task writes without a request of its own");
    },
    { timeout: 30_000, interval: 200 },
  );
});

test("a customer is found by a word of the name, in any case", async () => {
  expect((await find(operator, "wiedehopf")).text).toContain("customers.create");
});

test("a connection is found by the name of its company, and shows it", async () => {
  const call = makeCall(service.url, service.keys.apiKey);
  const { data } = await call("GET", "/auth/connection", { accountKey });
  expect((await find(operator, "Musterhandel")).text).not.toContain(data["id"]);
  await call("GET", "/auth/companies", { accountKey });
  const found = await find(operator, "musterhandel");
  expect(found.location ?? found.text).toContain(`/console/connections/${data["id"]}`);
  const { text } = await operator.open(`/console/connections/${data["id"]}`);
  expect(text).toContain("Bergblick Musterhandel GmbH · bergblick");
});

test("the database has no readable terms, and none at all when the connection has ended", async () => {
  const { database } = service.storage;
  const terms = async () => (await database.query("SELECT * FROM search_terms")).rows;
  const stored = JSON.stringify(await terms());
  expect(stored).not.toMatch(/wiedehopf/i);
  expect(stored).not.toContain(String(record["invoiceNumber"]));
  const writes = await database.query("SELECT encode(stored, 'escape') AS stored FROM operations");
  // The request that started the task has stored no record.
  expect(writes.rows.filter(({ stored: record }) => record === null)).toHaveLength(1);
  expect(JSON.stringify(writes.rows)).not.toContain(String(record["invoiceNumber"]));
  const call = makeCall(service.url, service.keys.apiKey);
  expect((await call("DELETE", "/auth/connection", { accountKey })).status).toBeLessThan(300);
  expect(await terms()).toEqual([]);
});
