/** Lists: the request for each filter, and the records of the reply that are returned. */

import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { lexwareOffice } from "./connector.ts";

/** Replies to every list with this page, and records the requests. */
function vendor(body: unknown) {
  const requests: [string, VendorQuery | undefined][] = [];
  const readWithHeaders = async (path: string, query?: VendorQuery) => {
    requests.push([path, query]);
    return { body, headers: {} };
  };
  return { requests, session: sessionWith({ readWithHeaders }) };
}

const listOf = (id: OperationId) => lexwareOffice.operations[id] as unknown as ListHandler<unknown>;

type Row = Readonly<Record<string, unknown>>;
const page = (content: readonly unknown[], totalElements = content.length) => ({ content, totalElements });

describe("lists", () => {
  test("returns no total if there may be more records than the vendor counts", async () => {
    const count = async (total: number) => {
      const { session } = vendor(page([], total));
      return (await listOf("contacts.list").list({ ids: {}, filters: {}, window: { page: 1, limit: 5 } }, session))
        .total;
    };
    expect(await count(9999)).toBe(9999);
    expect(await count(10_000)).toBeUndefined();
  });

  test("escapes wildcards and HTML in a search for names", async () => {
    const { requests, session } = vendor(page([]));
    await listOf("customers.list").list(
      { ids: {}, filters: { name: "100 % A_B <&>" }, window: { page: 3, limit: 20 } },
      session,
    );
    const name = "100 \\% A\\_B &lt;&amp;&gt;";
    expect(requests).toEqual([["/contacts", { customer: true, name, page: 2, size: 20 }]]);
    const tooShort = listOf("contacts.list").list({ ids: {}, filters: { email: "ab" } }, session);
    await expect(tooShort).rejects.toThrow("email must have at least 3 characters");
  });

  test("sends the number of an article unchanged", async () => {
    const { requests, session } = vendor(page([]));
    await listOf("items.list").list(
      { ids: {}, filters: { itemNumber: "A&B" }, window: { page: 1, limit: 5 } },
      session,
    );
    expect(requests[0]?.[1]).toMatchObject({ articleNumber: "A&B" });
  });

  describe("of open documents", () => {
    const listed = (id: string, voucherStatus: string, openAmount: number | null) => ({
      id,
      voucherType: "invoice",
      voucherStatus,
      totalAmount: 100,
      openAmount,
    });
    const open = [
      listed("new", "open", 100),
      listed("part", "open", 40),
      listed("late", "overdue", 100),
      listed("late part", "overdue", 0.01),
      listed("debit", "sepadebit", 100),
    ];
    const read = async (status: string, number = 1) => {
      const { requests, session } = vendor(page(open));
      const { records, total } = await listOf("invoices.list").list(
        { ids: {}, filters: { status }, window: { page: number, limit: 1 } },
        session,
      );
      return {
        total,
        query: requests[0]?.[1],
        found: (records as Row[]).map((row) => [row["invoiceId"], row["status"]]),
      };
    };

    test("OPEN excludes overdue and partly paid documents, also in the total", async () => {
      const first = await read("OPEN");
      expect(first.query).toMatchObject({ voucherStatus: "open,sepadebit,transferred", page: 0, size: 250 });
      expect(first).toMatchObject({ total: 2, found: [["new", "OPEN"]] });
      expect(await read("OPEN", 2)).toMatchObject({ total: 2, found: [["debit", "OPEN"]] });
    });

    test("partly paid and partly overdue documents have separate states", async () => {
      expect(await read("PARTIALLY_PAID")).toMatchObject({ total: 1, found: [["part", "PARTIALLY_PAID"]] });
      expect(await read("OVERDUE")).toMatchObject({ total: 1, found: [["late", "OVERDUE"]] });
      const latePart = await read("PARTIALLY_OVERDUE");
      expect(latePart.query).toMatchObject({ voucherStatus: "open,sepadebit,transferred" });
      expect(latePart).toMatchObject({ total: 1, found: [["late part", "PARTIALLY_OVERDUE"]] });
    });

    test("a partly paid overdue booking proposal is OVERDUE, because the contract has no other word", async () => {
      const { session } = vendor(page([{ ...listed("p", "overdue", 1), voucherType: "salesinvoice" }]));
      const call = { ids: {}, filters: { status: "OVERDUE" }, window: { page: 1, limit: 5 } };
      expect((await listOf("bookingProposals.list").list(call, session)).records).toMatchObject([
        { status: "OVERDUE" },
      ]);
    });
  });

  test("lastModifiedAt is sent as a German calendar day", async () => {
    const { requests, session } = vendor(page([]));
    const lastModifiedAt = new Date("2026-07-31T22:30:00Z");
    await listOf("bills.list").list({ ids: {}, filters: { lastModifiedAt }, window: { page: 1, limit: 5 } }, session);
    expect(requests[0]?.[1]).toMatchObject({ updatedDateFrom: "2026-08-01" });
  });

  test("filters booking proposals by type, state and day", async () => {
    const { requests, session } = vendor(page([]));
    const filters = { bookingType: "BILL", status: "DRAFT", lastModifiedAt: new Date("2026-02-22T00:00:00Z") };
    const order = { field: "number", direction: "DESC" } as const;
    await listOf("bookingProposals.list").list({ ids: {}, filters, order, window: { page: 1, limit: 5 } }, session);
    expect(requests[0]?.[1]).toEqual({
      voucherType: "purchaseinvoice",
      voucherStatus: "unchecked",
      updatedDateFrom: "2026-02-22",
      sort: "voucherNumber,DESC",
      page: 0,
      size: 5,
    });
    const strange = listOf("bookingProposals.list").list({ ids: {}, filters: { bookingType: "CREDIT_CARD" } }, session);
    await expect(strange).rejects.toThrow("no bookingType CREDIT_CARD. Use one of INVOICE, INVOICE_CREDIT_NOTE, BILL");
  });
});

