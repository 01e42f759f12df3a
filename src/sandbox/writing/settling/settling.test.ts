/** Documents that are settled by a line of a bank statement or in the request that creates them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOf, type Native, openTestSandbox, type TestSandbox } from "../../../../test/support/sandbox.ts";
import { callsOn } from "../../../../test/support/sandboxWrites.ts";
import { truths } from "../../../../test/support/truths.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox(0);
});
afterAll(() => sandbox.close());

const { written, refused, record: read } = callsOn(() => sandbox);

/** 200 net, 238 gross. */
const invoice = {
  contact_id: "cus-1",
  invoice_date: "2026-06-01",
  due_date: "2026-07-01",
  line_items: [{ name: "Beratung", quantity: "2", unit_amount: "100", tax_rate_percentage: "19" }],
};
const bill = {
  contact_id: "sup-1",
  bill_date: "2026-06-01",
  due_date: "2026-07-01",
  line_items: [{ description: "Papier", quantity: "2", unit_amount: "100", tax_rate_percentage: "19" }],
};
const received = { type: "receive", amount: "238.00", booking_date: "2026-06-09", account_id: "acc-1200" };

const paymentsOf = async (documentId: string): Promise<Native[]> =>
  (await sandbox.walk("payments")).filter((payment) =>
    listOf(payment, "payment_lines").some((line) => line["invoice_id"] === documentId),
  );
const entriesOf = async (documentId: string): Promise<Native[]> =>
  (await sandbox.walk("journal-entries")).filter((entry) => entry["document_id"] === documentId);
/** Account, debit, credit. */
const postingsOf = async (documentId: string) =>
  (await entriesOf(documentId))
    .flatMap((entry) => listOf(entry, "journal_line_items"))
    .map((line) => [line["account_code"], line["debit"], line["credit"]]);
const consistent = async () => expect(await truths(sandbox)).toEqual([]);

describe("a bank transaction that is matched", () => {
  test("with an invoice is its payment on the booking date, into the bank account", async () => {
    const { id } = await written("POST", "invoices", invoice);
    const transaction = await written("POST", "transactions", { ...received, account_id: "acc-1210" });
    expect(await paymentsOf(id)).toEqual([]);
    const matched = await written("PATCH", `transactions/${transaction.id}`, { matched_to_id: id });
    const [payment] = await paymentsOf(id);
    expect(matched).toMatchObject({ status: "linked", matched_to_id: id, payment_id: payment?.id });
    expect(payment).toMatchObject({
      document_type: "invoice",
      total_amount: "238.00",
      payment_lines: [{ account_id: "acc-1210", amount: "238.00", customer_id: "cus-1", payment_date: "2026-06-09" }],
    });
    expect(await read(`invoices/${id}`)).toMatchObject({ status: "paid", paid_date: "2026-06-09" });
    expect(await postingsOf(String(payment?.id))).toEqual([
      ["1210", "238.00", null],
      ["1400", null, "238.00"],
    ]);
    // The transaction itself is not posted a second time.
    expect(await entriesOf(transaction.id)).toEqual([]);
    await consistent();
  });

  test("with a bill pays it, and money that comes back is a refund", async () => {
    const { id } = await written("POST", "bills", bill);
    await written("POST", "transactions", { ...received, type: "spend", amount: "-238", matched_to_id: id });
    expect(await read(`bills/${id}`)).toMatchObject({ status: "paid" });
    await written("POST", "transactions", { ...received, amount: "38", matched_to_id: id });
    const payments = await paymentsOf(id);
    expect(payments).toMatchObject([
      { document_type: "bill", total_amount: "238.00" },
      { document_type: "bill", total_amount: "-38.00" },
    ]);
    expect(await read(`bills/${id}`)).toMatchObject({ status: "partially_paid" });
    await consistent();
  });

  test("can be matched again once its payment is deleted, and not before", async () => {
    const first = await written("POST", "invoices", invoice);
    const second = await written("POST", "invoices", invoice);
    const transaction = await written("POST", "transactions", { ...received, matched_to_id: first.id });
    const again = { matched_to_id: second.id };
    expect(await refused("PATCH", `transactions/${transaction.id}`, again)).toMatchObject({
      status: 422,
      field: "matched_to_id",
      message: expect.stringContaining(`Delete the payment ${String(transaction["payment_id"])} first`),
    });
    await sandbox.write("DELETE", `payments/${String(transaction["payment_id"])}`);
    expect(await read(`invoices/${first.id}`)).toMatchObject({ status: "open", paid_date: null });
    expect(await read(`transactions/${transaction.id}`)).toMatchObject({
      status: "created",
      matched_to_id: null,
      payment_id: null,
    });
    await written("PATCH", `transactions/${transaction.id}`, again);
    expect(await read(`invoices/${second.id}`)).toMatchObject({ status: "paid" });
    await consistent();
  });

  test("pays at most what is open", async () => {
    const { id } = await written("POST", "invoices", invoice);
    expect(await refused("POST", "transactions", { ...received, amount: "250", matched_to_id: id })).toMatchObject({
      status: 422,
      field: "matched_to_id",
      message: expect.stringMatching(/transaction of 250 EUR: .* 238\.00 EUR that are open.* use POST \/payments\.$/),
    });
    expect(await read(`invoices/${id}`)).toMatchObject({ status: "open" });
    expect(await paymentsOf(id)).toEqual([]);
    await consistent();
  });

  test("was not booked otherwise, and keeps what the bank reported", async () => {
    const { id } = await written("POST", "invoices", invoice);
    const booked = await written("POST", "transactions", { ...received, status: "booked" });
    expect(await refused("PATCH", `transactions/${booked.id}`, { matched_to_id: id })).toMatchObject({
      status: 422,
      message: "matched_to_id is not possible for a transaction that is booked.",
    });
    const other = { matched_to_id: id, amount: "1" };
    expect(await refused("PATCH", `transactions/${booked.id}`, other)).toMatchObject({ status: 422, field: "amount" });
    expect(await entriesOf(booked.id)).toHaveLength(1);
    await consistent();
  });
});

