/** Business facts written to the sandbox through the public API, and the records that they result in. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationId } from "../../src/contract/operations.ts";
import { farFuture } from "../support/documentBodies.ts";
import { type Row, type Service, startService } from "../support/service.ts";
import { idOf, openWriter, type Writer } from "../support/writing.ts";

let service: Service;
let send: Writer["send"];
let write: Writer["write"];
let readBack: Writer["readBack"];
beforeAll(async () => {
  service = await startService();
  ({ send, write, readBack } = await openWriter(service));
});
afterAll(() => service.stop());

const line = { name: "Beratung", quantity: 2, unitAmount: 100, taxRatePercentage: 19 };
/** 200 net, 238 gross. */
const invoice = { contactId: "cus-1", invoiceDate: "2026-09-01T00:00:00Z", dueDate: farFuture, lineItems: [line] };
const bill = { contactId: "sup-1", billDate: "2026-09-01T00:00:00Z", dueDate: farFuture };
const paymentDate = "2026-09-10";
const invoiceOf = (id: string): Promise<Row> => service.get("invoices.get", { ids: { invoiceId: id } });
const pay = (paymentLines: readonly object[], more: object = {}): Promise<Row> =>
  write("payments.create", { body: { paymentLines: paymentLines.map((each) => ({ paymentDate, ...each })), ...more } });

async function refused(id: OperationId, sent: Parameters<Writer["send"]>[1]) {
  const { status, body } = await send(id, sent);
  const [error] = (body.errors ?? []) as readonly { field?: string; message?: string; targetMessage?: string }[];
  return { status, field: error?.field, message: error?.targetMessage ?? error?.message };
}

test("an invoice is paid in part, refunded in part, overpaid, and the rest refunded", async () => {
  const id = idOf(await write("invoices.create", { body: invoice }));
  await pay([{ invoiceId: id, amount: 100 }]);
  const refund = await pay([{ invoiceId: id, amount: -20 }]);
  expect(refund).toMatchObject({ documentType: "INVOICE", paymentLines: [{ amount: -20, customerId: "cus-1" }] });
  expect(refund["paymentLines"]).not.toMatchObject([{ supplierId: expect.anything() }]);
  expect(await readBack("payments.create", refund)).toEqual(refund);
  expect(await invoiceOf(id)).toMatchObject({ status: "PARTIALLY_PAID", paymentStatus: "PARTLY_PAID" });
  const tooMuch = { paymentLines: [{ invoiceId: id, amount: 160, paymentDate }] };
  expect(await refused("payments.create", { body: tooMuch })).toEqual({
    status: 422,
    field: "paymentLines[0].amount",
    message: expect.stringMatching(/158\.00 EUR that are open.*without invoice_id/),
  });
  const rest = await pay([
    { invoiceId: id, amount: 158 },
    { customerId: "cus-1", amount: 2 },
  ]);
  expect(rest).toMatchObject({ currency: "EUR", paymentLines: [{ invoiceId: id, amount: 158 }, { amount: 2 }] });
  expect((rest["paymentLines"] as Row[])[1]).not.toHaveProperty("invoiceId");
  expect(await invoiceOf(id)).toMatchObject({ status: "PAID", paidDate: "2026-09-10T00:00:00Z" });
  await pay([{ customerId: "cus-1", amount: -2 }]);
  const nothingLeft = { paymentLines: [{ customerId: "cus-1", amount: -1, paymentDate }] };
  expect(await refused("payments.create", { body: nothingLeft })).toMatchObject({ status: 422 });
});

test("a vendor credit is refunded by a negative payment of the supplier", async () => {
  const lineItems = [{ description: "Rückgabe", quantity: 1, unitAmount: 100, taxRatePercentage: 19 }];
  const body = {
    ...bill,
    billDate: undefined,
    vendorCreditDate: bill.billDate,
    vendorCreditNumber: "LG-B1",
    lineItems,
  };
  const id = idOf(await write("vendorCredits.create", { body }));
  const refund = await pay([{ invoiceId: id, amount: -119 }]);
  expect(refund).toMatchObject({ documentType: "BILL", paymentLines: [{ amount: -119, supplierId: "sup-1" }] });
  const [credit] = (await service.list("vendorCredits.list")).filter((each) => each["id"] === id);
  expect(credit).toMatchObject({ status: "PAID", totalGrossAmount: 119 });
});