describe("payments of all documents", () => {
  const entries = (status: string, count: number, openAmount: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${status} ${at + 1}`,
      voucherType: "invoice",
      voucherStatus: status,
      totalAmount: 10,
      openAmount,
    }));
  // Four of the open documents are partly paid.
  const open = [...entries("open", 4, 10), ...entries("overdue", 4, 4)];
  const paid = entries("paid", 12, 0);
  const items = [
    { paymentItemType: "manualPayment", postingDate: "2023-07-14T00:00:00.000+02:00", amount: 72, currency: "EUR" },
    { paymentItemType: "cashDiscount", postingDate: "2023-07-14T00:00:00.000+02:00", amount: 7.85, currency: "EUR" },
  ];

  function ledger() {
    const requests: string[] = [];
    const readWithHeaders = async (_path: string, query: VendorQuery = {}) => {
      const all = String(query["voucherStatus"]).startsWith("paid") ? paid : open;
      const from = Number(query["page"]) * Number(query["size"]);
      const size = Number(query["size"]);
      return { body: page(all.slice(from, from + size), all.length), headers: {} };
    };
    const read = async (path: string) => {
      requests.push(path);
      return { voucherType: "invoice", voucherStatus: "paid", paymentItems: items };
    };
    return { requests, session: sessionWith({ read, readWithHeaders }) };
  }

  test("pages through fully paid and then partly paid documents, with both in the total", async () => {
    const idsOn = async (number: number) => {
      const { requests, session } = ledger();
      const call = { ids: {}, filters: {}, window: { page: number, limit: 5 } };
      const { records, total } = await listOf("payments.list").list(call, session);
      expect(total).toBe(16);
      expect(requests).toHaveLength(records.length);
      return (records as Row[]).map(({ id }) => id);
    };
    const full = paid.map(({ id }) => id);
    expect(await idsOn(1)).toEqual(full.slice(0, 5));
    expect(await idsOn(2)).toEqual(full.slice(5, 10));
    expect(await idsOn(3)).toEqual([...full.slice(10), "overdue 1", "overdue 2", "overdue 3"]);
    expect(await idsOn(4)).toEqual(["overdue 4"]);
    expect(await idsOn(5)).toEqual([]);
  });

  test("a cash discount settles the document, but is not a payment", async () => {
    const call = { ids: {}, filters: { invoiceId: "i" }, window: { page: 1, limit: 5 } };
    const { records } = await listOf("payments.list").list(call, ledger().session);
    expect(records).toEqual([
      {
        id: "i",
        currency: "EUR",
        documentType: "INVOICE",
        paymentLines: [{ invoiceId: "i", amount: 72, description: "manualPayment", paymentDate: "2023-07-14" }],
      },
    ]);
  });
});
