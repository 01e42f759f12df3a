/** Invoices of which more than the total was paid. */
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
