/** What a token says about itself, as it was recorded (GET /me), and the words of payment conditions. */
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { pennylane } from "./connector.ts";
import { deadlineFor } from "./paymentTerms.ts";

const restrictionsOf = (scopes: readonly string[] | undefined) =>
  pennylane.restrictions?.(sessionWith({ read: async () => ({ user: null, company: { id: 1 }, scopes }) }));

const all = [
  "customers:all",
  "customer_invoices:all",
  "products:all",
  "suppliers:all",
  "supplier_invoices:all",
  "journals:all",
  "ledger_accounts:all",
  "ledger_entries:all",
  "fiscal_years:readonly",
  "trial_balance:readonly",
  "bank_accounts:all",
  "categories:all",
];

test("a permission to write contains the one to read", async () => {
  expect(await restrictionsOf(all)).toEqual([]);
});

test("missing permissions are named", async () => {
  const some = all.filter((scope) => !/^(?:suppliers|trial_balance)/.test(scope));
  expect(await restrictionsOf([...some, "suppliers:readonly"])).toEqual([
    "The token lacks the permission suppliers:all, so Pennylane refuses what needs it.",
    "The token lacks the permission trial_balance:readonly, so Pennylane refuses what needs it.",
  ]);
});

test("a token that names no permissions is not said to lack any", async () => {
  expect(await restrictionsOf(undefined)).toEqual([]);
});

test.each([
  ["upon_receipt", "2026-01-31"],
  ["7_days", "2026-02-07"],
  ["30_days", "2026-03-02"],
  ["30_days_end_of_month", "2026-03-31"],
  ["45_days_end_of_month", "2026-03-31"],
  ["custom", undefined],
])("an invoice of 2026-01-31 with the conditions %s is due on %s", (conditions, due) => {
  expect(deadlineFor("2026-01-31", conditions)).toBe(due);
});
