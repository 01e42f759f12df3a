/** Amounts of purchases, as the replies of companies outside the United States have them. */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { quickbooks } from "./connector.ts";

const { get, list } = readsOf(quickbooks);

const taxLines = { TaxLine: [{ Amount: 8 }, { Amount: 2 }] };
const purchase = {
  Id: "292",
  TotalAmt: 60,
  TxnTaxDetail: taxLines,
  Line: [{ Id: "1", Amount: 50, DetailType: "AccountBasedExpenseLineDetail" }],
};
const totals = { totalNetAmount: 50, totalTaxAmount: 10, totalGrossAmount: 60 };

test.each([
  ["bills.get", { billId: "292" }, "Bill"],
  ["expenses.get", { expenseId: "292" }, "Purchase"],
  ["purchaseOrders.get", { purchaseOrderId: "292" }, "PurchaseOrder"],
] as const)("%s adds up the tax lines if the reply has no TotalTax", async (operation, ids, entity) => {
  const session = replying({}, { [entity]: purchase });
  expect((await get(operation, session, { ids })).record).toMatchObject(totals);
});

test("a vendor credit's tax is the sum of its tax lines if the reply has no TotalTax", async () => {
  const session = replying({}, { QueryResponse: { VendorCredit: [purchase] } });
  expect((await list("vendorCredits.list", session)).records).toMatchObject([totals]);
});

test("a purchase whose reply has neither tax lines nor TotalTax has no tax", async () => {
  const session = replying({}, { Bill: { ...purchase, TotalAmt: 50, TxnTaxDetail: {} } });
  expect((await get("bills.get", session, { ids: { billId: "292" } })).record).toMatchObject({
    totalNetAmount: 50,
    totalTaxAmount: 0,
    totalGrossAmount: 50,
  });
});
