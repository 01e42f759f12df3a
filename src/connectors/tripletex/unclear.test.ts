/** Warnings about invoices that are settled: no field says by what, unless it was a credit note. */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { tripletex } from "./connector.ts";

const { get } = readsOf(tripletex);

const invoice = { id: 7, invoiceNumber: 12, isCharged: true, amountCurrency: 250, amountCurrencyOutstanding: 0 };
const read = (change: object) =>
  get("invoices.get", replying({ "/invoice/7": { value: { ...invoice, ...change } } }, {}), {
    ids: { invoiceId: "7" },
  });

test("a settled invoice carries the warning that a loss may have settled it", async () => {
  const { record, warnings } = await read({});
  expect(record["status"]).toBe("PAID");
  expect(warnings).toEqual([expect.stringContaining("an invoice that was written off reads PAID")]);
});

test.each([
  ["an open invoice", { amountCurrencyOutstanding: 250 }],
  ["an invoice that a credit note settled", { isCredited: true }],
])("%s carries no such warning", async (_name, change) => {
  expect((await read(change)).warnings ?? []).toEqual([]);
});