describe("a cash sale", () => {
  test("is a paid invoice and a payment, both in the ledger", async () => {
    const sale = await written("POST", "invoices", { ...invoice, paid_into_account_id: "acc-1000" });
    expect(sale).toMatchObject({ status: "paid", payment_status: "paid", paid_date: "2026-06-01" });
    expect(await read(`invoices/${sale.id}`)).toMatchObject({ status: "paid", total_amount: "238.00" });
    const [payment] = await paymentsOf(sale.id);
    expect(payment).toMatchObject({
      payment_type: "cash",
      journal_code: "KA",
      payment_lines: [{ account_id: "acc-1000", amount: "238.00", payment_date: "2026-06-01" }],
    });
    expect(await postingsOf(sale.id)).toEqual([
      ["1400", "238.00", null],
      ["8400", null, "200.00"],
      ["1776", null, "38.00"],
    ]);
    expect(await postingsOf(String(payment?.id))).toEqual([
      ["1000", "238.00", null],
      ["1400", null, "238.00"],
    ]);
    expect(await entriesOf(String(payment?.id))).toMatchObject([{ journal_code: "KA" }]);
    await consistent();
  });

  test("in a foreign currency has no exchange difference", async () => {
    const foreign = { ...invoice, currency: "USD", exchange_rate: "0.5", paid_into_account_id: "acc-1210" };
    const sale = await written("POST", "invoices", foreign);
    const [payment] = await paymentsOf(sale.id);
    expect(payment).toMatchObject({ currency: "USD", exchange_rate: "0.5", payment_type: "bank_transfer" });
    expect((await postingsOf(String(payment?.id))).map(([account]) => account)).toEqual(["1210", "1400"]);
    await consistent();
  });

  test("of nothing has no payment", async () => {
    const line = { name: "Muster", quantity: "1", unit_amount: "0", tax_rate_percentage: "19" };
    const sale = await written("POST", "invoices", {
      ...invoice,
      line_items: [line],
      paid_into_account_id: "acc-1000",
    });
    expect(sale).toMatchObject({ status: "paid" });
    expect(await paymentsOf(sale.id)).toEqual([]);
    await consistent();
  });

  test("is neither a draft nor a change", async () => {
    const cash = { paid_into_account_id: "acc-1000" };
    expect(await refused("POST", "invoices", { ...invoice, ...cash, status: "draft" })).toMatchObject({
      status: 422,
      field: "paid_into_account_id",
    });
    const { id } = await written("POST", "invoices", invoice);
    expect(await refused("PATCH", `invoices/${id}`, cash)).toMatchObject({
      status: 422,
      message: expect.stringContaining("Create a payment instead"),
    });
    expect(await refused("POST", "invoices", { ...invoice, paid_into_account_id: "acc-1400" })).toMatchObject({
      field: "paid_into_account_id",
    });
    await consistent();
  });
});
