import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOf, openTestSandbox, type TestSandbox, textOf } from "../../../test/support/sandbox.ts";
import { bill, callsOn, invoice } from "../../../test/support/sandboxWrites.ts";
import { truths } from "../../../test/support/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const { written, refused, record: readRecord } = callsOn(() => sandbox);

describe("an invoice", () => {
  test("is computed, numbered, booked and open", async () => {
    const made = await written("POST", "invoices", { ...invoice, client_reference: "first" });
    expect(made).toMatchObject({
      invoice_number: expect.stringMatching(/^RE-2026-\d{4}$/),
      status: "open",
      payment_status: "pending",
      sum_net_amount: "225.35",
      total_tax_amount: "39.77",
      total_amount: "265.12",
      created_at: "2026-06-15T12:00:00.000+02:00",
    });
    expect(listOf(made, "line_items").map((line) => textOf(line, "gross_amount"))).toEqual(["238.00", "27.12"]);
    expect(await readRecord(`invoices/${made.id}`)).toEqual(made);
    const number = textOf(made, "invoice_number");
    expect(await sandbox.walk(`open-items?document_number=${number}`)).toMatchObject([{ open_debit: "265.12" }]);
    const entry = (await sandbox.walk("journal-entries")).at(-1);
    expect(entry).toMatchObject({ document_id: made.id, transaction_date: "2026-06-01" });
    expect(await sandbox.walk("invoices?client_reference=first")).toEqual([made]);
    expect(await sandbox.walk("invoices?client_reference=second")).toEqual([]);
    expect(await truths(sandbox)).toEqual([]);
  });

  test("can be changed while nothing is paid: the ledger reverses the old booking and adds a new one", async () => {
    const made = await written("POST", "invoices", invoice);
    const count = async () => (await sandbox.walk("journal-entries")).length;
    const before = await count();
    const line = await written("POST", `invoices/${made.id}/line-items`, {
      name: "Nachtrag",
      quantity: "1",
      unit_amount: "10",
      tax_rate_percentage: "7",
      client_reference: "line",
    });
    expect(line).toMatchObject({ id: `${made.id}-3`, gross_amount: "10.70" });
    expect(await sandbox.walk(`invoices/${made.id}/line-items?client_reference=line`)).toEqual([line]);
    expect(await count()).toBe(before + 2);
    const changed = await written("PATCH", `invoices/${made.id}/line-items/${line.id}`, { quantity: "2" });
    expect(changed).toMatchObject({ id: line.id, name: "Nachtrag", gross_amount: "21.40" });
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({ total_amount: "286.52" });
    const patched = await written("PATCH", `invoices/${made.id}`, { reference: "neu", due_date: "2026-06-10" });
    expect(patched).toMatchObject({ reference: "neu", status: "overdue", total_amount: "286.52" });
    expect(await count()).toBe(before + 4);
    const voided = await written("PATCH", `invoices/${made.id}`, { status: "voided" });
    expect(voided).toMatchObject({ status: "voided", payment_status: "canceled" });
    expect(await truths(sandbox)).toEqual([]);
  });

  test("is a draft until it is opened", async () => {
    const draft = await written("POST", "invoices", { ...invoice, status: "draft" });
    expect(draft).toMatchObject({ status: "draft", payment_status: "no_open_item" });
    expect(draft["invoice_number"] ?? null).toBeNull();
    const opened = await written("PATCH", `invoices/${draft.id}`, { status: "open" });
    expect(opened).toMatchObject({ status: "open", invoice_number: expect.stringMatching(/^RE-2026-/) });
    expect(await refused("PATCH", `invoices/${draft.id}`, { status: "draft" })).toMatchObject({ status: 422 });
    expect(await truths(sandbox)).toEqual([]);
  });

  test("in another currency can be paid in parts, and the last part absorbs the rounding", async () => {
    const lines = [{ name: "Muster", quantity: "1", unit_amount: "99.99", tax_code: "FREI" }];
    const made = await written("POST", "invoices", {
      ...invoice,
      currency: "USD",
      tax_rule: "export_goods",
      line_items: lines,
    });
    for (const amount of ["33.33", "33.33", "33.33"])
      await written("POST", "payments", {
        payment_lines: [{ invoice_id: made.id, amount, payment_date: "2026-06-12" }],
      });
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({ status: "paid", paid_date: "2026-06-12" });
    expect(await truths(sandbox)).toEqual([]);
  });
});

