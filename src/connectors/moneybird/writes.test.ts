/** Requests to Moneybird. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { InputOf, OperationId } from "../../contract/operations.ts";
import { type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { moneybird } from "./connector.ts";

const request = <Id extends OperationId>(id: Id, body: InputOf<Id>) => {
  const handler = writeOf<unknown>(moneybird, id);
  return handler.request({ ids: { billId: "1" }, filters: {}, body, files: [], marker: "" }, []);
};
const line = { quantity: 1, unitAmount: 100 };

test("sends the due date as days after the invoice date", () => {
  const body = { invoiceDate: "2026-10-16T00:00:00Z", dueDate: "2026-10-30T00:00:00Z", lineItems: [] };
  expect(request("invoices.create", body).body).toMatchObject({
    sales_invoice: { invoice_date: "2026-10-16", first_due_interval: 14 },
  });
  expect(() => request("invoices.create", { ...body, status: "VOIDED" })).toThrow(/DRAFT or OPEN/);
});

test("sends net prices by default, whatever the workflow's setting", () => {
  const sale = { invoiceDate: "2026-10-16T00:00:00Z", lineItems: [line] };
  const bodies = [
    request("invoices.create", sale),
    request("invoices.create", { ...sale, lineAmountTypes: "INCLUSIVE" }),
    request("offers.create", { addresses: [], currency: "EUR", offerDate: "2026-10-16T00:00:00Z" }),
    request("bills.create", { lineItems: [line] }),
    request("bills.update", { lineItems: [line] }),
    request("bills.update", { billNumber: "R-1" }),
  ].map(({ body }) => Object.values(body as Record<string, object>)[0]);
  expect(bodies.map((body) => Reflect.get(body ?? {}, "prices_are_incl_tax"))).toEqual([
    false,
    true,
    false,
    false,
    false,
    undefined,
  ]);
});

test("requires all lines of an expense to be net or all gross", () => {
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

test("refuses a deferred start date without an end date", () => {
  const days = { deferredStartDate: "2026-12-01T00:00:00Z", deferredEndDate: "2026-12-31T00:00:00Z" };
  expect(request("bills.create", { lineItems: [days] }).body).toMatchObject({
    purchase_invoice: { details_attributes: [{ period: "20261201..20261231" }] },
  });
  const { deferredStartDate } = days;
  expect(() => request("bills.create", { lineItems: [{ deferredStartDate }] })).toThrow(
    /deferredStartDate and deferredEndDate together/,
  );
});

test("finds the document of a payment in either of two lists", async () => {
  const payment = writeOf<unknown>(moneybird, "payments.create");
  const paying = (body: InputOf<"payments.create">, there = "/") => {
    const read = (path: string) =>
      path.startsWith(there) ? Promise.resolve({}) : Promise.reject(new Failure("not_found", "record not found"));
    const call = { ids: {}, filters: {}, body, files: [], marker: "" };
    return Promise.resolve(payment.prepare?.(call, sessionWith({ read }))).then(
      (owner) => payment.request(call, owner).path,
    );
  };
  const paymentLines = [{ invoiceId: "7", amount: 1 }];
  expect(await paying({ paymentLines })).toBe("/sales_invoices/7/payments.json");
  expect(await paying({ paymentLines }, "/external")).toBe("/external_sales_invoices/7/payments.json");
  expect(await paying({ documentType: "BILL", paymentLines })).toBe("/documents/purchase_invoices/7/payments.json");
  expect(await paying({ documentType: "BILL", paymentLines }, "/documents/r")).toBe(
    "/documents/receipts/7/payments.json",
  );
  await expect(paying({ paymentLines }, "/nowhere")).rejects.toThrow(/has no invoice with the id/);
  await expect(paying({ paymentLines: [{ amount: 1 }] })).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "paymentLines[0].invoiceId" },
  });
  await expect(paying({ documentType: "BOOKING_PROPOSAL", paymentLines })).rejects.toThrow(/INVOICE or BILL/);
});

test("writes the unit after the quantity", () => {
  const lines = (line: { quantity: number; unitName?: string }) =>
    request("invoices.create", { invoiceDate: "2026-10-16T00:00:00Z", lineItems: [line] }).body;
  expect(lines({ quantity: 2.5, unitName: "uur" })).toMatchObject({
    sales_invoice: { details_attributes: [{ amount: "2.5 uur" }] },
  });
  expect(lines({ quantity: 3 })).toMatchObject({ sales_invoice: { details_attributes: [{ amount: "3" }] } });
  expect(() => request("bills.lineItems.update", { unitName: "uur" })).toThrow(/needs a quantity/);
});

test("refuses to create accounts of a type that only the vendor creates", () => {
  expect(request("accounts.create", { type: "EXPENSE" }).body).toMatchObject({
    ledger_account: { account_type: "expenses" },
  });
  expect(() => request("accounts.create", { type: "OTHER_BALANCE_SHEET_ACCOUNT" })).toThrow(/has no type/);
});

/** Completes a write again, as after a crash, and returns the requests. */
async function completeAgain<Id extends OperationId>(id: Id, { body, files = [] }: Again<Id>, there: object) {
  const sent: string[] = [];
  const session = sessionWith({
    read: () => Promise.resolve(there),
    send: ({ path }: VendorRequest) => Promise.resolve(void sent.push(path)),
  });
  const handler = writeOf<unknown>(moneybird, id);
  await handler.complete?.({ id: "7", state: "draft" }, { ids: {}, filters: {}, body, files, marker: "" }, session);
  return sent;
}
interface Again<Id extends OperationId> {
  readonly body: InputOf<Id>;
  readonly files?: readonly UploadedFile[];
}

