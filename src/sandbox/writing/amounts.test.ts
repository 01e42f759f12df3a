/** The effects of business facts on amounts, payments, statuses and the ledger. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOf, type Native, openTestSandbox, type TestSandbox, textOf } from "../../../test/support/sandbox.ts";
import { callsOn } from "../../../test/support/sandboxWrites.ts";
import { truths } from "../../../test/support/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(0);
});
afterAll(() => sandbox.close());

const { written, refused, record: readRecord } = callsOn(() => sandbox);

const line = { name: "Beratung", quantity: "2", unit_amount: "100", tax_rate_percentage: "19" };
/** 200 net, 238 gross. */
const invoice = { contact_id: "cus-1", invoice_date: "2026-06-01", due_date: "2026-07-01", line_items: [line] };
const bill = {
  contact_id: "sup-1",
  bill_date: "2026-06-01",
  due_date: "2026-07-01",
  line_items: [{ description: "Papier", quantity: "2", unit_amount: "100", tax_rate_percentage: "19" }],
};
const paid = (lines: object[], more: object = {}) =>
  written("POST", "payments", {
    payment_lines: lines.map((each) => ({ payment_date: "2026-06-10", ...each })),
    ...more,
  });
const unpaid = (each: object, more: object = {}) =>
  refused("POST", "payments", { payment_lines: [{ payment_date: "2026-06-10", ...each }], ...more });
const lastEntry = async (): Promise<Native | undefined> => (await sandbox.walk("journal-entries")).at(-1);
/** The postings of the latest entry: account, debit, credit. */
const postings = async () =>
  listOf(await lastEntry(), "journal_line_items").map((each) => [each["account_code"], each["debit"], each["credit"]]);
const credits = (party: string) => sandbox.walk(`open-items?document_number=${party}`);
const consistent = async () => expect(await truths(sandbox)).toEqual([]);

