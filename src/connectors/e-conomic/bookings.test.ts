/**
 * Creating bills and payments. Sources: WriteRoundTripTests of Pogoe/EConomic.NET, which posted a supplier's invoice
 * of -250 against an expense account on a live agreement (2026-08), the schemas of vouchers, and the description of journals
 * 15.0.0.
 */
import { describe, expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import type { VendorQuery, VendorRequest } from "../../contract/session.ts";
import { eConomic } from "./connector.ts";

const newer = "https://apis.e-conomic.com";
const prepared = { journal: "1", year: "2026" };
const call = (body: object) => ({ ids: {}, filters: {}, body, files: [], marker: "m-1" });

const bill = {
  billDate: "2026-08-14T00:00:00Z",
  dueDate: "2026-09-14T00:00:00Z",
  billNumber: "ZZ-1",
  contactId: "12",
  currency: "DKK",
  lineItems: [{ accountId: "1310", taxCode: "I25", totalGrossAmount: 250 }],
};
const paid = { accountId: "5820", amount: 125.5, paymentDate: "2026-08-20" };

describe("requests", () => {
  test("sends a bill as a negative supplier invoice with a contra account", () => {
    expect(writeOf(eConomic, "bills.create").request(call(bill), prepared)).toMatchObject({
      method: "POST",
      path: "/journals/1/vouchers",
      headers: { "idempotency-key": "m-1" },
      body: {
        accountingYear: { year: "2026" },
        entries: {
          supplierInvoices: [
            {
              date: "2026-08-14",
              dueDate: "2026-09-14",
              amount: -250,
              currency: { code: "DKK" },
              supplier: { supplierNumber: 12 },
              supplierInvoiceNumber: "ZZ-1",
              contraAccount: { accountNumber: 1310 },
              contraVatAccount: { vatCode: "I25" },
            },
          ],
        },
      },
    });
  });

  test.each([
    ["two lines", { lineItems: [bill.lineItems[0], bill.lineItems[0]] }, /stores only one entry of lineItems/],
    ["a net amount with a tax", { lineItems: [{ accountId: "1", taxCode: "I25", totalNetAmount: 200 }] }, /gross/i],
    ["a draft", { status: "DRAFT" }, /accepts only OPEN/],
  ])("refuses a bill with %s", (_, wrong, message) => {
    const { request } = writeOf(eConomic, "bills.create");
    expect(() => request(call({ ...bill, ...wrong }), prepared)).toThrow(message);
  });

  const entriesOf = async (body: object) => {
    const { prepare, request } = writeOf(eConomic, "payments.create");
    const read = async (path: string) => {
      if (path === "/accounting-years")
        return { collection: [{ year: "2026", fromDate: "2026-01-01", toDate: "2026-12-31" }] };
      if (path === "/invoices/booked/1077") return { customer: { customerNumber: 7 } };
      if (path.endsWith("/booked-entries"))
        return { items: [{ entryNumber: 55, type: 3, supplierNumber: 12, supplierInvoiceNumber: "ZZ-1" }] };
      return { collection: [{ journalNumber: 1 }] };
    };
    const write = call({ currency: "DKK", ...body });
    const { body: sent } = request(write, await prepare?.(write, sessionWith({ read })));
    return (sent as { entries: object }).entries;
  };

  test("sends a customer's payment as a negative amount with the invoice's number, and reads the customer from the invoice", async () => {
    const paymentLines = [{ ...paid, invoiceId: "booked-1077" }];
    expect(await entriesOf({ documentType: "INVOICE", paymentLines })).toEqual({
      customerPayments: [
        {
          amount: -125.5,
          date: "2026-08-20",
          currency: { code: "DKK" },
          contraAccount: { accountNumber: 5820 },
          customer: { customerNumber: 7 },
          customerInvoice: 1077,
        },
      ],
    });
  });

  test("sends a payment to a supplier as a positive amount with the supplier's bill number", async () => {
    const paymentLines = [{ ...paid, invoiceId: "55" }];
    expect(await entriesOf({ documentType: "BILL", paymentLines })).toMatchObject({
      supplierPayments: [{ amount: 125.5, supplier: { supplierNumber: 12 }, supplierInvoiceNumber: "ZZ-1" }],
    });
  });

  test("a payment has one line", async () => {
    const paymentLines = [
      { ...paid, contactId: "7" },
      { ...paid, contactId: "7" },
    ];
    await expect(entriesOf({ documentType: "INVOICE", paymentLines })).rejects.toMatchObject({
      code: "cannot_store",
      details: { field: "paymentLines[1]" },
    });
  });

  test("refuses a payment of a draft", async () => {
    const paymentLines = [{ ...paid, contactId: "7", invoiceId: "draft-3" }];
    await expect(entriesOf({ documentType: "INVOICE", paymentLines })).rejects.toThrow(/booked invoice/);
  });
});

describe("booking", () => {
  const reply = [{ voucherNumber: 50_004, journal: { journalNumber: 1 } }];
  const entry = { entryNumber: 91, type: 3, voucherNumber: 50_004, supplierNumber: 12, amount: -250, remainder: -250 };

  function agreement(waiting: readonly number[], refuses?: Failure) {
    const sent: VendorRequest[] = [];
    const requests: [string, VendorQuery | undefined][] = [];
    const session = sessionWith({
      read: async (path, query) => {
        requests.push([path.replace(newer, ""), query]);
        if (path === "/vat-accounts") return { collection: [{ vatCode: "I25", account: { accountNumber: 6903 } }] };
        return path.endsWith("/draft-entries")
          ? { items: waiting.map((entryNumber) => ({ entryNumber })) }
          : {
              items: [
                { entryNumber: 90, type: 3, accountNumber: 1310, amount: 200 },
                { entryNumber: 92, type: 3, accountNumber: 6903, amount: 50 },
                entry,
              ],
            };
      },
      send: async (request) => {
        sent.push(request);
        if (refuses !== undefined && request.method === "POST") throw refuses;
        return undefined;
      },
    });
    return { session, sent, requests };
  }
  const { complete, answer } = writeOf(eConomic, "bills.create");

  test("books the voucher's draft entries and returns the entry on the supplier's account as the bill", async () => {
    const { session, sent, requests } = agreement([71]);
    const completed = await complete?.(reply, call(bill), session);
    expect(sent).toEqual([
      {
        method: "POST",
        path: `${newer}/journalsapi/v15.0.0/journals/1/bookdraftentries`,
        body: { entryNumbers: [71] },
        headers: { "idempotency-key": "m-1-book" },
      },
    ]);
    expect(requests.map(([, query]) => query?.["filter"]).slice(0, 2)).toEqual([
      "voucherNumber$eq:50004$and:journalNumber$eq:1",
      "voucherNumber$eq:50004$and:type$eq:3$and:date$eq:2026-08-14",
    ]);
    // The tax is what the voucher posts to the accounts of VAT.
    expect(answer(completed, call(bill)).record).toMatchObject({
      id: "91",
      contactId: "12",
      totalNetAmount: 200,
      totalTaxAmount: 50,
      totalGrossAmount: 250,
    });
  });

  test("does not book a voucher again after a crash", async () => {
    const { session, sent } = agreement([]);
    await complete?.(reply, call(bill), session);
    expect(sent).toEqual([]);
  });

  test("deletes the draft entries if the vendor refuses to book them", async () => {
    const { session, sent } = agreement([71, 72], new Failure("target_rejected", "The period is closed."));
    await expect(complete?.(reply, call(bill), session)).rejects.toMatchObject({
      code: "target_rejected",
      details: { undone: true },
    });
    expect(sent.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`)).toEqual([
      "POST bookdraftentries",
      "DELETE 71",
      "DELETE 72",
    ]);
  });

  test("keeps the draft entries if the outcome of booking is unknown", async () => {
    const lost = new Failure("target_timeout", "No answer.", { mayHaveHappened: true });
    const { session, sent } = agreement([71], lost);
    await expect(complete?.(reply, call(bill), session)).rejects.toBe(lost);
    expect(sent.map(({ method }) => method)).toEqual(["POST"]);
  });
});

test("a payment to a supplier names the bill with its number", async () => {
  const paidEntry = { entryNumber: 95, type: 4, supplierNumber: 12, supplierInvoiceNumber: "ZZ-1", amount: 125.5 };
  const billEntry = { entryNumber: 91, type: 3, supplierNumber: 12, supplierInvoiceNumber: "ZZ-1", amount: -250 };
  const other = { entryNumber: 80, type: 3, supplierNumber: 13, supplierInvoiceNumber: "ZZ-1", amount: -10 };
  const session = sessionWith({
    read: async (_path, query) => ({
      items: String(query?.["filter"]).includes("type$eq:3") ? [other, billEntry] : [paidEntry],
    }),
  });
  const handler = eConomic.operations["payments.get"];
  const found = await handler?.get({ ids: { paymentId: "95" }, filters: {} }, session);
  expect(found?.record).toMatchObject({
    documentType: "BILL",
    paymentLines: [{ amount: 125.5, supplierId: "12", invoiceId: "91" }],
  });
  expect(found?.raw).toEqual(paidEntry);
});

test("a draft whose VAT is not what the body asks for is deleted before it is booked", async () => {
  const draft = { draftInvoiceNumber: 30, vatAmount: 50, lines: [{ lineNumber: 1, totalNetAmount: 200 }] };
  const sent: string[] = [];
  const session = sessionWith({
    read: async () => draft,
    send: async ({ method, path }) => {
      sent.push(`${method} ${path}`);
      return { bookedInvoiceNumber: 7 };
    },
  });
  const { complete } = writeOf(eConomic, "invoices.create");
  const invoiceOf = (taxRatePercentage: number) => call({ status: "OPEN", lineItems: [{ taxRatePercentage }] });
  await expect(complete?.(draft, invoiceOf(0), session)).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "lineItems[0].taxRatePercentage", undone: true },
  });
  expect(sent).toEqual(["DELETE /invoices/drafts/30"]);
  await complete?.(draft, invoiceOf(25), session);
  expect(sent.at(-1)).toBe("POST /invoices/booked");
});

test("the tax of a draft entry is a line of its own", async () => {
  const financeVouchers = [
    { account: { accountNumber: 1310 }, amount: 125, vatAccount: { vatCode: "I25" } },
    { account: { accountNumber: 1010 }, amount: -125 },
  ];
  const reply = [{ voucherNumber: 1, accountingYear: { year: "2026" }, entries: { financeVouchers } }];
  const session = sessionWith({
    read: async () => ({ collection: [{ vatCode: "I25", ratePercentage: 25, account: { accountNumber: 6903 } }] }),
  });
  const { complete, answer } = writeOf(eConomic, "journalEntries.create");
  const { record } = answer(await complete?.(reply, call({}), session), call({}));
  expect(record).toMatchObject({
    journalLineItems: [
      { accountId: "1310", debitCreditIndicator: "DEBIT", totalNetAmount: 100 },
      { accountId: "6903", debitCreditIndicator: "DEBIT", totalNetAmount: 25 },
      { accountId: "1010", debitCreditIndicator: "CREDIT", totalNetAmount: 125 },
    ],
  });
});
