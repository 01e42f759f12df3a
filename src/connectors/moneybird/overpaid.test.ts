/** Documents of which more than the total was paid, or that are late. */
import { describe, expect, test } from "vitest";
import { sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { GetHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";

type Replies = Readonly<Record<string, unknown>>;

/** The record that an operation returns for the vendor's replies; `name` is that of the id in its path. */
async function read(operation: OperationId, name: string, replies: Replies): Promise<unknown> {
  const handler = moneybird.operations[operation] as unknown as GetHandler<unknown>;
  return (await handler.get({ ids: { [name]: "1" }, filters: {} }, sessionWithReplies(replies))).record;
}

const detail = {
  id: "474244283626423771",
  amount: "1 x",
  amount_decimal: "1.0",
  price: "300.0",
  project_id: null,
  product_id: null,
  total_price_excl_tax_with_discount: "300.0",
};
const totals = { total_price_excl_tax: "300.0", total_price_incl_tax: "363.0" };
const sold = {
  id: "474244283623278042",
  contact_id: "474244283323385269",
  contact_person: null,
  draft_id: null,
  invoice_id: "2025-0003",
  state: "open",
  invoice_date: "2025-12-23",
  due_date: "2026-01-06",
  workflow_id: "474244165662672013",
  currency: "EUR",
  discount: "0.0",
  prices_are_incl_tax: false,
  ...totals,
  total_paid: "0.0",
  total_unpaid: "363.0",
  total_discount: "0.0",
  payments: [],
  details: [detail],
};

describe("invoices", () => {
  const shown = (change: object) =>
    read("invoices.get", "invoiceId", { "/sales_invoices/1.json": { ...sold, ...change } });

  test("an invoice of which more than the total was paid is paid, although Moneybird leaves it open", async () => {
    expect(await shown({ total_paid: "400.0", total_unpaid: "-37.0" })).toMatchObject({
      status: "PAID",
      paymentStatus: "PAID",
    });
  });
});

describe("documents that are late", () => {
  const past = "2026-01-06";
  const future = "2126-01-06";
  const bill = { ...totals, id: "1", date: "2025-12-23", payments: [], details: [detail] };
  const statusOf = async (change: object) => {
    const replies = { "/documents/purchase_invoices/1.json": { ...bill, ...change } };
    return ((await read("bills.get", "billId", replies)) as { status?: string }).status;
  };

  test.each([
    ["open", past, "OVERDUE"],
    ["pending_payment", past, "OVERDUE"],
    ["late", past, "OVERDUE"],
    ["late", future, "OPEN"],
    ["open", future, "OPEN"],
    ["late", null, "OVERDUE"],
    ["saved", past, "DOCUMENT_CREATED"],
    ["paid", past, "PAID"],
  ])("a bill in the state %s that was due on %s is %s", async (state, due_date, status) => {
    expect(await statusOf({ state, due_date })).toBe(status);
  });

  test("a partly paid bill is partly overdue, and a credit stays open", async () => {
    expect(await statusOf({ state: "open", due_date: past, payments: [{ id: "2", price: "100.0" }] })).toBe(
      "PARTIALLY_OVERDUE",
    );
    expect(await statusOf({ state: "late", due_date: past, total_price_incl_tax: "-363.0" })).toBe("OPEN");
  });

  test("an invoice follows the same rule", async () => {
    const replies = { "/sales_invoices/1.json": { ...sold, state: "open", due_date: past } };
    expect(await read("invoices.get", "invoiceId", replies)).toMatchObject({ status: "OVERDUE" });
  });
});