describe("payments", () => {
  test("a part payment and a refund of a part of it leave the rest open", async () => {
    const { id } = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: id, amount: "100" }]);
    const refund = await paid([{ invoice_id: id, amount: "-20" }]);
    expect(refund).toMatchObject({
      document_type: "invoice",
      payment_lines: [{ amount: "-20.00", customer_id: "cus-1", supplier_id: null, invoice_id: id }],
    });
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "partially_paid", paid_date: null });
    expect(await postings()).toEqual([
      ["1200", null, "20.00"],
      ["1400", "20.00", null],
    ]);
    expect(await unpaid({ invoice_id: id, amount: "-80.01" })).toMatchObject({
      status: 422,
      field: "payment_lines[0].amount",
      message: expect.stringContaining("80.00 EUR that were paid"),
    });
    await paid([{ invoice_id: id, amount: "158" }]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({
      status: "paid",
      payment_status: "paid",
      paid_date: "2026-06-10",
    });
    await consistent();
  });

  test("pay at most what is open; the rest is on account and can be refunded", async () => {
    const { id } = await written("POST", "invoices", { ...invoice, contact_id: "cus-2" });
    expect(await unpaid({ invoice_id: id, amount: "250" })).toMatchObject({
      status: 422,
      message: expect.stringMatching(/238\.00 EUR that are open\. Send the rest as a line without invoice_id/),
    });
    const overpaid = await paid([
      { invoice_id: id, amount: "238" },
      { customer_id: "cus-2", amount: "12" },
    ]);
    expect(overpaid).toMatchObject({
      currency: "EUR",
      payment_lines: [
        { invoice_id: id, amount: "238.00", account_id: "acc-1200" },
        { invoice_id: null, amount: "12.00", customer_id: "cus-2" },
      ],
    });
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "paid", paid_date: "2026-06-10" });
    expect(await credits("AKONTO-10002")).toMatchObject([{ open_credit: "12.00", type: "invoice" }]);
    await consistent();
    // The invoice was overpaid by 12, so it stays paid.
    const refund = await paid([{ invoice_id: id, amount: "-5" }]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "paid" });
    expect(await credits("AKONTO-10002")).toMatchObject([{ open_credit: "7.00" }]);
    await paid([{ customer_id: "cus-2", amount: "-7" }]);
    expect(await credits("AKONTO-10002")).toEqual([]);
    expect(await unpaid({ customer_id: "cus-2", amount: "-0.01" })).toMatchObject({
      message: expect.stringContaining("more than the 0.00 EUR on account"),
    });
    await consistent();
    expect(await refused("DELETE", `payments/${overpaid.id}`)).toMatchObject({
      status: 422,
      message: expect.stringContaining("Delete the refund first"),
    });
    expect((await sandbox.write("DELETE", `payments/${refund.id}`)).status).toBe(204);
    expect(await credits("AKONTO-10002")).toMatchObject([{ open_credit: "5.00" }]);
    await consistent();
  });

  test("to suppliers in advance are money on account too", async () => {
    const advance = await paid([{ supplier_id: "sup-2", amount: "50" }]);
    expect(advance).toMatchObject({
      document_type: "bill",
      payment_lines: [{ supplier_id: "sup-2", customer_id: null }],
    });
    expect(await postings()).toEqual([
      ["1200", null, "50.00"],
      ["1600", "50.00", null],
    ]);
    expect(await credits("AKONTO-70002")).toMatchObject([{ open_debit: "50.00", type: "bill" }]);
    await paid([{ supplier_id: "sup-2", amount: "-50" }]);
    expect(await credits("AKONTO-70002")).toEqual([]);
    await consistent();
  });

  test("for credit notes and vendor credits are negative", async () => {
    const note = await written("POST", "credit-notes", {
      credit_note_date: "2026-06-02",
      contact_id: "cus-1",
      credit_note_lines: [{ item_name: "Rückgabe", quantity: "1", unit_amount: "100", tax_rate_percentage: "19" }],
    });
    expect(note).toMatchObject({ status: "open", total_gross_amount: "119.00" });
    expect(await unpaid({ invoice_id: note.id, amount: "119" })).toMatchObject({
      status: 422,
      message: expect.stringContaining("must be negative"),
    });
    await paid([{ invoice_id: note.id, amount: "-19" }]);
    expect(await readRecord(`credit-notes/${note.id}`)).toMatchObject({ payment_status: "partly_paid" });
    await paid([{ invoice_id: note.id, amount: "-100" }]);
    expect(await readRecord(`credit-notes/${note.id}`)).toMatchObject({ status: "paid", payment_status: "paid" });
    const { bill_date: _day, ...body } = bill;
    const vendorCredit = await written("POST", "vendor-credits", { ...body, vendor_credit_date: "2026-06-02" });
    const refund = await paid([{ invoice_id: vendorCredit.id, amount: "-238" }]);
    expect(refund).toMatchObject({
      document_type: "bill",
      payment_lines: [{ amount: "-238.00", supplier_id: "sup-1" }],
    });
    expect(await postings()).toEqual([
      ["1200", "238.00", null],
      ["1600", null, "238.00"],
    ]);
    expect(await readRecord(`vendor-credits/${vendorCredit.id}`)).toMatchObject({ status: "paid" });
    await consistent();
  });

  test("name the contact of their document, or none", async () => {
    const { id } = await written("POST", "invoices", invoice);
    expect(await unpaid({ invoice_id: id, customer_id: "cus-2", amount: "1" })).toMatchObject({
      status: 422,
      field: "payment_lines[0].customer_id",
    });
    expect(await unpaid({ invoice_id: id, supplier_id: "sup-1", amount: "1" })).toMatchObject({
      field: "payment_lines[0].supplier_id",
    });
  });

  test("with a cash discount settle more than the money that moved", async () => {
    const { id } = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: id, amount: "226.10", discount_amount: "11.90" }]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "paid", payment_status: "paid" });
    expect(await postings()).toEqual([
      ["1200", "226.10", null],
      ["1400", null, "238.00"],
      ["8730", "10.00", null],
      ["1776", "1.90", null],
    ]);
    const purchase = await written("POST", "bills", bill);
    await paid([{ invoice_id: purchase.id, amount: "226.10", discount_amount: "11.90" }]);
    expect(await readRecord(`bills/${purchase.id}`)).toMatchObject({ status: "paid" });
    expect(await postings()).toContainEqual(["3730", null, "10.00"]);
    await consistent();
  });

  test("in another currency than the document need a rate", async () => {
    const foreign = {
      ...invoice,
      currency: "USD",
      exchange_rate: "0.9",
      line_items: [{ ...line, tax_rate_percentage: "0" }],
    };
    const { id } = await written("POST", "invoices", foreign);
    const inEuro = { invoice_id: id, amount: "90" };
    expect(await unpaid(inEuro, { currency: "EUR" })).toMatchObject({ status: 422, field: "exchange_rate" });
    expect(await unpaid(inEuro, { currency: "EUR", exchange_rate: "1" })).toMatchObject({ field: "exchange_rate" });
    // 90 EUR at 0.95 are 94.74 USD, which were booked as 85.27 EUR.
    const payment = await paid([inEuro], { currency: "EUR", exchange_rate: "0.95" });
    expect(payment).toMatchObject({ currency: "EUR", exchange_rate: "0.95", payment_lines: [{ amount: "90.00" }] });
    expect(await postings()).toEqual([
      ["1200", "90.00", null],
      ["1400", null, "85.27"],
      ["2660", null, "4.73"],
    ]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "partially_paid" });
    expect(
      await unpaid({ invoice_id: id, amount: "100.01" }, { currency: "EUR", exchange_rate: "0.95" }),
    ).toMatchObject({
      message: expect.stringContaining("100.00 EUR that are open"),
    });
    await paid([{ invoice_id: id, amount: "100" }], { currency: "EUR", exchange_rate: "0.95" });
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "paid" });
    const inFrancs = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: inFrancs.id, amount: "216.36" }], { currency: "CHF", exchange_rate: "1.1" });
    expect(await readRecord(`invoices/${inFrancs.id}`)).toMatchObject({ status: "paid" });
    await consistent();
  });
});

