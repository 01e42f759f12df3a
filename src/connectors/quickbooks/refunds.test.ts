/** Money that went back to a customer by check is a payment, not an expense. */
import { expect, test } from "vitest";
import { readsOf, sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import { quickbooks } from "./connector.ts";

const { get, list } = readsOf(quickbooks);

const purchase = (Id: string, account: string, type = "Customer") => ({
  Id,
  PaymentType: "Check",
  TxnDate: "2026-05-01",
  TotalAmt: 20,
  AccountRef: { value: "35" },
  EntityRef: { value: "58", name: "Invented Customer", type },
  Line: [
    {
      Id: "1",
      Amount: 20,
      DetailType: "AccountBasedExpenseLineDetail",
      AccountBasedExpenseLineDetail: { AccountRef: { value: account } },
    },
  ],
});
const refund = purchase("901", "84");
const purchases = [refund, purchase("902", "7"), purchase("903", "84", "Vendor")];

/** The account 84 is receivable. */
const session = () => {
  const reply = (path: string, query: string): unknown => {
    if (path !== "/query") return path === "/purchase/901" ? { Purchase: refund } : {};
    if (query.includes("count(*)")) return { QueryResponse: { totalCount: 0 } };
    if (query.includes("from Account")) return { QueryResponse: { Account: [{ Id: "84" }] } };
    return { QueryResponse: query.includes("from Purchase ") ? { Purchase: purchases } : {} };
  };
  return sessionWith({ read: async (path, query = {}) => reply(path, String(query["query"])) });
};

test("a check for a customer on a receivables account is a negative payment on account", async () => {
  const { records, total } = await list("payments.list", session());
  const paymentLine = { amount: -20, customerId: "58", accountId: "35", paymentDate: "2026-05-01" };
  expect(records).toMatchObject([{ id: "901", documentType: "INVOICE", paymentLines: [paymentLine] }]);
  expect(total).toBe(1);
  const { record } = await get("payments.get", session(), { ids: { paymentId: "901" } });
  expect(record).toMatchObject({ id: "901", paymentLines: [paymentLine] });
});

test("it is no expense", async () => {
  const { records, total } = await list("expenses.list", session());
  expect(records.map(({ id }) => id)).toEqual(["902", "903"]);
  expect(total).toBe(2);
  await expect(get("expenses.get", session(), { ids: { expenseId: "901" } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("it cannot be created as an expense", async () => {
  const { prepare } = writeOf<ExpenseInput>(quickbooks, "expenses.create");
  const body = (accountId: string) => ({
    customerId: "58",
    accountId: "35",
    expenseLines: [{ accountId, totalNetAmount: 20 }],
  });
  const create = (accountId: string) =>
    prepare?.({ ids: {}, marker: "m", body: body(accountId) as ExpenseInput, files: [] } as never, session());
  await expect(create("84")).rejects.toThrow("pays money back, so it is a payment");
  await expect(create("7")).resolves.toBeUndefined();
});

test("a page before the last one has no total, because the refunds are not counted yet", async () => {
  const Payment = Array.from({ length: 20 }, (_, index) => ({ Id: String(index + 1), TotalAmt: 5 }));
  const full = sessionWith({
    read: async (path, query = {}) => {
      const text = String(query["query"]);
      if (!/from Payment\b/.test(text)) return session().read(path, query);
      return { QueryResponse: text.includes("count(*)") ? { totalCount: 20 } : { Payment } };
    },
  });
  const { records, total } = await list("payments.list", full);
  expect(records).toHaveLength(20);
  expect(total).toBeUndefined();
});
