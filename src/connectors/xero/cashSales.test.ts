/** Sales without an invoice, which Xero keeps among its bank transactions. */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { xero } from "./connector.ts";

const { list } = readsOf(xero);
const session = () => replying({}, { Invoices: [], pagination: { itemCount: 0 } });
const warning = expect.stringContaining("received money");

test("the list of invoices warns that it has no cash sales", async () => {
  expect((await list("invoices.list", session())).warnings).toEqual([warning]);
  expect((await list("invoices.list", session(), { filters: { status: "PAID" } })).warnings).toEqual([warning]);
});

test.each([
  { status: "DRAFT" },
  { status: "PARTIALLY_PAID" },
  { paymentStatus: "PENDING" },
  { dueDateFrom: "2026-05-01" },
])("the invoices with %j can have no cash sales, so there is no warning", async (filters) => {
  expect((await list("invoices.list", session(), { filters })).warnings ?? []).toEqual([]);
});
