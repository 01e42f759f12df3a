/** The ledger and master data. Sources as in examples.test.ts. */
import { describe, expect, test } from "vitest";
import { invoiceBooks as books, type OdooRows, odooWith, partner, stamps } from "../../../test/support/odooVendor.ts";
import { readsOf } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { odoo } from "./connector.ts";

const { get, list } = readsOf(odoo);

const first = async (id: OperationId, rows: OdooRows, filters: Filters = {}) =>
  (await list(id, odooWith({ rows }).session, { filters })).records[0];

describe("the ledger", () => {
  test("source: reads an invoice as an entry with all lines and their taxes", async () => {
    const { session } = odooWith({ rows: books() });
    const { record } = await get("journalEntries.get", session, { ids: { journalEntryId: "7" } });
    expect(record).toMatchObject({
      documentId: "7",
      number: "INV/2026/00001",
      isProvisional: false,
      journalType: "sale",
    });
    expect(record["journalLineItems"]).toMatchObject([
      {
        accountCode: "400000",
        debitCreditIndicator: "CREDIT",
        totalNetAmount: 100,
        taxRate: { id: "5", taxRatePercentage: "21" },
      },
      { accountCode: "400100", debitCreditIndicator: "DEBIT", totalNetAmount: 121, customerId: "9" },
      { debitCreditIndicator: "CREDIT", totalNetAmount: 21, taxRate: { name: "21%" } },
    ]);
  });

  test.each([
    ["asset_cash", "ASSET", "BANK"],
    ["liability_credit_card", "LIABILITY", "CREDIT_CARD"],
    ["equity_unaffected", "EQUITY", "RETAINED_EARNINGS"],
    ["expense_other", "EXPENSE", "OTHER_EXPENSE"],
    ["off_balance", undefined, "STATISTICAL_BALANCE"],
  ])("source: maps the account type %s to the class %s", async (type, accountClass, ourType) => {
    const account = {
      id: 1,
      code: "1",
      name: "x",
      account_type: type,
      deprecated: false,
      current_balance: -3.5,
      ...stamps,
    };
    const record = await first("accounts.list", { "account.account": [account] });
    expect(record).toMatchObject({
      type: ourType,
      balance: -3.5,
      status: "ACTIVE",
      ...(accountClass && { class: accountClass }),
    });
    expect(record?.["class"]).toBe(accountClass);
  });

  test("source: reads archived accounts of version 19 and deprecated ones of earlier versions", async () => {
    const of = async (change: object) =>
      (await first("accounts.list", { "account.account": [{ id: 1, code: "1", ...change, ...stamps }] }))?.["status"];
    expect([await of({ deprecated: true }), await of({ active: false }), await of({ active: true })]).toEqual([
      "ARCHIVED",
      "ARCHIVED",
      "ACTIVE",
    ]);
  });

  test("source: opens the undistributed result with income and expenses of earlier years", async () => {
    const rows = [
      { id: 40, code: "400000", name: "Product Sales", account_type: "income" },
      { id: 55, code: "550001", name: "Bank", account_type: "asset_cash" },
      { id: 99, code: "999999", name: "Undistributed", account_type: "equity_unaffected" },
    ];
    const group = (id: number, debit: number, credit: number) => ({
      account_id: [id, "x"],
      debit,
      credit,
      __domain: [],
    });
    const { session } = odooWith({
      rows: { "account.account": rows },
      replies: { "account.move.line.read_group": [group(40, 0, 100.1), group(55, 100.1, 0)] },
    });
    const { records } = await list("trialBalance.list", session, { filters: { fiscalYearStartDate: "2026-01-01" } });
    expect(records).toMatchObject([
      {
        accountCode: "400000",
        openingBalance: { amount: 0 },
        balance: { amount: 100.1, debitCreditIndicator: "CREDIT" },
      },
      {
        accountCode: "550001",
        openingBalance: { amount: 100.1 },
        balance: { amount: 200.2, debitCreditIndicator: "DEBIT" },
      },
      { accountCode: "999999", openingBalance: { amount: 100.1, debitCreditIndicator: "CREDIT" }, totalDebitAmount: 0 },
    ]);
  });
});