describe("a payment", () => {
  test("settles a document, and deleting it books a reversal", async () => {
    const made = await written("POST", "invoices", invoice);
    const line = { invoice_id: made.id, payment_date: "2026-06-10" };
    const part = await written("POST", "payments", { payment_lines: [{ ...line, amount: "65.12" }] });
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({
      status: "partially_paid",
      payment_status: "partly_paid",
    });
    const rest = await written("POST", "payments", {
      payment_lines: [
        { ...line, amount: "100" },
        { ...line, amount: "100" },
      ],
    });
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({
      status: "paid",
      payment_status: "paid",
      paid_date: "2026-06-10",
    });
    expect(await sandbox.walk(`payments?invoice_id=${made.id}`)).toEqual([part, rest]);
    expect(await truths(sandbox)).toEqual([]);
    for (const { id } of [part, rest]) expect((await sandbox.write("DELETE", `payments/${id}`)).status).toBe(204);
    expect(await readRecord(`invoices/${made.id}`)).toMatchObject({
      status: "open",
      payment_status: "pending",
      paid_date: null,
    });
    expect((await sandbox.write("DELETE", `payments/${part.id}`)).status).toBe(404);
    expect((await sandbox.walk("journal-entries")).at(-1)).toMatchObject({ is_reversal: true });
    expect(await truths(sandbox)).toEqual([]);
  });

  test("of a seeded document can be deleted", async () => {
    const paid = (await sandbox.walk("payments")).filter(({ id }) => /^pay-(inv|bill|cn|bp)-/.test(id)).slice(0, 40);
    for (const { id } of paid) expect((await sandbox.write("DELETE", `payments/${id}`)).status).toBe(204);
    expect(await truths(sandbox)).toEqual([]);
  });

  test("is refused for a document that was offset by a credit note", async () => {
    const [cleared] = (await sandbox.walk("invoices")).filter(
      (invoice) => invoice["payment_status"] === "cleared_with_credit_note",
    );
    const line = { invoice_id: cleared?.id, amount: "1", payment_date: "2026-06-10" };
    expect(await refused("POST", "payments", { payment_lines: [line] })).toMatchObject({
      status: 422,
      field: "payment_lines[0].amount",
    });
  });

  test.each(["cleared_with_credit_note", "bad_debt", "debited"])(
    "%s survives a change of a reference",
    async (ended) => {
      const [settled] = (await sandbox.walk("invoices?sort=-invoice_date")).filter(
        (invoice) => invoice["payment_status"] === ended,
      );
      const changed = await written("PATCH", `invoices/${settled?.id}`, { reference: "neu" });
      expect(changed).toMatchObject({ reference: "neu", status: settled?.["status"], payment_status: ended });
      expect(await truths(sandbox)).toEqual([]);
    },
  );

  test("of a booking proposal goes to the suspense account", async () => {
    const proposal = await written("POST", "booking-proposals", {
      booking_proposal_date: "2026-06-01",
      booking_type: "bill",
      contact_id: "sup-2",
      line_items: [{ account_id: "acc-4930", total_gross_amount: "11.90", tax_rate_percentage: "19" }],
    });
    expect(proposal).toMatchObject({
      number: expect.stringMatching(/^BV-\d{4}$/),
      total_gross_amount: "11.90",
      status: "open",
    });
    const payment = { payment_lines: [{ invoice_id: proposal.id, amount: "11.90", payment_date: "2026-06-12" }] };
    await written("POST", "payments", payment);
    expect(await readRecord(`booking-proposals/${proposal.id}`)).toMatchObject({
      status: "paid",
      paid_date: "2026-06-12",
    });
    expect(await refused("POST", "payments", payment)).toMatchObject({ status: 422, field: "payment_lines[0].amount" });
    expect(await truths(sandbox)).toEqual([]);
  });
});