describe("documents", () => {
  test("have negative lines", async () => {
    const deposit = { name: "Anzahlung", quantity: "-1", unit_amount: "50", tax_rate_percentage: "19" };
    const made = await written("POST", "invoices", { ...invoice, line_items: [line, deposit] });
    expect(made).toMatchObject({ sum_net_amount: "150.00", total_tax_amount: "28.50", total_amount: "178.50" });
    expect(listOf(made, "line_items")).toMatchObject([
      { items_amount: "200.00", quantity: "2" },
      { items_amount: "-50.00", gross_amount: "-59.50", quantity: "-1", unit_amount: "50" },
    ]);
    for (const [list, date] of [
      ["bills", "bill_date"],
      ["vendor-credits", "vendor_credit_date"],
    ] as const) {
      const lines = [
        { description: "Ware", quantity: "1", unit_amount: "100", tax_rate_percentage: "19", account_id: "acc-4930" },
        { description: "Gebühr", quantity: "1", unit_amount: "-10", tax_rate_percentage: "7" },
      ];
      const document = { contact_id: "sup-1", [date]: "2026-06-01", line_items: lines };
      const stored = await written("POST", list, document);
      expect(stored).toMatchObject({
        total_net_amount: "90.00",
        total_tax_amount: "18.30",
        total_gross_amount: "108.30",
      });
      expect(listOf(stored, "line_items")[1]).toMatchObject({ total_net_amount: "-10.00", account_id: "acc-3300" });
    }
    await consistent();
  });

  test("that are negative are open, and paid by money that goes back", async () => {
    const { id } = await written("POST", "invoices", { ...invoice, line_items: [{ ...line, quantity: "-2" }] });
    const late = await written("PATCH", `invoices/${id}`, { due_date: "2026-06-02" });
    expect(late).toMatchObject({ status: "open", payment_status: "pending", total_amount: "-238.00" });
    await paid([{ invoice_id: id, amount: "-38" }]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "open", payment_status: "partly_paid" });
    await paid([{ invoice_id: id, amount: "-200" }]);
    expect(await readRecord(`invoices/${id}`)).toMatchObject({ status: "paid" });
    await consistent();
  });

  test("have a discount of their own outside the lines, and tax on the rest", async () => {
    const reduced = { name: "Buch", quantity: "1", unit_amount: "33.33", tax_rate_percentage: "7" };
    const made = await written("POST", "invoices", {
      ...invoice,
      discount_percentage: "10",
      line_items: [{ ...line, discount_item_percentage: "5" }, reduced],
    });
    // 190 and 33.33 net, less 22.33: 171 at 19 % and 30 at 7 %.
    expect(made).toMatchObject({
      discount_amount: "22.33",
      sum_net_amount: "201.00",
      total_tax_amount: "34.59",
      total_amount: "235.59",
    });
    expect(listOf(made, "line_items").map((each) => each["items_amount"])).toEqual(["190.00", "33.33"]);
    const more = await written("POST", `invoices/${made.id}/line-items`, line);
    expect(more).toMatchObject({ items_amount: "200.00" });
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({
      discount_amount: "42.33",
      sum_net_amount: "381.00",
    });
    const purchase = await written("POST", "bills", { ...bill, total_discount_amount: "20" });
    expect(purchase).toMatchObject({
      total_discount_amount: "20.00",
      total_discount_percentage: "10",
      total_net_amount: "180.00",
      total_tax_amount: "34.20",
    });
    const { bill_date: _day, ...body } = bill;
    const credit = { ...body, vendor_credit_date: "2026-06-02", total_discount_percentage: "2.5" };
    expect(await written("POST", "vendor-credits", credit)).toMatchObject({ total_net_amount: "195.00" });
    await consistent();
  });

  test("with prices that include the tax have the same discount", async () => {
    const made = await written("POST", "invoices", {
      ...invoice,
      line_amount_types: "inclusive",
      discount_percentage: "10",
      line_items: [{ ...line, quantity: "1", unit_amount: "119" }],
    });
    expect(made).toMatchObject({ discount_amount: "10.00", sum_net_amount: "90.00", total_amount: "107.10" });
    await consistent();
  });

  test("under reverse charge have no tax, and the code of reverse charge", async () => {
    const { tax_rate_percentage: _rate, ...untaxed } = line;
    const made = await written("POST", "invoices", { ...invoice, tax_rule: "reverse_charge", line_items: [untaxed] });
    expect(made).toMatchObject({ total_tax_amount: "0.00", total_amount: "200.00", tax_rule: "reverse_charge" });
    expect(listOf(made, "line_items")).toMatchObject([{ tax_code: "RC19", tax_rate_percentage: "0" }]);
    const zero = {
      ...bill,
      tax_rule: "reverse_charge",
      line_items: [{ ...bill.line_items[0], tax_rate_percentage: "0" }],
    };
    expect(listOf(await written("POST", "bills", zero), "line_items")).toMatchObject([{ tax_code: "RC19" }]);
    expect((await postings()).map(([account]) => account)).toEqual(["1600", "3400", "1577", "1787"]);
    await consistent();
  });

  test("of 0 are paid", async () => {
    const made = await written("POST", "invoices", { ...invoice, discount_percentage: "100" });
    expect(made).toMatchObject({
      status: "paid",
      total_amount: "0.00",
      payment_status: "no_open_item",
      paid_date: null,
    });
    await consistent();
  });

  test("are settled by a credit note, alone or with a payment", async () => {
    const note = (applied: string, amount: string) => ({
      credit_note_date: "2026-06-05",
      contact_id: "cus-1",
      applied_to_id: applied,
      credit_note_lines: [{ item_name: "Storno", quantity: "1", unit_amount: amount, tax_rate_percentage: "19" }],
    });
    const invoiceToClear = await written("POST", "invoices", invoice);
    const cleared = await written("POST", "credit-notes", note(invoiceToClear.id, "200"));
    expect(cleared).toMatchObject({ status: "paid", payment_status: "credit_note_cleared" });
    expect(await readRecord(`invoices/${invoiceToClear.id}`)).toMatchObject({
      status: "paid",
      payment_status: "cleared_with_credit_note",
      paid_date: "2026-06-05",
    });
    expect(await unpaid({ invoice_id: invoiceToClear.id, amount: "1" })).toMatchObject({ status: 422 });
    const part = await written("POST", "invoices", invoice);
    await written("POST", "credit-notes", note(part.id, "100"));
    expect(await readRecord(`invoices/${part.id}`)).toMatchObject({ status: "partially_paid" });
    await paid([{ invoice_id: part.id, amount: "119" }]);
    expect(await readRecord(`invoices/${part.id}`)).toMatchObject({ status: "paid", payment_status: "paid" });
    expect(await sandbox.walk(`payments?invoice_id=${part.id}`)).toHaveLength(1);
    expect(await refused("DELETE", `credit-notes/${cleared.id}`)).toMatchObject({ status: 422 });
    expect(await refused("POST", "credit-notes", { ...note(part.id, "1"), contact_id: "cus-2" })).toMatchObject({
      field: "applied_to_id",
    });
    await consistent();
  });

  test("are written off without a payment and without a status", async () => {
    const { id } = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: id, amount: "119" }]);
    const lost = await written("PATCH", `invoices/${id}`, { payment_status: "bad_debt" });
    expect(lost).toMatchObject({ status: null, payment_status: "bad_debt", paid_date: null });
    expect(await postings()).toEqual([
      ["1400", null, "119.00"],
      ["2400", "100.00", null],
      ["1776", "19.00", null],
    ]);
    expect(await refused("PATCH", `invoices/${id}`, { status: "open" })).toMatchObject({
      status: 422,
      field: "status",
    });
    await consistent();
  });

  test("need only contact, day and a line", async () => {
    const { due_date: _due, ...least } = invoice;
    const made = await written("POST", "invoices", least);
    expect(made).toMatchObject({ total_amount: "238.00", currency: "EUR", status: "overdue" });
    expect(listOf(made, "line_items")).toMatchObject([{ account_id: "acc-8400", tax_code: "UST19" }]);
    const { due_date: _billDue, ...leastBill } = bill;
    const purchase = await written("POST", "bills", leastBill);
    expect(listOf(purchase, "line_items")).toMatchObject([{ account_id: "acc-3400", tax_code: "VST19" }]);
  });
});

