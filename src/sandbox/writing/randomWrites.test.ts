import { Big } from "big.js";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Native, openTestSandbox, type TestSandbox, textOf } from "../../../test/support/sandbox.ts";
import { bill, invoice } from "../../../test/support/sandboxWrites.ts";
import { truths } from "../../../test/support/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(0);
});
afterAll(() => sandbox.close());

test("fifty concurrent invoices have numbers without gaps and correct sums", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => sandbox.write("POST", "invoices", invoice)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const numbers = answers
    .map(({ json }) => Number(textOf(json() as Native, "invoice_number").slice(8)))
    .toSorted((first, second) => first - second);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  expect(await truths(sandbox)).toEqual([]);
});

test("writes one of two concurrent records with the same client_reference", async () => {
  const body = { ...invoice, client_reference: "race" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.write("POST", "invoices", body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await sandbox.walk("invoices?client_reference=race")).toHaveLength(1);
});

const amount = fc.integer({ min: 0, max: 500_000 }).map((cents) => (cents / 100).toFixed(2));
const quantity = fc.integer({ min: -1500, max: 5000 }).map((thousandths) => (thousandths / 1000).toString());
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-0${(date % 8) + 1}-${String(date).padStart(2, "0")}`);
const currency = fc.constantFrom("EUR", "EUR", "USD", "CHF", "JPY", "NOK");
/** Negative amounts are refunds. */
const signedAmount = fc.tuple(amount, fc.constantFrom("", "", "-")).map(([text, sign]) => `${sign}${text}`);
const discount = fc.constantFrom("0", "0", "10", "33.3", "100");
const status = fc.constantFrom("open", "open", "draft", "document_created", "submitted");
const taxRule = fc.constantFrom("net", "net", "gross", "reverse_charge", "taxfree", "oss_goods");
const pick = fc.nat();

const line = fc.record({
  quantity,
  unit_amount: amount,
  discount,
  item: fc.boolean(),
  isDeduction: fc.boolean(),
  tax: fc.constantFrom("19", "7", "0"),
});
type Line = {
  quantity: string;
  unit_amount: string;
  discount: string;
  item: boolean;
  isDeduction: boolean;
  tax: string;
};
const untaxed = ["reverse_charge", "taxfree"];
const writtenLine = (field: string, rule: string) => (line: Line, index: number) => ({
  quantity: line.quantity,
  unit_amount: index > 0 && line.isDeduction ? `-${line.unit_amount}` : line.unit_amount,
  [field]: line.discount,
  tax_rate_percentage: untaxed.includes(rule) ? "0" : line.tax,
  ...(line.item && { item_id: "item-3" }),
});
const document = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  day,
  currency,
  status,
  taxRule,
  documentDiscount: fc.constantFrom("0", "0", "7.5", "100"),
});

type Step = (sandbox: TestSandbox) => Promise<{ status: number }>;
/** A random record of a list, if any. */
async function chosen(list: string, index: number): Promise<string> {
  const { items, total } = (
    await sandbox.ask(`/environments/production/companies/bergblick/${list}?page_size=1&page=1`)
  ).page();
  if (total === 0) return items[0]?.id ?? "none";
  const page = (index % total) + 1;
  const found = (
    await sandbox.ask(`/environments/production/companies/bergblick/${list}?page_size=1&page=${page}`)
  ).page();
  return found.items[0]?.id ?? "none";
}

const step: fc.Arbitrary<Step> = fc.oneof(
  document.map(
    ({ lines, day, taxRule: tax_rule, documentDiscount, ...more }): Step =>
      (to) =>
        to.write("POST", "invoices", {
          ...more,
          tax_rule,
          invoice_date: day,
          discount_percentage: documentDiscount,
          contact_id: "cus-1",
          payment_term_id: "term-14t",
          line_items: lines.map(writtenLine("discount_item_percentage", tax_rule)),
        }),
  ),
  document.map(
    ({ lines, day, taxRule: tax_rule, documentDiscount, ...more }): Step =>
      (to) =>
        to.write("POST", "bills", {
          ...more,
          tax_rule,
          bill_date: day,
          total_discount_percentage: documentDiscount,
          contact_id: "sup-2",
          payment_days: 14,
          line_items: lines.map(writtenLine("total_discount_percentage", tax_rule)),
        }),
  ),
  document.map(
    ({ lines, day, taxRule: tax_rule, documentDiscount, ...more }): Step =>
      (to) =>
        to.write("POST", "vendor-credits", {
          ...more,
          tax_rule,
          vendor_credit_date: day,
          total_discount_percentage: documentDiscount,
          contact_id: "sup-2",
          line_items: lines.map(writtenLine("total_discount_percentage", tax_rule)),
        }),
  ),
  fc
    .record({ lines: fc.array(line, { minLength: 1, maxLength: 3 }), day, pick, currency, isApplied: fc.boolean() })
    .map(
      ({ lines, day, pick, currency, isApplied }): Step =>
        async (to) =>
          to.write("POST", "credit-notes", {
            credit_note_date: day,
            currency,
            contact_id: "cus-1",
            ...(isApplied && { applied_to_id: await chosen("invoices", pick) }),
            credit_note_lines: lines.map(writtenLine("total_discount_percentage", "net")),
          }),
    ),
  fc
    .record({
      pick,
      amount: signedAmount,
      onAccount: fc.option(signedAmount),
      discount: fc.option(amount),
      day,
      kind: fc.constantFrom("invoices", "bills", "vendor-credits", "credit-notes"),
      isWhole: fc.boolean(),
      exchange: fc.constantFrom(
        {},
        {},
        { currency: "EUR", exchange_rate: "0.9" },
        { currency: "CHF", exchange_rate: "1.1" },
      ),
    })
    .map(
      ({ pick, amount, onAccount, discount, day, kind, isWhole, exchange }): Step =>
        async (to) => {
          const id = await chosen(kind, pick);
          const record = (await to.ask(`/environments/production/companies/bergblick/${kind}/${id}`)).json() as Native;
          const total = textOf(record, kind === "invoices" ? "total_amount" : "total_gross_amount");
          const currency = "currency" in exchange ? exchange.currency : record["currency"];
          const sized = (text: string) => (currency === "JPY" ? text.slice(0, -3) : text);
          const back = kind.endsWith("s") && /credit/.test(kind) ? `-${total}`.replace("--", "") : total;
          const party = kind === "invoices" || kind === "credit-notes" ? "customer_id" : "supplier_id";
          return to.write("POST", "payments", {
            ...exchange,
            payment_lines: [
              {
                invoice_id: id,
                amount: isWhole ? back : sized(amount),
                payment_date: day,
                ...(!isWhole && discount !== null && { discount_amount: sized(discount) }),
              },
              ...(onAccount === null
                ? []
                : [{ [party]: record["contact_id"], amount: sized(onAccount), payment_date: day }]),
            ],
          });
        },
    ),
  fc
    .record({
      amount: signedAmount,
      day,
      currency: fc.constantFrom("EUR", "USD"),
      party: fc.constantFrom("cus-1", "sup-2"),
    })
    .map(
      ({ amount, day, currency, party }): Step =>
        (to) =>
          to.write("POST", "payments", {
            currency,
            payment_lines: [{ contact_id: party, amount, payment_date: day }],
          }),
    ),
  fc.record({ pick, list: fc.constantFrom("invoices", "bills") }).map(
    ({ pick, list }): Step =>
      async (to) => {
        const id = await chosen(list, pick);
        return list === "invoices"
          ? to.write("PATCH", `invoices/${id}`, { payment_status: "bad_debt" })
          : to.write("DELETE", `bills/${id}`);
      },
  ),
  fc.record({ amount, day, currency, rate: fc.constantFrom("VST19", "VST7", "FREI"), isTaxed: fc.boolean() }).map(
    ({ amount, day, currency, rate, isTaxed }): Step =>
      (to) => {
        const net = currency === "JPY" ? amount.slice(0, -3) : amount;
        const decimals = currency === "JPY" ? 0 : 2;
        const percentage = { VST19: 19, VST7: 7, FREI: 0 }[rate] ?? 0;
        const tax = new Big(net).times(percentage).div(100).round(decimals, Big.roundHalfUp);
        return to.write("POST", "journal-entries", {
          transaction_date: day,
          currency,
          journal_line_items: [
            { account_id: "acc-4930", debit: net, ...(isTaxed && { tax_rate: { code: rate } }) },
            { account_id: "acc-1200", credit: (isTaxed ? tax.plus(net) : new Big(net)).toFixed(decimals) },
          ],
        });
      },
  ),
  fc.tuple(fc.constantFrom("payments", "bills", "vendor-credits"), pick).map(
    ([list, index]): Step =>
      async (to) =>
        to.write("DELETE", `${list}/${await chosen(list, index)}`),
  ),
  fc.record({ pick, quantity, list: fc.constantFrom("invoices", "bills") }).map(
    ({ pick, quantity, list }): Step =>
      async (to) =>
        to.write("POST", `${list}/${await chosen(list, pick)}/line-items`, { item_id: "item-2", quantity }),
  ),
  fc.record({ pick, status: fc.constantFrom("open", "voided", "draft") }).map(
    ({ pick, status }): Step =>
      async (to) =>
        to.write("PATCH", `invoices/${await chosen("invoices", pick)}`, { status }),
  ),
  fc.record({ pick, day }).map(
    ({ pick, day }): Step =>
      async (to) =>
        to.write("PATCH", `invoices/${await chosen("invoices", pick)}`, { invoice_date: day, due_date: "2026-09-30" }),
  ),
  fc.record({ pick, quantity }).map(
    ({ pick, quantity }): Step =>
      async (to) => {
        const id = await chosen("bills", pick);
        return to.write("PUT", `bills/${id}`, { ...bill, line_items: [{ ...bill.line_items[0], quantity }] });
      },
  ),
  fc.record({ amount, day, isProvisional: fc.boolean() }).map(
    ({ amount, day, isProvisional }): Step =>
      (to) =>
        to.write("POST", "journal-entries", {
          transaction_date: day,
          is_provisional: isProvisional,
          journal_line_items: [
            { account_id: "acc-4930", debit: amount },
            { account_id: "acc-1200", credit: amount },
          ],
        }),
  ),
  fc.record({ amount, day, currency: fc.constantFrom("EUR", "USD"), type: fc.constantFrom("expense", "refund") }).map(
    ({ amount, day, currency, type }): Step =>
      (to) =>
        to.write("POST", "expenses", {
          transaction_date: day,
          currency,
          type,
          expense_lines: [
            { account_id: "acc-4930", [type === "refund" ? "credit" : "debit"]: amount, tax_rate: { code: "VST19" } },
          ],
        }),
  ),
);

test("random writes keep the books consistent", async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const calls: string[] = [];
      const write: TestSandbox["write"] = async (method, path, body) => {
        const answer = await sandbox.write(method, path, body);
        calls.push(`${method} ${path} ${JSON.stringify(body)} ${answer.status} ${answer.text.slice(0, 80)}`);
        return answer;
      };
      for (const run of steps) {
        const { status } = await run({ ...sandbox, write });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(await truths(sandbox), calls.join("\n")).toEqual([]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  // Most writes succeed, and none breaks the books.
  expect([...statuses.keys()].filter((status) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([]);
  expect(statuses.get(201)).toBeGreaterThan(20);
});