describe("a bill", () => {
  test("can be replaced and extended, and deleting it voids it", async () => {
    const made = await written("POST", "bills", { ...bill, reference: "weg damit" });
    expect(made).toMatchObject({ bill_number: expect.stringMatching(/^ER-2026-/), total_gross_amount: "35.70" });
    const replaced = await written("PUT", `bills/${made.id}`, { ...bill, name: "Ersetzt" });
    expect(replaced).toMatchObject({ bill_number: made["bill_number"], name: "Ersetzt", reference: null });
    const line = await written("POST", `bills/${made.id}/line-items`, { item_id: "item-2", quantity: "1" });
    expect(line).toMatchObject({ total_net_amount: "61.20", account_id: "acc-3400" });
    await written("PUT", `bills/${made.id}/line-items/${line.id}`, { item_id: "item-2", quantity: "2" });
    expect(await readRecord(`bills/${made.id}`)).toMatchObject({ total_net_amount: "152.40" });
    for (const _ of [1, 2]) expect((await sandbox.write("DELETE", `bills/${made.id}`)).status).toBe(204);
    expect(await readRecord(`bills/${made.id}`)).toMatchObject({ status: "voided", payment_status: "canceled" });
    expect(await refused("PUT", `bills/${made.id}`, bill)).toMatchObject({ status: 422 });
    expect(await truths(sandbox)).toEqual([]);
  });

  test("is removed if it is a draft, and kept if it is paid", async () => {
    const draft = await written("POST", "bills", { bill_date: "2026-06-02", status: "draft" });
    expect((await sandbox.write("DELETE", `bills/${draft.id}`)).status).toBe(204);
    expect((await sandbox.ask(`/environments/production/companies/bergblick/bills/${draft.id}`)).status).toBe(404);
    const paid = await written("POST", "bills", bill);
    await written("POST", "payments", {
      payment_lines: [{ invoice_id: paid.id, amount: "1", payment_date: "2026-06-12" }],
    });
    for (const call of [
      ["DELETE", `bills/${paid.id}`],
      ["PUT", `bills/${paid.id}`, { ...bill, line_items: [{ ...bill.line_items[0], quantity: "4" }] }],
      ["POST", `bills/${paid.id}/line-items`, { item_id: "item-2" }],
    ] as const)
      expect(await refused(call[0], call[1], call[2])).toMatchObject({ status: 422, code: "rejected" });
    expect(await truths(sandbox)).toEqual([]);
  });

  test("of the previous year can be voided, with the reversal booked today", async () => {
    const old = (await sandbox.walk("bills?status=overdue")).find(({ payment_status }) => payment_status === "pending");
    expect((await sandbox.write("DELETE", `bills/${old?.id}`)).status).toBe(204);
    expect((await sandbox.walk("journal-entries")).at(-1)).toMatchObject({
      is_reversal: true,
      transaction_date: "2026-06-15",
    });
    expect(await truths(sandbox)).toEqual([]);
  });
});

test("a vendor credit under reverse charge books both taxes and is voided", async () => {
  const made = await written("POST", "vendor-credits", {
    vendor_credit_date: "2026-06-03",
    vendor_credit_number: "LG-FREMD-1",
    contact_id: "sup-3",
    tax_rule: "reverse_charge",
    line_items: [{ item_id: "item-2", quantity: "1" }],
  });
  expect(made).toMatchObject({ total_tax_amount: "0.00", status: "overdue", due_date: "2026-06-03" });
  const lines = listOf((await sandbox.walk("journal-entries")).at(-1), "journal_line_items");
  expect(lines.map((line) => textOf(line, "account_code"))).toEqual(
    ["1600", "3400", "1787", "1577"].toSorted(
      (first, second) => "1600 3400 1577 1787".indexOf(first) - "1600 3400 1577 1787".indexOf(second),
    ),
  );
  expect((await sandbox.write("DELETE", `vendor-credits/${made.id}`)).status).toBe(204);
  expect(await truths(sandbox)).toEqual([]);
});

test("expenses, entries and transactions appear in the ledger", async () => {
  const expense = await written("POST", "expenses", {
    transaction_date: "2026-06-04",
    payment_type: "credit_card",
    currency: "USD",
    expense_lines: [
      {
        account_code: "4650",
        debit: "100.00",
        tax_rate: { code: "VST19" },
        tax_amount: "19.00",
        gross_amount: "119.00",
      },
    ],
  });
  expect(expense).toMatchObject({
    account_id: "acc-1730",
    total_gross_amount: "119.00",
    exchange_rate: expect.any(String),
  });
  const entry = await written("POST", "journal-entries", {
    transaction_date: "2026-06-05",
    client_reference: "entry",
    journal_line_items: [
      { account_number: 4930, debit: "0.30" },
      { account_id: "acc-4980", credit: "0.10" },
      { account_code: "4650", credit: "0.20" },
    ],
  });
  expect(await sandbox.walk("journal-entries?client_reference=entry")).toEqual([entry]);
  expect(await readRecord(`journal-entries/${entry.id}`)).toEqual(entry);
  const draft = {
    transaction_date: "2026-06-05",
    is_provisional: true,
    journal_line_items: [
      { account_id: "acc-4930", debit: "7" },
      { account_id: "acc-4980", credit: "7" },
    ],
  };
  await written("POST", "journal-entries", draft);
  await written("POST", "transactions", {
    amount: "-12.50",
    booking_date: "2026-06-06",
    type: "spend",
    status: "booked",
  });
  expect((await sandbox.walk("transactions")).at(-1)).toMatchObject({ account_id: "acc-1200", status: "booked" });
  expect(await truths(sandbox)).toEqual([]);
});

