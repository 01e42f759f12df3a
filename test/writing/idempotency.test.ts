/** Idempotent writes as a caller sees them: over HTTP, with the sandbox. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, call, codesOf } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let other: string;
beforeAll(async () => {
  service = await startService();
  other = await service.connect("sandbox-key", { environment: "production", company: "bergblick" });
});
afterAll(() => service.stop());

const invoice = {
  contactId: "cus-1",
  invoiceDate: "2026-09-01T00:00:00Z",
  currency: "EUR",
  lineItems: [
    { name: "Beratung", quantity: 2, unitAmount: 100, taxRatePercentage: 19 },
    { name: "Fahrt", quantity: 1, unitAmount: 50, taxRatePercentage: 19 },
  ],
};

function post(key: string | undefined, body: object = invoice, query = ""): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(key && { "idempotency-key": key }) };
  return call(service, `/accounting/invoices${query}`, { method: "POST", headers, body: JSON.stringify(body) });
}
const countInvoices = async () =>
  (await call(service, "/accounting/invoices?limit=5")).body.meta?.pagination?.["total"] ?? 0;
const idIn = ({ body }: Answer) => (body.data as { invoiceId: string }).invoiceId;

test("a repeated request creates one invoice and returns the same bytes, whatever the order of fields", async () => {
  const before = await countInvoices();
  const first = await post("order-1");
  const again = await post("order-1");
  const { contactId, ...rest } = invoice;
  const turned = await post("order-1", { ...rest, contactId });
  expect(first.status).toBe(201);
  expect([again.text, turned.text]).toEqual([first.text, first.text]);
  const replayed = [first, again, turned].map(({ headers }) => headers.get("idempotent-replayed"));
  expect(replayed).toEqual([null, "true", "true"]);
  expect(again.headers.get("x-operation-id")).toBe(first.headers.get("x-operation-id"));
  expect(await countInvoices()).toBe(before + 1);
});

test("a hundred concurrent requests with one key create one invoice", async () => {
  const before = await countInvoices();
  const answers = await Promise.all(Array.from({ length: 100 }, () => post("order-2")));
  const good = answers.filter(({ status }) => status === 201);
  expect(new Set(good.map(idIn)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201).flatMap(codesOf)).toEqual(
    Array.from({ length: 100 - good.length }, () => "idempotency_in_progress"),
  );
  expect(await countInvoices()).toBe(before + 1);
});

test("refuses a different request with the same key, also for another company", async () => {
  await post("order-3");
  const changed = await post("order-3", { ...invoice, currency: "USD" });
  expect([changed.status, codesOf(changed)]).toEqual([422, ["idempotency_key_reused"]]);
  expect(codesOf(await post("order-3", invoice, "?companyId=kornfeld"))).toEqual(["idempotency_key_reused"]);
});

test("every connection has its own keys", async () => {
  const mine = await post("order-4");
  const otherTenants = await call(service, "/accounting/invoices", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "order-4", "x-account-key": other },
    body: JSON.stringify(invoice),
  });
  expect(otherTenants.status).toBe(201);
  expect(idIn(otherTenants)).not.toBe(idIn(mine));
});

test("a repeated request returns the target system's refusal without calling it again", async () => {
  const first = await post("order-5", { ...invoice, contactId: "nobody" });
  expect([first.status, codesOf(first)]).toEqual([422, ["target_rejected"]]);
  const again = await post("order-5", { ...invoice, contactId: "nobody" });
  expect([again.status, again.body.errors]).toEqual([first.status, first.body.errors]);
  expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
});

test.each(["with space", "x".repeat(256)])("%j is refused as a key", async (key) => {
  const answer = await post(key);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([expect.objectContaining({ code: "invalid_request", field: "Idempotency-Key" })]);
});

test("only the connection that made a write can read its outcome", async () => {
  const written = await post("order-6");
  const path = `/operations/${written.headers.get("x-operation-id")}`;
  const { body } = await call(service, path);
  expect(body.data).toMatchObject({
    operation: "invoices.create",
    state: "done",
    idempotencyKey: "order-6",
    status: 201,
    answer: written.body,
  });
  expect((await call(service, `${path}/reconcile`, { method: "POST" })).body.data).toEqual(body.data);
  const foreign = await call(service, path, { headers: { "x-account-key": other } });
  expect([foreign.status, codesOf(foreign)]).toEqual([404, ["not_found"]]);
});

test("a dry run sends no write and does not use up the key", async () => {
  const before = await countInvoices();
  const { status, body } = await post("order-7", invoice, "?dryRun=true");
  expect([status, (body.data as { valid: boolean }).valid]).toEqual([200, true]);
  expect(await countInvoices()).toBe(before);
  expect((await post("order-7", { ...invoice, contactId: "cus-2" })).status).toBe(201);
});