describe("a document that is paid, even in part", () => {
  test.each([
    ["contact_id", { contact_id: "cus-2" }],
    ["invoice_date", { invoice_date: "2026-06-02" }],
    ["currency", { currency: "USD" }],
    ["line_items", { line_items: [{ ...line, quantity: "3" }] }],
    ["line_items", { discount_percentage: "5" }],
    ["status", { status: "voided" }],
    ["status", { status: "draft" }],
    ["status", { status: "paid" }],
    ["status", { status: "document_created" }],
  ])("keeps its %s: %j", async (field, body) => {
    const { id } = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: id, amount: "1" }]);
    const answer = await refused("PATCH", `invoices/${id}`, body);
    expect(answer).toMatchObject({ status: 422, code: "rejected", field });
  });

  test("changes its texts and its due date, and is open if that is asked", async () => {
    const { id } = await written("POST", "invoices", invoice);
    await paid([{ invoice_id: id, amount: "1" }]);
    const changed = await written("PATCH", `invoices/${id}`, {
      reference: "neu",
      due_date: "2026-06-03",
      status: "open",
    });
    expect(changed).toMatchObject({ reference: "neu", status: "partially_overdue" });
    await consistent();
  });

  test("is deleted after its payments", async () => {
    const { id } = await written("POST", "bills", bill);
    const payment = await paid([{ invoice_id: id, amount: "1" }]);
    expect(await refused("DELETE", `bills/${id}`)).toMatchObject({
      status: 422,
      message: expect.stringContaining("Delete its payments first"),
    });
    expect((await sandbox.write("DELETE", `payments/${payment.id}`)).status).toBe(204);
    expect((await sandbox.write("DELETE", `bills/${id}`)).status).toBe(204);
    expect(await readRecord(`bills/${id}`)).toMatchObject({ status: "voided", total_gross_amount: "238.00" });
    await consistent();
  });

  test("cannot be paid by its status: the refusal names the payments", async () => {
    const { id } = await written("POST", "invoices", invoice);
    for (const status of ["paid", "partially_paid"])
      expect(await refused("PATCH", `invoices/${id}`, { status })).toMatchObject({
        status: 422,
        message: expect.stringContaining("POST /accounting/payments"),
      });
    expect(await refused("PATCH", `invoices/${id}`, { status: "overdue" })).toMatchObject({ status: 422 });
  });
});