test("new accounts and bank accounts can be booked on immediately", async () => {
  await written("POST", "accounts", { number: "4999", name: "Übungsaufwand", class: "expense" });
  const bank = await written("POST", "bank-accounts", { name: "Zweitkonto" });
  const lines = [
    { account_id: "acc-4999", debit: "5" },
    { account_number: Number(bank["number"]), credit: "5" },
  ];
  await written("POST", "journal-entries", { transaction_date: "2026-06-05", journal_line_items: lines });
  expect(await readRecord(`bank-accounts/${bank.id}`)).toMatchObject({ balance: "-5.00" });
  expect(await truths(sandbox)).toEqual([]);
});

test("a customer is a contact, and a contact can become one", async () => {
  const customer = await written("POST", "customers", { contact_type: "company", company_name: "Neuland Probe OHG" });
  expect(customer).toMatchObject({ number: expect.stringMatching(/^1\d{4}$/), role: "customer" });
  expect(await readRecord(`contacts/${customer.id}`)).toMatchObject({
    company_name: "Neuland Probe OHG",
    is_customer: true,
  });
  await written("PATCH", `contacts/${customer.id}`, { company_name: "Altland", is_supplier: true });
  expect(await readRecord(`customers/${customer.id}`)).toMatchObject({ company_name: "Altland" });
  expect(await readRecord(`suppliers/${customer.id}`)).toMatchObject({
    company_name: "Altland",
    account_number: expect.any(Number),
  });
  await written("POST", "invoices", { ...invoice, contact_id: customer.id });
  await written("POST", "bills", { ...bill, contact_id: customer.id });
  const cleared = await written("PUT", `contacts/${customer.id}`, { contact_type: "company" });
  expect(cleared).toMatchObject({ number: customer["number"], is_customer: true });
  expect(cleared["company_name"] ?? null).toBeNull();
  expect(await refused("PATCH", `contacts/${customer.id}`, { is_customer: false })).toMatchObject({ status: 409 });
  expect(await truths(sandbox)).toEqual([]);
});

test("a contact person gets an id, the same in every role, and keeps it", async () => {
  const contact_persons = [{ last_name: "Übung" }, { last_name: "Probe", id: "own-1" }];
  const customer = await written("POST", "customers", { contact_type: "company", contact_persons });
  const persons = [
    { last_name: "Übung", id: expect.stringMatching(/^per-/) },
    { last_name: "Probe", id: "own-1" },
  ];
  expect(customer["contact_persons"]).toEqual(persons);
  expect((await readRecord(`contacts/${customer.id}`))["contact_persons"]).toEqual(customer["contact_persons"]);
  const changed = await written("PATCH", `contacts/${customer.id}`, { company_name: "Altland" });
  expect(changed["contact_persons"]).toEqual(customer["contact_persons"]);
});

test.each([
  [
    "offers",
    {
      addresses: [],
      currency: "EUR",
      offer_date: "2026-06-01",
      line_items: [
        { item_id: "item-2", quantity: "2" },
        { type: "comment", description: "Gruß" },
      ],
    },
    { offer_number: expect.stringMatching(/^AN-\d{4}$/), total_net_amount: "258.00" },
  ],
  [
    "sales-orders",
    { order_date: "2026-06-01", line_items: [{ item_id: "item-2", quantity: "2" }] },
    { total_gross_amount: "307.02", status: "open" },
  ],
  ["payment-terms", { code: "NEU", name: "Neu", payment_days: 7 }, { due_type: "due_in_days" }],
  ["projects", { name: "Neu", start_date: "2026-06-01" }, { status: "active" }],
  ["items", { name: "Neu", unit_sales_price: "1.00" }, { item_number: "A-1026" }],
])("%s are created", async (name, body, expected) => {
  const made = await written("POST", name, body);
  expect(made).toMatchObject(expected);
  expect(await readRecord(`${name}/${made.id}`)).toEqual(made);
});
