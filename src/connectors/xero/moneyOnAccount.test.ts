/** Overpayments and prepayments, after the samples of Xero's OpenAPI description (XeroAPI/Xero-OpenAPI, 2026-11). */
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { GetHandler, ListCall, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Payment } from "../../contract/records/money.ts";
import { xero } from "./connector.ts";

const Contact = { ContactID: "c", Name: "Wolkenkuckuck Ltd" };
const overpayment = {
  OverpaymentID: "o",
  ID: "o",
  Type: "RECEIVE-OVERPAYMENT",
  Status: "AUTHORISED",
  Reference: "Too much",
  RemainingCredit: 5,
  Total: 20,
  Date: "/Date(1552435200000+0000)/",
  CurrencyCode: "NZD",
  Contact,
  Allocations: [
    { Amount: 15, Date: "/Date(1552521600000+0000)/", Invoice: { InvoiceID: "i", InvoiceNumber: "INV-1" } },
  ],
  Payments: [],
};
const prepayment = {
  PrepaymentID: "r",
  ID: "r",
  Type: "SPEND-PREPAYMENT",
  Status: "PAID",
  Total: 3450,
  Date: "/Date(1552435200000+0000)/",
  CurrencyCode: "NZD",
  Contact,
  Allocations: [{ Amount: 3450, Invoice: { InvoiceID: "b" } }],
};
const payments = ["p1", "p2", "p3"].map((PaymentID) => ({
  PaymentID,
  PaymentType: "ACCRECPAYMENT",
  Amount: 1,
  Invoice: { InvoiceID: "i", Contact, CurrencyCode: "NZD" },
}));

type Replies = Readonly<Record<string, readonly object[] | Failure>>;

/** The vendor with these collections, in pages. */
function vendor(replies: Replies) {
  const paths: string[] = [];
  const read = async (path: string, query: object = {}) => {
    paths.push(path);
    const [, name = "", id] = path.split("/");
    const all = replies[name] ?? [];
    if (all instanceof Failure) throw all;
    if (id !== undefined) {
      const found = all.filter((row) => Object.values(row).includes(id));
      if (found.length === 0) throw new Failure("not_found", "No.");
      return { [name]: found };
    }
    const { page = 1, pageSize = 100 } = query as { page?: number; pageSize?: number };
    const rows = all.slice((page - 1) * pageSize, page * pageSize);
    return { pagination: { itemCount: all.length }, [name]: rows };
  };
  const readWithHeaders = async (path: string, query?: object) => ({ body: await read(path, query), headers: {} });
  return { paths, session: sessionWith({ read, readWithHeaders, memory: new Map() }) };
}

const books: Replies = { Payments: payments, Overpayments: [overpayment], Prepayments: [prepayment] };

const list = (session: ReturnType<typeof vendor>["session"], call: Partial<ListCall> = {}) =>
  (xero.operations["payments.list"] as ListHandler<Payment>).list({ ids: {}, filters: {}, ...call }, session);

test("money on account has a line for each document that used it, and one for the rest", async () => {
  const { records } = await list(vendor(books).session);
  expect(records.slice(3)).toMatchObject([
    {
      id: "o",
      documentType: "INVOICE",
      currency: "NZD",
      paymentLines: [
        { invoiceId: "i", amount: 15, customerId: "c", paymentDate: "2019-03-13" },
        { amount: 5, customerId: "c", description: "Too much" },
      ],
    },
    { id: "r", documentType: "BILL", paymentLines: [{ invoiceId: "b", amount: 3450, supplierId: "c" }] },
  ]);
  expect(records[3]?.paymentLines?.[1]).not.toHaveProperty("invoiceId");
});

test("pages contain every record once, and all know the total", async () => {
  const { session, paths } = vendor(books);
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(await list(session, { window: { page, limit: 2 } }));
  expect(pages.map(({ records }) => records.map(({ id }) => id))).toEqual([["p1", "p2"], ["p3", "o"], ["r"]]);
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  expect(paths.filter((path) => path === "/Overpayments")).toHaveLength(3);
});

test("a page before the end of the payments does not read the money on account again", async () => {
  const { session, paths } = vendor({ ...books, Payments: [...payments, ...payments] });
  for (const page of [1, 2]) expect((await list(session, { window: { page, limit: 2 } })).total).toBe(8);
  expect(paths).toEqual(["/Payments", "/Overpayments", "/Prepayments", "/Payments"]);
});

test("the payments of an invoice include money on account that it used", async () => {
  const { session } = vendor({ ...books, Payments: [] });
  const { records } = await list(session, { filters: { invoiceId: "b" } });
  expect(records.map(({ id }) => id)).toEqual(["r"]);
});

test("without the permission for money on account, the payments of documents are listed with a warning", async () => {
  const forbidden = new Failure("target_forbidden", "No.");
  const { records, warnings } = await list(vendor({ ...books, Overpayments: forbidden }).session);
  expect(records).toHaveLength(3);
  const missing = /does not allow this connection to read overpayments/;
  expect(warnings?.join(" ")).toMatch(missing);
  const { session } = vendor({ ...books, Overpayments: forbidden });
  for (const page of [1, 2])
    expect((await list(session, { window: { page, limit: 1 } })).warnings?.join(" ")).toMatch(missing);
});

test("gets money on account by its id", async () => {
  const { get } = xero.operations["payments.get"] as GetHandler<Payment>;
  const read = async (paymentId: string) =>
    (await get({ ids: { paymentId }, filters: {} }, vendor(books).session)).record;
  expect(await read("o")).toMatchObject({ id: "o", paymentType: "RECEIVE-OVERPAYMENT" });
  expect(await read("r")).toMatchObject({ id: "r", documentType: "BILL" });
  expect(await read("p1")).toMatchObject({ id: "p1" });
  await expect(read("none")).rejects.toMatchObject({ code: "not_found" });
});
