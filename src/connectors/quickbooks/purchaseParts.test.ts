/** A check that pays a customer back, or a vendor on account, is a payment and not an expense. */
import { expect, test } from "vitest";
import { readsOf, sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import type { ExpenseInput } from "../../contract/inputs/money.ts";
import type { Notice } from "../../contract/webhooks.ts";
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
const spent = purchase("902", "7");
const purchases = [refund, spent, purchase("903", "84", "Vendor")];
/** 20 to the vendor on account, by check, and 20 that the vendor returned to a card. */
const onAccount = purchase("905", "33", "Vendor");
const returned = { ...purchase("906", "33", "Vendor"), PaymentType: "CreditCard", Credit: true };
/** 20 back to the customer, and 10 and 2 of tax for something else. */
const partlyRefund = {
  ...refund,
  Id: "904",
  TotalAmt: 32,
  TxnTaxDetail: { TotalTax: 2 },
  Line: [
    { ...spent.Line[0], Amount: 10 },
    { ...refund.Line[0], Id: "2" },
  ],
};

/** The account 84 is receivable, 33 is payable. */
const session = (listed: readonly object[] = purchases) => {
  const reply = (path: string, query: string): unknown => {
    if (path !== "/query") {
      const id = path.replace("/purchase/", "");
      return { Purchase: [...purchases, partlyRefund, onAccount, returned].find(({ Id }) => Id === id) };
    }
    if (query.includes("count(*)")) return { QueryResponse: { totalCount: 0 } };
    if (query.includes("from Account"))
      return { QueryResponse: { Account: [{ Id: query.includes("Accounts Payable") ? "33" : "84" }] } };
    return { QueryResponse: query.includes("from Purchase ") ? { Purchase: listed } : {} };
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

test("a check for a vendor on a payables account is a payment of the vendor on account", async () => {
  const { records, raw } = await list("payments.list", session([spent, onAccount]));
  const paymentLine = { amount: 20, supplierId: "58", accountId: "35", paymentDate: "2026-05-01" };
  expect(records).toMatchObject([{ id: "905", documentType: "BILL", paymentLines: [paymentLine] }]);
  expect(records[0]).not.toHaveProperty("paymentLines.0.customerId");
  expect(raw).toEqual([onAccount]);
  const { record } = await get("payments.get", session(), { ids: { paymentId: "905" } });
  expect(record).toEqual(records[0]);
  const expenses = await list("expenses.list", session([spent, onAccount]));
  expect(expenses.records.map(({ id }) => id)).toEqual(["902"]);
  await expect(get("expenses.get", session(), { ids: { expenseId: "905" } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("what a vendor returned to a card is a negative payment", async () => {
  const { records } = await list("payments.list", session([returned]));
  expect(records).toMatchObject([{ id: "906", documentType: "BILL", paymentLines: [{ amount: -20 }] }]);
});

test("a customer's money on a payables account, and a vendor's on a receivables account, are expenses", async () => {
  const others = [purchase("907", "33"), purchase("908", "84", "Vendor")];
  expect((await list("expenses.list", session(others))).records.map(({ id }) => id)).toEqual(["907", "908"]);
  expect((await list("payments.list", session(others))).records).toEqual([]);
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
  const body = (accountIds: readonly string[]) => ({
    customerId: "58",
    accountId: "35",
    expenseLines: accountIds.map((accountId) => ({ accountId, totalNetAmount: 20 })),
  });
  const create = (...accountIds: string[]) =>
    prepare?.({ ids: {}, marker: "m", body: body(accountIds) as ExpenseInput, files: [] } as never, session());
  await expect(create("84")).rejects.toThrow("pays money back, so it is a payment");
  await expect(create("7", "84")).rejects.toMatchObject({ details: { field: "expenseLines[1].accountId" } });
  await expect(create("7", "33")).resolves.toBeUndefined();
});

test("a payment on account cannot be created as an expense", async () => {
  const { prepare } = writeOf<ExpenseInput>(quickbooks, "expenses.create");
  const create = (accountId: string) => {
    const expenseLines = [{ accountId, totalNetAmount: 20 }];
    const body = { supplierId: "58", accountId: "35", expenseLines };
    return prepare?.({ ids: {}, marker: "m", body: body as ExpenseInput, files: [] } as never, session());
  };
  await expect(create("33")).rejects.toMatchObject({
    message: expect.stringContaining("pays the vendor on account"),
    details: { field: "expenseLines[0].accountId" },
  });
  await expect(create("84")).resolves.toBeUndefined();
});

test("a purchase that is partly on receivables is an expense and a negative payment, and no amount is in both", async () => {
  const [expense] = (await list("expenses.list", session([partlyRefund]))).records;
  expect(expense).toMatchObject({ id: "904", totalNetAmount: 10, totalTaxAmount: 2, totalGrossAmount: 12 });
  expect(expense?.["expenseLines"]).toMatchObject([{ accountId: "7", totalNetAmount: 10 }]);
  const { records, raw } = await list("payments.list", session([partlyRefund]));
  expect(records).toMatchObject([{ id: "904", paymentLines: [{ amount: -20, customerId: "58" }] }]);
  expect(raw).toEqual([partlyRefund]);
  const ids = { paymentId: "904", expenseId: "904" };
  expect((await get("expenses.get", session(), { ids })).record).toEqual(expense);
  expect((await get("payments.get", session(), { ids })).record).toEqual(records[0]);
});

test.each([
  ["901", ["PAYMENT"]],
  ["902", ["EXPENSE"]],
  ["904", ["EXPENSE", "PAYMENT"]],
  ["905", ["PAYMENT"]],
  ["999", []],
])("a change of the purchase %s is one of %j", async (resourceId, resources) => {
  const notice: Notice = {
    resource: "EXPENSE",
    eventType: "UPDATED",
    resourceId,
    changedAt: "2026-05-02T00:00:00Z",
    ambiguous: "purchase",
  };
  const { ambiguous: _purchase, ...resolved } = notice;
  const found = await quickbooks.webhooks?.lookUp?.(notice, session());
  expect(found).toEqual(resources.map((resource) => ({ ...resolved, resource })));
});

test("a deleted purchase may have been a payment", async () => {
  const changes = { CDCResponse: [{ QueryResponse: [{ Purchase: [{ Id: "901", status: "Deleted" }] }] }] };
  const { deletedSince } = quickbooks.operations["payments.list"] as ListHandler<unknown>;
  expect(await deletedSince?.(new Date(), sessionWith({ read: async () => changes }))).toEqual(["901"]);
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
