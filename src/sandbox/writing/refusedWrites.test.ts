import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";
import { bill, callsOn, invoice } from "../../../test/support/sandboxWrites.ts";
import { truths } from "../../../test/support/truths.ts";
import { writableCollections } from "./writableCollections.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const { written, refused } = callsOn(() => sandbox);

describe("is refused", () => {
  const line = invoice.line_items[0];
  const withLine = (more: object) => ({ ...invoice, line_items: [{ ...line, ...more }] });
  const entry = (more: object, ...lines: object[]) => ({
    transaction_date: "2026-06-05",
    journal_line_items:
      lines.length > 0
        ? lines
        : [
            { account_id: "acc-4930", debit: "7" },
            { account_id: "acc-4980", credit: "7" },
          ],
    ...more,
  });
  const cases: [path: string, body: object, status: number, field: string][] = [
    ["invoices", { ...invoice, colour: "red" }, 400, "colour"],
    ["invoices", withLine({ colour: "red" }), 400, "line_items[0].colour"],
    ["invoices", { ...invoice, invoice_date: "2026-02-30" }, 400, "invoice_date"],
    ["invoices", withLine({ quantity: 2 }), 400, "line_items[0].quantity"],
    ["invoices", { ...invoice, name: "a\0b" }, 400, "name"],
    ["invoices", { ...invoice, name: "\ud800" }, 400, "name"],
    ["invoices", { ...invoice, client_reference: "x".repeat(101) }, 400, "client_reference"],
    ["invoices", { line_items: [] }, 422, "invoice_date"],
    ["invoices", { ...invoice, line_items: [] }, 422, "line_items"],
    ["invoices", withLine({ quantity: null }), 422, "line_items[0].quantity"],
    ["invoices", withLine({ discount_item_percentage: "-1" }), 422, "line_items[0].discount_item_percentage"],
    ["invoices", { ...invoice, discount_percentage: "101" }, 422, "discount_percentage"],
    ["invoices", { ...invoice, status: "partially_paid" }, 422, "status"],
    ["invoices", { ...invoice, tax_rule: "reverse_charge" }, 422, "line_items[0].tax_rate_percentage"],
    ["invoices", { ...invoice, currency: "USD", exchange_rate: "1" }, 422, "exchange_rate"],
    ["bills", { ...bill, total_discount_amount: "30.01" }, 422, "total_discount_amount"],
    ["bills", { ...bill, total_discount_amount: "3", total_discount_percentage: "20" }, 422, "total_discount_amount"],
    ["invoices", withLine({ unit_amount: null }), 422, "line_items[0].unit_amount"],
    ["invoices", withLine({ tax_rate_percentage: null }), 422, "line_items[0].tax_rate_percentage"],
    ["invoices", withLine({ tax_rate_percentage: "18" }), 422, "line_items[0].tax_rate_percentage"],
    ["invoices", withLine({ tax_code: "VST19" }), 422, "line_items[0].tax_code"],
    ["invoices", withLine({ tax_code: "NONE" }), 422, "line_items[0].tax_code"],
    ["invoices", withLine({ gross_amount: "238.01" }), 422, "line_items[0].gross_amount"],
    ["invoices", withLine({ discount_item_percentage: "101" }), 422, "line_items[0].discount_item_percentage"],
    ["invoices", withLine({ item_id: "none" }), 422, "line_items[0].item_id"],
    ["invoices", withLine({ account_id: "acc-1400" }), 422, "line_items[0].account_id"],
    ["invoices", withLine({ account_id: "acc-1220" }), 422, "line_items[0].account_id"],
    ["invoices", withLine({ quantity: "9999999999", unit_amount: "9999999999" }), 422, "amount"],
    ["invoices", { ...invoice, total_amount: "265.14" }, 422, "total_amount"],
    ["invoices", { ...invoice, contact_id: null }, 422, "contact_id"],
    ["invoices", { ...invoice, contact_id: "none" }, 422, "contact_id"],
    ["invoices", { ...invoice, contact_id: "con-1" }, 422, "contact_id"],
    ["invoices", { ...invoice, currency: "GBP" }, 422, "currency"],
    ["invoices", { ...invoice, exchange_rate: "2" }, 422, "exchange_rate"],
    ["invoices", { ...invoice, status: "paid" }, 422, "status"],
    ["invoices", { ...invoice, invoice_date: "2025-06-01" }, 422, "invoice_date"],
    ["invoices", { ...invoice, invoice_date: "2031-06-01", due_date: null }, 422, "invoice_date"],
    ["invoices", { ...invoice, due_date: "2026-05-01" }, 422, "due_date"],
    ["invoices", { ...invoice, tax_rule: "taxfree" }, 422, "line_items[0].tax_rate_percentage"],
    ["invoices", { ...invoice, invoice_number: "RE-2026-0001" }, 409, "invoice_number"],
    ["bills", { ...bill, total_tax_amount: "5" }, 422, "total_tax_amount"],
    ["bills", { ...bill, account_id: "acc-4930" }, 422, "account_id"],
    ["journal-entries", entry({ transaction_date: "2025-12-31" }), 422, "transaction_date"],
    ["journal-entries", entry({ number: "1" }), 409, "number"],
    ["journal-entries", entry({ number: "999999" }), 422, "number"],
    ["journal-entries", entry({ currency: "GBP" }), 422, "currency"],
    ["journal-entries", entry({ currency: "USD", exchange_rate: "1" }), 422, "exchange_rate"],
    ["journal-entries", entry({ currency: "USD", exchange_rate: "much" }), 422, "exchange_rate"],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", debit: "7", currency: "USD" }, { account_id: "acc-4980", credit: "7" }),
      422,
      "journal_line_items[0].currency",
    ],
    [
      "journal-entries",
      entry(
        {},
        { account_id: "acc-4930", debit: "100", tax_rate: { code: "VST19" } },
        { account_id: "acc-1200", credit: "100" },
      ),
      422,
      "journal_line_items",
    ],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", debit: "100", tax_rate: { percentage: "18" } }),
      422,
      "journal_line_items[0].tax_rate.percentage",
    ],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", debit: "7" }, { account_id: "acc-4980", credit: "7.01" }),
      422,
      "journal_line_items",
    ],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", debit: "7", credit: "7" }),
      422,
      "journal_line_items[0].debit",
    ],
    ["journal-entries", entry({}, { account_id: "acc-1400", debit: "7" }), 422, "journal_line_items[0].account_id"],
    ["journal-entries", entry({}, { debit: "7" }), 422, "journal_line_items[0].account_id"],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", account_code: "4980", debit: "7" }),
      422,
      "journal_line_items[0].account_id",
    ],
    [
      "journal-entries",
      entry({}, { account_id: "acc-4930", debit: "100", tax_rate: { code: "VST19" }, tax_amount: "7" }),
      422,
      "journal_line_items[0].tax_amount",
    ],
    ["payments", { payment_lines: [] }, 422, "payment_lines"],
    [
      "payments",
      { payment_lines: [{ invoice_id: "none", amount: "1", payment_date: "2026-06-01" }] },
      422,
      "payment_lines[0].invoice_id",
    ],
    [
      "payments",
      { payment_lines: [{ invoice_id: "inv-1", amount: "9999999", payment_date: "2026-06-01" }] },
      422,
      "payment_lines[0].amount",
    ],
    [
      "payments",
      {
        document_type: "bill",
        payment_lines: [{ invoice_id: "inv-1", amount: "9999999", payment_date: "2026-06-01" }],
      },
      422,
      "document_type",
    ],
    [
      "payments",
      { currency: "CHF", payment_lines: [{ invoice_id: "inv-1", amount: "9999999", payment_date: "2026-06-01" }] },
      422,
      "exchange_rate",
    ],
    ["payments", { payment_lines: [{ amount: "1", payment_date: "2026-06-01" }] }, 422, "payment_lines[0].invoice_id"],
    [
      "payments",
      { payment_lines: [{ customer_id: "cus-1", amount: "0", payment_date: "2026-06-01" }] },
      422,
      "payment_lines[0].amount",
    ],
    [
      "payments",
      { payment_lines: [{ customer_id: "cus-1", amount: "-1", payment_date: "2026-06-01" }] },
      422,
      "payment_lines[0].amount",
    ],
    [
      "payments",
      {
        payment_lines: [
          { customer_id: "cus-1", amount: "1", payment_date: "2026-06-01" },
          { supplier_id: "sup-1", amount: "1", payment_date: "2026-06-01" },
        ],
      },
      422,
      "payment_lines[1].contact_id",
    ],
    ["accounts", { number: "1200", name: "Doppelt", class: "asset" }, 409, "number"],
    ["accounts", { number: "12", name: "Kurz", class: "asset" }, 422, "number"],
    ["customers", { contact_type: "company", number: "10001" }, 409, "number"],
    ["payment-terms", { code: "14T", name: "Doppelt" }, 409, "code"],
    [
      "booking-proposals",
      {
        booking_proposal_date: "2026-06-01",
        line_items: [{ total_net_amount: "10", total_gross_amount: "12", tax_rate_percentage: "19" }],
      },
      422,
      "line_items[0].total_gross_amount",
    ],
    [
      "booking-proposals",
      { booking_proposal_date: "2026-06-01", total_gross_amount: "12", line_items: [{ total_gross_amount: "11" }] },
      422,
      "total_gross_amount",
    ],
  ];
  test.each(cases)("%s %j", async (path, body, status, field) => {
    const answer = await refused("POST", path, body);
    const code = status === 400 ? "invalid" : status === 409 ? "conflict" : "rejected";
    expect(answer).toEqual({ status, code, field, message: expect.any(String) });
  });

  test("a second record with the same client_reference, without leaving anything behind", async () => {
    await written("POST", "invoices", { ...invoice, client_reference: "twice" });
    const before = await sandbox.walk("journal-entries");
    expect(await refused("POST", "invoices", { ...invoice, client_reference: "twice" })).toMatchObject({
      status: 409,
      code: "conflict",
      field: "client_reference",
    });
    expect(await sandbox.walk("journal-entries")).toEqual(before);
    expect(await sandbox.walk("invoices?client_reference=twice")).toHaveLength(1);
  });

  test("bodies that are not objects, unknown records and unknown methods", async () => {
    expect((await sandbox.write("POST", "invoices", [])).status).toBe(400);
    expect((await sandbox.write("PATCH", "invoices/none", {})).status).toBe(404);
    expect((await sandbox.write("PATCH", "invoices/%00", {})).status).toBe(404);
    const { id } = await written("POST", "invoices", invoice);
    expect((await sandbox.write("PATCH", `invoices/${id}/line-items/none`, {})).status).toBe(404);
    expect((await sandbox.write("DELETE", "invoices/inv-1")).status).toBe(404);
    expect(await truths(sandbox)).toEqual([]);
  });
});