test("does not send an invoice again that an earlier attempt has sent", async () => {
  const body = { invoiceDate: "2026-10-16T00:00:00Z", lineItems: [], status: "OPEN" as const };
  expect(await completeAgain("invoices.create", { body }, { id: "7", state: "draft" })).toEqual([
    "/sales_invoices/7/send_invoice.json",
  ]);
  expect(await completeAgain("invoices.create", { body }, { id: "7", state: "open" })).toEqual([]);
});

test("does not add a file again that an earlier attempt has added", async () => {
  const file = { fileName: "bon.pdf", contentType: "application/pdf", size: 12, open: () => Readable.from([]) };
  const files = [file, file, { ...file, size: 13 }];
  const attachments = [{ id: "1", filename: "bon.pdf", size: 12 }];
  for (const id of ["expenses.create", "journalEntries.create"] as const)
    expect(await completeAgain(id, { body: {}, files }, { id: "7", attachments })).toHaveLength(2);
});

test("a payment in another currency has its value in the administration's, at the document's rate or the body's", () => {
  const handler = writeOf<unknown>(moneybird, "payments.create");
  const owner = { id: "7", currency: "USD", total_price_incl_tax: "242.0", total_price_incl_tax_base: "193.6" };
  const sent = (body: InputOf<"payments.create">) =>
    handler.request({ ids: {}, filters: {}, body, files: [], marker: "" }, { at: "/sales_invoices/7", owner }).body;
  const paymentLines = [{ invoiceId: "7", amount: 100 }];
  expect(sent({ currency: "USD", paymentLines })).toEqual({ payment: { price: "100", price_base: "80.00" } });
  expect(sent({ exchangeRate: 0.9, paymentLines })).toEqual({ payment: { price: "100", price_base: "90.00" } });
});

test("an expense's text stands in for that of its lines", () => {
  const expenseLines = [{ accountId: "1", debitCreditIndicator: "DEBIT" as const, totalNetAmount: 3 }];
  expect(request("expenses.create", { description: "Taxi", expenseLines }).body).toMatchObject({
    receipt: { reference: "Taxi", details_attributes: [{ description: "Taxi", price: "3" }] },
  });
});
