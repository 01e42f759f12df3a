/** What the vendor is told. */
import { expect, test } from "vitest";
import type { WriteHandler } from "../../contract/connector.ts";
import type { InputOf, OperationId } from "../../contract/operations.ts";
import { moneybird } from "./connector.ts";

const request = <Id extends OperationId>(id: Id, body: InputOf<Id>) => {
  const handler = moneybird.operations[id] as unknown as WriteHandler<unknown, unknown>;
  return handler.request({ ids: { billId: "1" }, filters: {}, body, files: [], marker: "" }, []);
};
const line = { quantity: 1, unitAmount: 100 };

test("an invoice is due some days after its date", () => {
  const body = { invoiceDate: "2026-10-16T00:00:00Z", dueDate: "2026-10-30T00:00:00Z", lineItems: [] };
  expect(request("invoices.create", body).body).toMatchObject({
    sales_invoice: { invoice_date: "2026-10-16", first_due_interval: 14 },
  });
  expect(() => request("invoices.create", { ...body, status: "VOIDED" })).toThrow(/DRAFT or OPEN/);
});

test("prices are net unless the caller says otherwise, whatever the workflow has set", () => {
  const sale = { invoiceDate: "2026-10-16T00:00:00Z", lineItems: [line] };
  const told = [
    request("invoices.create", sale),
    request("invoices.create", { ...sale, lineAmountTypes: "INCLUSIVE" }),
    request("offers.create", { addresses: [], currency: "EUR", offerDate: "2026-10-16T00:00:00Z" }),
    request("bills.create", { lineItems: [line] }),
    request("bills.update", { lineItems: [line] }),
    request("bills.update", { billNumber: "R-1" }),
  ].map(({ body }) => Object.values(body as Record<string, object>)[0]);
  expect(told.map((one) => Reflect.get(one ?? {}, "prices_are_incl_tax"))).toEqual([
    false,
    true,
    false,
    false,
    false,
    undefined,
  ]);
});

test("the lines of an expense are all net or all gross", () => {
  const lines = (...expenseLines: { totalNetAmount?: number; totalGrossAmount?: number }[]) =>
    request("expenses.create", { expenseLines }).body;
  expect(lines({ totalGrossAmount: 121 })).toEqual({
    receipt: { prices_are_incl_tax: true, details_attributes: [{ price: "121" }] },
  });
  expect(lines({ totalNetAmount: 100, totalGrossAmount: 121 })).toEqual({
    receipt: { prices_are_incl_tax: false, details_attributes: [{ price: "100" }] },
  });
  expect(() => lines({ totalNetAmount: 100 }, { totalGrossAmount: 121 })).toThrow(/every line or for none/);
});

test("the days of a bill's line go together", () => {
  const days = { deferredStartDate: "2026-12-01T00:00:00Z", deferredEndDate: "2026-12-31T00:00:00Z" };
  expect(request("bills.create", { lineItems: [days] }).body).toMatchObject({
    purchase_invoice: { details_attributes: [{ period: "20261201..20261231" }] },
  });
  const { deferredStartDate } = days;
  expect(() => request("bills.create", { lineItems: [{ deferredStartDate }] })).toThrow(/go together/);
});

test("a payment names what it pays", () => {
  const paying = (body: InputOf<"payments.create">) => request("payments.create", body).path;
  expect(paying({ documentType: "BILL", paymentLines: [{ invoiceId: "7", amount: 1 }] })).toBe(
    "/documents/purchase_invoices/7/payments.json",
  );
  expect(() => paying({ paymentLines: [{ amount: 1 }] })).toThrow(/needs the invoiceId/);
  expect(() => paying({ documentType: "BOOKING_PROPOSAL", paymentLines: [{ invoiceId: "7" }] })).toThrow(
    /INVOICE or BILL/,
  );
});

test("accounts of the vendor's own making cannot be made", () => {
  expect(request("accounts.create", { type: "EXPENSE" }).body).toMatchObject({
    ledger_account: { account_type: "expenses" },
  });
  expect(() => request("accounts.create", { type: "OTHER_BALANCE_SHEET_ACCOUNT" })).toThrow(/has no type/);
});