describe("journal entries", () => {
  const entry = (lines: object[], more: object = {}) =>
    written("POST", "journal-entries", { transaction_date: "2026-06-05", journal_line_items: lines, ...more });
  const balance = async (account: string) => textOf(await readRecord(`accounts/acc-${account}`), "balance");

  test("balance in their own currency, and the ledger keeps the company's", async () => {
    const before = Number(await balance("4980"));
    const made = await entry(
      [
        { account_id: "acc-4980", debit: "33.33" },
        { account_id: "acc-4930", debit: "66.67" },
        { account_id: "acc-1210", credit: "100" },
      ],
      { currency: "USD", exchange_rate: "0.905" },
    );
    expect(made).toMatchObject({ currency: "USD", exchange_rate: "0.905" });
    expect(await postings()).toEqual([
      ["4980", "33.33", null],
      ["4930", "66.67", null],
      ["1210", null, "100.00"],
    ]);
    const lines = listOf(made, "journal_line_items");
    expect(lines.map((each) => each["ledger_debit"] ?? each["ledger_credit"])).toEqual(["30.16", "60.34", "90.50"]);
    expect(Number(await balance("4980"))).toBeCloseTo(before + 30.16, 2);
    await consistent();
  });

  test("post the tax of a line with a tax rate, and balance on gross", async () => {
    const made = await entry([
      { account_id: "acc-4930", debit: "100", tax_rate: { percentage: "19" } },
      { account_id: "acc-1200", credit: "119" },
    ]);
    expect(await postings()).toEqual([
      ["4930", "100.00", null],
      ["1200", null, "119.00"],
      ["1576", "19.00", null],
    ]);
    expect(listOf(made, "journal_line_items")[0]).toMatchObject({
      tax_rate: { code: "VST19" },
      tax_amount: null,
      gross_amount: null,
    });
    await entry([
      { account_id: "acc-1200", debit: "107" },
      { account_id: "acc-8300", credit: "100", tax_rate: { percentage: "7" } },
    ]);
    expect(await postings()).toContainEqual(["1771", null, "7.00"]);
    await consistent();
  });

  test("with a tax line post no other, and balance on net", async () => {
    await entry([
      { account_id: "acc-4930", debit: "100", tax_rate: { code: "VST19" } },
      { account_id: "acc-1576", debit: "19" },
      { account_id: "acc-1200", credit: "119" },
    ]);
    expect(await postings()).toHaveLength(3);
    await consistent();
  });

  test("of documents in foreign currencies are in the company's", async () => {
    const foreign = { ...invoice, currency: "USD", exchange_rate: "0.9" };
    await written("POST", "invoices", foreign);
    expect(await lastEntry()).toMatchObject({ currency: "EUR", exchange_rate: null });
    expect(await postings()).toContainEqual(["1400", "214.20", null]);
  });
});

test("seeded books have a cash discount, a write-off, a document discount and an entry in a foreign currency", async () => {
  const invoices = await sandbox.walk("invoices");
  const payments = (await sandbox.walk("payments")).flatMap((payment) => listOf(payment, "payment_lines"));
  const seeded = invoices.filter(({ id }) => /^inv-\d+$/.test(id));
  expect(
    payments.some((each) => each["settled_amount"] !== each["amount"] && /^inv-\d+$/.test(textOf(each, "invoice_id"))),
  ).toBe(true);
  expect(seeded.some((each) => each["payment_status"] === "bad_debt" && each["status"] === null)).toBe(true);
  expect(seeded.some((each) => Number(each["discount_amount"]) > 0)).toBe(true);
  expect((await sandbox.walk("journal-entries")).some((each) => each["currency"] === "USD")).toBe(true);
  const refunds = (await sandbox.walk("payments")).filter(({ id }) => /^pay-(cn|vc)-/.test(id));
  expect(refunds.length).toBeGreaterThan(0);
  for (const refund of refunds) expect(textOf(listOf(refund, "payment_lines")[0], "amount")).toMatch(/^-/);
});
