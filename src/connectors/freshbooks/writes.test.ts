/** Writes that FreshBooks has accepted, but whose records cannot be read afterwards. The answer has their ids. */
import { expect, test } from "vitest";
import { writeOf } from "../../../test/support/vendorSession.ts";
import { freshbooks } from "./connector.ts";

const call = { ids: {}, filters: {}, body: {}, files: [], marker: "m-1" };
const total = { amount: "113.00", code: "USD" };

test("a new bill that cannot be read back is answered with its id", () => {
  const bill = {
    id: 7,
    outstanding: total,
    total_amount: total,
    lines: [{ id: 13, category: { categoryid: 65_773 } }],
  };
  const answer = writeOf(freshbooks, "bills.create").incomplete?.({ response: { result: { bill } } }, call);
  expect(answer?.record).toEqual({ id: "7" });
});

test.each(["invoices.create", "invoices.patch"] as const)(
  "%s: an invoice that cannot be read back is answered with its id",
  (operation) => {
    const invoice = { id: 130, status: 2, amount: total, outstanding: total };
    const answer = writeOf(freshbooks, operation).incomplete?.({ response: { result: { invoice } } }, call);
    expect(answer?.record).toEqual({ invoiceId: "130" });
  },
);
