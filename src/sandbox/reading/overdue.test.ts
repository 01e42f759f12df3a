/** Documents become overdue as days pass, without being written. */
import Fastify from "fastify";
import { expect, test } from "vitest";
import { mainCompany, openTestSandbox, testMoment } from "../../../test/support/sandbox.ts";
import { callsOn, invoice } from "../../../test/support/sandboxWrites.ts";
import { openSandbox } from "../sandbox.ts";

test("is overdue from the day after the due day, in lists, filters and single reads", async () => {
  const sandbox = await openTestSandbox(0);
  const { written: write } = callsOn(() => sandbox);
  const { id } = await write("POST", "invoices", { ...invoice, due_date: "2026-07-01" });
  const partlyPaid = await write("POST", "invoices", { ...invoice, due_date: "2026-07-01" });
  const lines = [{ invoice_id: partlyPaid.id, amount: "1", payment_date: "2026-06-10" }];
  await write("POST", "payments", { payment_lines: lines });
  let now = testMoment();
  const app = Fastify();
  const sandboxWithClock = await openSandbox({ pool: sandbox.pool, day: "2026-06-15", entries: 0, now: () => now });
  await app.register(sandboxWithClock.routes, { prefix: "/sandbox" });
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const read = async (path: string): Promise<unknown> =>
    (await app.inject({ headers, url: `/sandbox/v1${mainCompany}/${path}` })).json();
  const statuses = async () => [await read(`invoices/${id}`), await read(`invoices/${partlyPaid.id}`)];
  // The last moment of 1 July in Berlin.
  now = new Date("2026-07-01T21:59:59Z");
  expect(await statuses()).toMatchObject([{ status: "open" }, { status: "partially_paid" }]);
  now = new Date("2026-07-01T22:00:00Z");
  expect(await statuses()).toMatchObject([{ status: "overdue" }, { status: "partially_overdue" }]);
  const overdue = (await read("invoices?status=overdue&page_size=100")) as { items: { id: string }[] };
  expect(overdue.items.map((item) => item.id)).toContain(id);
  const repeated = { method: "PATCH", headers, payload: { status: "overdue", reference: "neu" } } as const;
  const answer = await app.inject({ ...repeated, url: `/sandbox/v1${mainCompany}/invoices/${id}` });
  expect(answer.json()).toMatchObject({ status: "overdue", reference: "neu" });
  await app.close();
  await sandbox.close();
});
