/** What the vendor is asked for a list, and what of its answers is left out. */

import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { bills } from "./bills.ts";
import { contacts } from "./contacts.ts";
import { period, updatedAfter } from "./conventions.ts";
import { creditNotes } from "./creditNotes.ts";
import { invoices } from "./invoices.ts";

const sold = { state: "open", due_date: "2026-11-06", total_paid: "0.0", total_price_incl_tax: "363.0" };
const credited = { ...sold, total_price_incl_tax: "-363.0" };

describe("asking", () => {
  /** Tells what is asked, and answers it. */
  const listening = (answers: Readonly<Record<string, unknown>>) => {
    const asked: string[] = [];
    const answer = (path: string, query: VendorQuery = {}) => {
      asked.push([path, ...Object.values(query)].join(" "));
      return Promise.resolve(answers[path] ?? []);
    };
    const session = sessionWith({
      read: answer,
      readWithHeaders: async (path: string, query?: VendorQuery) => ({ body: await answer(path, query), headers: {} }),
      readByPost: (path: string, body: unknown) => answer(path, { body: JSON.stringify(body) }),
    });
    return { asked, session };
  };
  const window = { page: 1, limit: 5 } as const;

  test("every list names all years", async () => {
    const { asked, session } = listening({});
    await invoices["invoices.list"].list({ ids: {}, filters: { status: "OPEN" }, window }, session);
    await invoices["invoices.list"].list({ ids: {}, filters: { status: "DRAFT" }, window }, session);
    expect(asked).toEqual([
      "/sales_invoices.json period:20000101..20991231,state:open|pending_payment 1 100",
      "/external_sales_invoices.json period:20000101..20991231,state:all 1 100",
      "/sales_invoices.json period:20000101..20991231,state:draft 1 100",
      "/external_sales_invoices.json period:20000101..20991231,state:all 1 100",
    ]);
  });

  test("archived contacts are found, by their id and by their number", async () => {
    const { asked, session } = listening({ "/contacts.json": [{ id: "7", customer_id: "42", archived: true }] });
    const hiding = {
      ...session,
      read: async (path: string, query?: VendorQuery) => {
        const answer = await session.read(path, query);
        if (path.includes("customer_id")) throw new Failure("not_found", "record not found");
        return answer;
      },
    };
    await contacts["contacts.get"].get({ ids: { contactId: "7" }, filters: {} }, session);
    const { records } = await contacts["contacts.list"].list({ ids: {}, filters: { number: "42" }, window }, hiding);
    expect(records.map(({ id }) => id)).toEqual(["7"]);
    expect(asked).toEqual(["/contacts/7.json true", "/contacts/customer_id/42.json", "/contacts.json true 42 1 100"]);
  });

  test("a status that nothing here can have is an empty list, without a question", async () => {
    const { asked, session } = listening({});
    const found = await bills["bills.list"].list({ ids: {}, filters: { status: "VOIDED" }, window }, session);
    expect(found).toEqual({ records: [], raw: [], total: 0 });
    expect(asked).toEqual([]);
  });

  test("what changed among bills is told by versions and fetched by id", async () => {
    const folder = "/documents/purchase_invoices";
    const { asked, session } = listening({
      [`${folder}/synchronization.json`]: [
        { id: "1", version: 1_790_000_000 },
        { id: "2", version: 1_790_000_100 },
      ],
    });
    const filters = { lastModifiedAt: new Date(1_790_000_050_000) };
    const found = await bills["bills.list"].list({ ids: {}, filters, window }, session);
    expect(found.total).toBe(1);
    expect(asked).toEqual([
      `${folder}/synchronization.json period:20000101..20991231,state:all`,
      `${folder}/synchronization.json {"ids":["2"]}`,
    ]);
  });

  test("invoices are those of both lists without credit notes; what is paid in part is not open", async () => {
    const { session } = listening({
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
    expect(await ids({ dueDateFrom: "2026-11-06" })).toEqual({ ids: "12", total: 2 });
    const credits = await creditNotes["creditNotes.list"].list({ ids: {}, filters: {}, window }, session);
    expect(credits.records.map(({ id, totalGrossAmount }) => [id, totalGrossAmount])).toEqual([
      ["3", 363],
      ["6", 121],
    ]);
  });

  test("those from elsewhere that did not change are left out here, as nobody else does", async () => {
    const from = (updated_at: string) => ({ id: updated_at, date: "2026-10-01", updated_at });
    const { asked, session } = listening({
      "/external_sales_invoices.json": [from("2026-10-02T00:00:00.000Z"), from("2026-09-30T00:00:00.000Z")],
    });
    const filters = { lastModifiedAt: new Date("2026-10-01T00:00:00Z") };
    const { records } = await invoices["invoices.list"].list({ ids: {}, filters, window }, session);
    expect(records.map(({ invoiceId }) => invoiceId)).toEqual(["2026-10-02T00:00:00.000Z"]);
    expect(asked[0]).toBe(
      "/sales_invoices.json period:20000101..20991231,state:all,updated_after:2026-09-30T23:59:59.999Z 1 100",
    );
  });

  test("bills that are paid in part are told apart here, the newest first", async () => {
    const folder = "/documents/purchase_invoices/synchronization.json";
    const bill = (id: string, price: string) => ({ id, version: 1, state: "open", payments: [{ id: "9", price }] });
    const { asked, session } = listening({ [folder]: [bill("8", "5.0"), bill("9", "0.0"), bill("10", "5.0")] });
    const filters = { status: "PARTIALLY_PAID" };
    const { records, total } = await bills["bills.list"].list({ ids: {}, filters, window }, session);
    expect([records.map(({ id }) => id), total]).toEqual([["10", "8"], 2]);
    expect(asked).toEqual([
      `${folder} period:20000101..20991231,state:open|pending_payment`,
      `${folder} {"ids":["10","9","8"]}`,
    ]);
  });

  test("the files of a bill come with their contents, a large one with its place", async () => {
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

  test("moments are inclusive, and periods have both their days", () => {
    expect(updatedAfter(new Date("2026-10-01T00:00:00Z"))).toEqual({
      filter: "updated_after:2026-09-30T23:59:59.999Z",
    });
    expect(period("2026-07-01", "2027-06-30")).toBe("period:20260701..20270630");
  });
});