describe("master data", () => {
  test("source: reads the days of a single-part payment term, also from version 16's fields", async () => {
    const of = async (part: object, term: object = {}) =>
      first("paymentTerms.list", {
        "account.payment.term": [{ id: 1, name: "t", note: "<p>Net</p>", line_ids: [2], ...term, ...stamps }],
        "account.payment.term.line": [{ id: 2, value: "percent", ...part, ...stamps }],
      });
    expect(await of({ nb_days: 30, delay_type: "days_after" })).toMatchObject({
      paymentDays: 30,
      dueType: "DUE_IN_DAYS",
      description: "Net",
    });
    expect(await of({ value: "balance", days: 15, months: 0, end_month: false })).toMatchObject({ paymentDays: 15 });
    expect(await of({ nb_days: 0, delay_type: "days_after_end_of_month" })).not.toHaveProperty("paymentDays");
    const discount = { early_discount: true, discount_percentage: 2, discount_days: 7 };
    expect(await of({ nb_days: 30 }, discount)).toMatchObject({ discountDays: 7, discountPercentage: 2 });
    expect(await of({ nb_days: 30 }, { ...discount, early_discount: false })).not.toHaveProperty("discountDays");
  });

  test("source: reads a product's type from detailed_type until 17 and from type since 18", async () => {
    const of = async (kind: object) =>
      (await first("items.list", { "product.product": [{ id: 1, name: "x", ...kind, ...stamps }] }))?.["type"];
    expect([
      await of({ detailed_type: "product", type: "product" }),
      await of({ type: "combo" }),
      await of({ type: "service" }),
    ]).toEqual(["PRODUCT", "PRODUCT", "SERVICE"]);
  });

  test("source: reads child partners as addresses, or as persons if their type is contact", async () => {
    const children = [
      { ...partner, id: 10, type: "delivery", name: false, city: "Bruges" },
      { ...partner, id: 11, type: "contact", name: "Kim Sample", email: "kim@example.test" },
    ];
    const parent = {
      ...partner,
      type: "contact",
      is_company: true,
      child_ids: [10, 11],
      customer_rank: 2,
      supplier_rank: 0,
      bank_ids: [],
    };
    const { session } = odooWith({ rows: { "res.partner": [parent, ...children] } });
    const { records } = await list("contacts.list", session, {});
    expect(records[0]).toMatchObject({
      contactType: "COMPANY",
      isCustomer: true,
      isSupplier: false,
      addresses: [{ city: "Ghent" }, { city: "Bruges", type: "DELIVERY" }],
      contactPersons: [{ id: "11", lastName: "Kim Sample", emailAddresses: [{ email: "kim@example.test" }] }],
    });
  });

  test("sheet: derives fiscal years from the company's last day and month", async () => {
    const company = {
      id: 1,
      name: "x",
      fiscalyear_last_day: 31,
      fiscalyear_last_month: "3",
      fiscalyear_lock_date: "2025-03-31",
    };
    const { session } = odooWith({
      rows: { "res.company": [company], "account.move": [{ id: 1, date: "2024-05-01" }] },
    });
    const { records } = await list("fiscalYears.list", session, {});
    expect(records.slice(0, 2)).toEqual([
      {
        id: "2024-04-01",
        description: "2024/25",
        startDate: "2024-04-01T00:00:00Z",
        endDate: "2025-03-31T00:00:00Z",
        status: "CLOSED",
      },
      {
        id: "2025-04-01",
        description: "2025/26",
        startDate: "2025-04-01T00:00:00Z",
        endDate: "2026-03-31T00:00:00Z",
        status: "OPEN",
      },
    ]);
  });
});
