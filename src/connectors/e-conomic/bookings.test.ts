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
    ["a draft", { status: "DRAFT" }, /Use one of OPEN/],
  ])("refuses a bill with %s", (_, wrong, said) => {
    const { request } = writeOf(eConomic, "bills.create");
    expect(() => request(call({ ...bill, ...wrong }), prepared)).toThrow(said);
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
    const asked = call({ currency: "DKK", ...body });
    const { body: sent } = request(asked, await prepare?.(asked, sessionWith({ read })));
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
    const asked: [string, VendorQuery | undefined][] = [];
    const session = sessionWith({
      read: async (path, query) => {
        asked.push([path.replace(newer, ""), query]);
        return path.endsWith("/draft-entries")
          ? { items: waiting.map((entryNumber) => ({ entryNumber })) }
          : { items: [{ entryNumber: 90, type: 3, accountNumber: 1310 }, entry] };
      },
      send: async (request) => {
        sent.push(request);
        if (refuses !== undefined && request.method === "POST") throw refuses;
        return undefined;
      },
    });
    return { session, sent, asked };
  }
  const { complete, answer } = writeOf(eConomic, "bills.create");

  test("books the voucher's draft entries and returns the entry on the supplier's account as the bill", async () => {
    const { session, sent, asked } = agreement([71]);
    const completed = await complete?.(reply, call(bill), session);
    expect(sent).toEqual([
      {
        method: "POST",
        path: `${newer}/journalsapi/v15.0.0/journals/1/bookdraftentries`,
        body: { entryNumbers: [71] },
        headers: { "idempotency-key": "m-1-book" },
      },
    ]);
    expect(asked.map(([, query]) => query?.["filter"])).toEqual([
      "voucherNumber$eq:50004$and:journalNumber$eq:1",
      "voucherNumber$eq:50004$and:type$eq:3$and:date$eq:2026-08-14",
    ]);
    expect(answer(completed, call(bill)).record).toMatchObject({ id: "91", contactId: "12", totalGrossAmount: 250 });
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
