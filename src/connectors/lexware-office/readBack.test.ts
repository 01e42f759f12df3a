/** Writes that the vendor accepted but that could not be read back: a retry must not create a second record. */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { simulation } from "../../../simulators/lexware-office/simulation.ts";
import type { Simulation } from "../../../simulators/simulation.ts";
import { openStage, type Stage } from "../../../test/conformance/stage.ts";
import type { OperationId } from "../../contract/operations.ts";
import { lexwareOffice } from "./connector.ts";

const broken = { path: /^nothing/ };

/** The simulator with some paths that fail with 503 when they are read. */
const withBrokenReads: Simulation = {
  ...simulation,
  open: (world) => {
    const vendor = simulation.open(world);
    return {
      ...vendor,
      routes: (app) => {
        app.addHook("onRequest", async ({ method, url }, reply) => {
          if (method === "GET" && broken.path.test(url)) await reply.code(503).send({ message: "Service Unavailable" });
        });
        vendor.routes(app);
      },
    };
  },
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ connector: lexwareOffice, simulation: withBrokenReads });
});
afterAll(() => stage.close());

/** Sends the same request twice with one key, the first time while reading fails, and counts the writes to the vendor. */
async function twice(id: OperationId, body: unknown, path: RegExp) {
  const headers = { "idempotency-key": randomUUID() };
  const { result, exchanges } = await stage.during(async () => {
    broken.path = path;
    const first = await stage.ask(id, { body, headers });
    broken.path = /^nothing/;
    return { first, second: await stage.ask(id, { body, headers }) };
  });
  return { ...result, made: exchanges.filter(({ method }) => method === "POST") };
}

const warning = expect.stringContaining("Lexware Office stored the record, but a later step failed") as unknown;

test("answers with the id and a warning if an expense cannot be read back, and a retry creates no second expense", async () => {
  const { body: accounts } = await stage.ask("accounts.list");
  const categories = accounts.data as { readonly id: string; readonly class: string }[];
  const expense = {
    transactionDate: "2026-02-22T00:00:00Z",
    documentId: "Maut 1",
    totalGrossAmount: 11.9,
    expenseLines: [{ accountId: categories.find(({ class: kind }) => kind === "EXPENSE")?.id, totalGrossAmount: 11.9 }],
  };
  const { first, second, made } = await twice("expenses.create", expense, /\/vouchers\//);
  expect(first.status, first.text).toBeLessThan(300);
  expect(first.body.data).toEqual({ id: expect.any(String) as unknown });
  expect(first.body.meta).toMatchObject({ warnings: [warning] });
  expect(second.body.data).toEqual(first.body.data);
  expect(made).toHaveLength(1);
  const { id } = first.body.data as { readonly id: string };
  expect((await stage.ask("expenses.get", { ids: { expenseId: id } })).body.data).toMatchObject({
    documentId: "Maut 1",
  });
});

test("answers with the invoiceId if an invoice cannot be read back", async () => {
  const { body } = await stage.ask("customers.list");
  const [{ id: contactId = "" } = {}] = body.data as { readonly id?: string }[];
  const line = { name: "Rad", quantity: 1, unitAmount: 10, taxRatePercentage: 19 };
  const invoice = { invoiceDate: "2026-02-22T00:00:00Z", contactId, lineItems: [line] };
  const { first, second, made } = await twice("invoices.create", invoice, /\/invoices\//);
  expect(first.status, first.text).toBeLessThan(300);
  expect(first.body.data).toEqual({ invoiceId: expect.any(String) as unknown });
  expect(second.body.data).toEqual(first.body.data);
  expect(made).toHaveLength(1);
});