test("a deposit is deducted and a discount granted on the whole document", async () => {
  const deposit = { ...line, name: "Anzahlung", quantity: -1, unitAmount: 50 };
  const body = { ...invoice, lineItems: [line, deposit], discountPercentage: 10, grossTotalAmount: 160.65 };
  const created = await write("invoices.create", { body });
  expect(created).toMatchObject({
    discountAmount: 15,
    sumNetAmount: 135,
    totalTaxAmount: 25.65,
    totalAmount: 160.65,
    lineItems: [
      { itemsAmount: 200, taxCode: "UST19", accountId: "acc-8400" },
      { itemsAmount: -50, quantity: -1, unitAmount: 50, grossAmount: -59.5 },
    ],
  });
  expect(await readBack("invoices.create", created)).toEqual(created);
  const lineItems = [{ description: "Ware", quantity: 1, unitAmount: 100, taxRatePercentage: 19 }];
  expect(await write("bills.create", { body: { ...bill, lineItems, totalDiscountAmount: 5 } })).toMatchObject({
    totalDiscountAmount: 5,
    totalNetAmount: 95,
    totalTaxAmount: 18.05,
    totalGrossAmount: 113.05,
  });
});

test("a journal entry in a foreign currency keeps its amounts and its rate", async () => {
  const created = await write("journalEntries.create", {
    body: {
      transactionDate: "2026-09-01T00:00:00Z",
      currency: "USD",
      exchangeRate: "0.9",
      journalLineItems: [
        {
          accountId: "acc-4930",
          debitCreditIndicator: "DEBIT",
          totalNetAmount: 100,
          totalGrossAmount: 119,
          taxRate: { taxRatePercentage: "19" },
        },
        { accountId: "acc-1210", debitCreditIndicator: "CREDIT", totalNetAmount: 119 },
      ],
    },
  });
  expect(created).toMatchObject({
    currency: "USD",
    exchangeRate: 0.9,
    journalLineItems: [
      { debitCreditIndicator: "DEBIT", totalNetAmount: 100, taxRate: { code: "VST19" } },
      { debitCreditIndicator: "CREDIT", totalNetAmount: 119 },
      { accountId: "acc-1576", debitCreditIndicator: "DEBIT", totalNetAmount: 19, currency: "USD" },
    ],
  });
  for (const each of created["journalLineItems"] as Row[]) expect(each).not.toHaveProperty("totalGrossAmount");
  expect(await readBack("journalEntries.create", created)).toEqual(created);
});

test("a paid invoice keeps its amounts, and no status pays one", async () => {
  const id = idOf(await write("invoices.create", { body: invoice }));
  const ids = { invoiceId: id };
  expect(await refused("invoices.patch", { ids, body: { status: "PAID" } })).toEqual({
    status: 422,
    field: "status",
    message: expect.stringContaining("POST /accounting/payments"),
  });
  await pay([{ invoiceId: id, amount: 1 }]);
  for (const body of [{ contactId: "cus-2" }, { invoiceDate: "2026-09-02T00:00:00Z" }, { status: "VOIDED" }])
    expect(await refused("invoices.patch", { ids, body })).toMatchObject({
      status: 422,
      field: Object.keys(body)[0],
      message: expect.stringContaining("Delete its payment"),
    });
  expect(await write("invoices.patch", { ids, body: { status: "OPEN" } })).toMatchObject({ status: "PARTIALLY_PAID" });
});

test("written-off invoices have a payment status only", async () => {
  const lost = await service.list("invoices.list", { query: { paymentStatus: "BAD_DEBT" } });
  expect(lost.length).toBeGreaterThan(0);
  for (const each of lost) expect(each).not.toHaveProperty("status");
});