test("never fails with a 5xx status, whatever the body", async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "acc-4930",
      "cus-1",
      "inv-150",
      "2026-06-01",
      "9999999999.99999999",
      "-1",
      "0",
      "EUR",
      "JPY",
      "open",
      null,
    ),
    fc.constantFrom({}, [], [{}], [{ id: "dim-100" }], [{ quantity: "1", item_id: "item-1" }]),
  );
  const writable = fc.constantFrom(...Object.entries(writableCollections));
  const call = writable.chain(([name, { shape }]) =>
    fc.record({
      path: fc.constantFrom(name, name, `${name}/bulk`, `${name}/inv-150/line-items`),
      method: fc.constantFrom("POST" as const, "POST" as const, "PUT" as const, "PATCH" as const),
      body: fc.dictionary(fc.constantFrom(...Object.keys(shape.fields)), value),
      base: fc.constantFrom({}, invoice, bill, { transaction_date: "2026-06-05", currency: "EUR" }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(call, async ({ path, method, body, base }) => {
      const known = Object.fromEntries(
        Object.entries(base).filter(([field]) => field in (writableCollections[path]?.shape.fields ?? {})),
      );
      const { status, text } = await sandbox.write(method, path, { ...known, ...body });
      expect(status, text).toBeLessThan(500);
    }),
    { numRuns: 1500, interruptAfterTimeLimit: 15_000 },
  );
  expect(await truths(sandbox)).toEqual([]);
});
