/** The requests of lists, and the records that are filtered out of the replies. */

import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { bills } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { period, updatedAfter } from "./conventions.ts";
import { creditNotes } from "./creditNotes.ts";
import { invoices } from "./invoices.ts";
import { payments as moneybirdPayments } from "./payments.ts";

const sold = { state: "open", due_date: "2126-11-06", total_paid: "0.0", total_price_incl_tax: "363.0" };
const credited = { ...sold, total_price_incl_tax: "-363.0" };

describe("lists", () => {
  /** Keeps the requests and answers them. */
  const recording = (answers: Readonly<Record<string, unknown>>) => {
    const requests: string[] = [];
    const answer = (path: string, query: VendorQuery = {}) => {
      requests.push([path, ...Object.values(query)].join(" "));
      return Promise.resolve(answers[path] ?? []);
    };
    const session = sessionWith({
      read: answer,
      readWithHeaders: async (path: string, query?: VendorQuery) => ({ body: await answer(path, query), headers: {} }),
      readByPost: (path: string, body: unknown) => answer(path, { body: JSON.stringify(body) }),
    });
    return { requests, session };
  };
  const window = { page: 1, limit: 5 } as const;

  test("requests all years in every list", async () => {
    const { requests, session } = recording({});
    await invoices["invoices.list"].list({ ids: {}, filters: { status: "OPEN" }, window }, session);
    await invoices["invoices.list"].list({ ids: {}, filters: { status: "DRAFT" }, window }, session);
    expect(requests).toEqual([
      "/sales_invoices.json period:20000101..20991231,state:open|pending_payment|late|reminded 1 100",
      "/external_sales_invoices.json period:20000101..20991231,state:all 1 100",
      "/sales_invoices.json period:20000101..20991231,state:draft 1 100",
      "/external_sales_invoices.json period:20000101..20991231,state:all 1 100",
    ]);
  });

  test("finds archived contacts by id and by number", async () => {
    const { requests, session } = recording({ "/contacts.json": [{ id: "7", customer_id: "42", archived: true }] });
    const hidingByNumber = {
      ...session,
      read: async (path: string, query?: VendorQuery) => {
        const answer = await session.read(path, query);
        if (path.includes("customer_id")) throw new Failure("not_found", "record not found");
        return answer;
      },
    };
    await contacts["contacts.get"].get({ ids: { contactId: "7" }, filters: {} }, session);
    const { records } = await contacts["contacts.list"].list(
      { ids: {}, filters: { number: "42" }, window },
      hidingByNumber,
    );
    expect(records.map(({ id }) => id)).toEqual(["7"]);
    expect(requests).toEqual([
      "/contacts/7.json true",
      "/contacts/customer_id/42.json",
      "/contacts.json true 42 1 100",
    ]);
  });

  test("returns an empty list for an impossible status without a request", async () => {
    const { requests, session } = recording({});
    const found = await bills["bills.list"].list({ ids: {}, filters: { status: "VOIDED" }, window }, session);
    expect(found).toEqual({ records: [], raw: [], total: 0 });
    expect(requests).toEqual([]);
  });

  test("finds changed bills by version and reads them by id", async () => {
    const folder = "/documents/purchase_invoices";
    const { requests, session } = recording({
      [`${folder}/synchronization.json`]: [
        { id: "1", version: 1_790_000_000 },
        { id: "2", version: 1_790_000_100 },
      ],
    });
    const filters = { lastModifiedAt: new Date(1_790_000_050_000) };
    const found = await bills["bills.list"].list({ ids: {}, filters, window }, session);
    expect(found.total).toBe(1);
    expect(requests).toEqual([
      `${folder}/synchronization.json period:20000101..20991231,state:all`,
      `${folder}/synchronization.json {"ids":["2"]}`,
    ]);
  });

  test("lists invoices of both kinds without credit notes, and does not count partly paid ones as open", async () => {
    const { session } = recording({
      "/sales_invoices.json": [
        { ...sold, id: "1" },
        { ...sold, id: "2", total_paid: "100.0" },
        { ...credited, id: "3", state: "open" },
      ],
      "/external_sales_invoices.json": [
        { id: "4", date: "2026-10-01", state: "open", total_paid: "0.0", total_price_incl_tax: "121.0" },
        { id: "5", date: "2026-10-01", state: "late", total_paid: "0.0", total_price_incl_tax: "121.0" },
        { id: "6", date: "2026-10-01", state: "open", total_paid: "0.0", total_price_incl_tax: "-121.0" },
      ],
    });
    const ids = async (filters: { status?: string; dueDateFrom?: string }) => {
      const { records, total } = await invoices["invoices.list"].list({ ids: {}, filters, window }, session);
      return { ids: records.map(({ invoiceId }) => invoiceId).join(""), total };
    };
    expect(await ids({})).toEqual({ ids: "1245", total: 4 });
    expect(await ids({ status: "OPEN" })).toEqual({ ids: "14", total: 2 });
    expect(await ids({ status: "PARTIALLY_PAID" })).toEqual({ ids: "2", total: 1 });
    expect(await ids({ status: "OVERDUE" })).toEqual({ ids: "5", total: 1 });
    expect(await ids({ status: "VOIDED" })).toEqual({ ids: "", total: 0 });
    expect(await ids({ dueDateFrom: "2126-11-06" })).toEqual({ ids: "12", total: 2 });
    const credits = await creditNotes["creditNotes.list"].list({ ids: {}, filters: {}, window }, session);
    expect(credits.records.map(({ id, totalGrossAmount }) => [id, totalGrossAmount])).toEqual([
      ["3", 363],
      ["6", 121],
    ]);
  });

  test("filters external invoices by time of change itself", async () => {
    const from = (updated_at: string) => ({ id: updated_at, date: "2026-10-01", updated_at });
    const { requests, session } = recording({
      "/external_sales_invoices.json": [from("2026-10-02T00:00:00.000Z"), from("2026-09-30T00:00:00.000Z")],
    });
    const filters = { lastModifiedAt: new Date("2026-10-01T00:00:00Z") };
    const { records } = await invoices["invoices.list"].list({ ids: {}, filters, window }, session);
    expect(records.map(({ invoiceId }) => invoiceId)).toEqual(["2026-10-02T00:00:00.000Z"]);
    expect(requests[0]).toBe(
      "/sales_invoices.json period:20000101..20991231,state:all,updated_after:2026-09-30T23:59:59.999Z 1 100",
    );
  });

  test("filters partly paid bills itself, newest first", async () => {
    const folder = "/documents/purchase_invoices/synchronization.json";
    const bill = (id: string, price: string) => ({ id, version: 1, state: "open", payments: [{ id: "9", price }] });
    const { requests, session } = recording({ [folder]: [bill("8", "5.0"), bill("9", "0.0"), bill("10", "5.0")] });
    const filters = { status: "PARTIALLY_PAID" };
    const { records, total } = await bills["bills.list"].list({ ids: {}, filters, window }, session);
    expect([records.map(({ id }) => id), total]).toEqual([["10", "8"], 2]);
    expect(requests).toEqual([
      `${folder} period:20000101..20991231,state:open|pending_payment|late`,
      `${folder} {"ids":["10","9","8"]}`,
    ]);
  });

  test("lists a bill's files with their contents, a large one with its URL", async () => {
    const attachments = [
      { id: "2", filename: "bon.pdf", content_type: "application/pdf", size: 3 },
      { id: "3", filename: "film.mov", content_type: "video/quicktime", size: 6_000_000 },
    ];
    const at = "/documents/purchase_invoices/1/attachments";
    const session = sessionWith({
      read: () => Promise.resolve({ id: "1", attachments }),
      download: (path) =>
        path === `${at}/2/download`
          ? Promise.resolve({ bytes: Buffer.from("abc"), contentType: "application/pdf" })
          : Promise.reject(new Error(path)),
    });
    const { records } = await bills["bills.documents.list"].list({ ids: { billId: "1" }, filters: {} }, session);
    expect(records).toEqual([
      { id: "2", fileName: "bon.pdf", contentType: "application/pdf", base64Encoded: true, content: "YWJj" },
      {
        id: "3",
        fileName: "film.mov",
        contentType: "video/quicktime",
        base64Encoded: false,
        content: `${at}/3/download`,
      },
    ]);
  });

  test("treats times of change as inclusive, and periods as including both days", () => {
    expect(updatedAfter(new Date("2026-10-01T00:00:00Z"))).toEqual({
      filter: "updated_after:2026-09-30T23:59:59.999Z",
    });
    expect(period("2026-07-01", "2027-06-30")).toBe("period:20260701..20270630");
  });
});

test("settlements of two invoices and rounding differences are not payments", async () => {
  const payments = [
    { id: "1", price: "10.0", invoice_id: "7", invoice_type: "SalesInvoice" },
    {
      id: "2",
      price: "5.0",
      invoice_id: "7",
      invoice_type: "SalesInvoice",
      manual_payment_action: "invoices_settlement",
    },
    { id: "3", price: "0.01", invoice_id: "7", invoice_type: "SalesInvoice", manual_payment_action: "rounding_error" },
    { id: "4", price: "5.0", invoice_id: "7", invoice_type: "SalesInvoice", credit_invoice_id: "8" },
  ];
  const session = sessionWith({ read: () => Promise.resolve({ id: "7", currency: "EUR", payments }) });
  const filters = { invoiceId: "7" };
  const { records } = await moneybirdPayments["payments.list"].list({ ids: {}, filters }, session);
  expect(records.map(({ id }) => id)).toEqual(["1"]);
});
