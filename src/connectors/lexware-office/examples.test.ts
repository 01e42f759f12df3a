/** This vendor's own examples: documents as its documentation shows them, retyped with invented data. */

import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/vendorSession.ts";
import type { ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { lexwareOffice } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

/** Answers by the beginning of the path, and remembers the questions. */
function vendor(answers: Readonly<Record<string, unknown>>) {
  const asked: [string, VendorQuery | undefined][] = [];
  const read = async (path: string, query?: VendorQuery): Promise<unknown> => {
    asked.push([path, query]);
    return Object.entries(answers).find(([beginning]) => path.startsWith(beginning))?.[1];
  };
  const readWithHeaders = async (path: string, query?: VendorQuery) => ({ body: await read(path, query), headers: {} });
  return { asked, session: sessionWith({ read, readWithHeaders }) };
}

const listOf = (id: OperationId) => lexwareOffice.operations[id] as unknown as ListHandler<unknown>;
const getOf = (id: "invoices.get" | "bills.get" | "contacts.get" | "expenses.get") => lexwareOffice.operations[id];

type Row = Readonly<Record<string, unknown>>;
const page = (content: readonly unknown[], totalElements = content.length) => ({ content, totalElements });

const invoice = {
  id: "i-1",
  createdDate: "2026-07-01T00:30:22.528+02:00",
  updatedDate: "2026-07-01T08:20:22.528+02:00",
  voucherStatus: "open",
  voucherNumber: "RE1 & 2",
  voucherDate: "2026-07-01T00:00:00.000+02:00",
  dueDate: "2026-07-31T00:00:00.000+02:00",
  address: { contactId: null, name: "Muster & Söhne", supplement: null },
  lineItems: [
    {
      ...{ id: "a-1", type: "material", name: "Schloss", quantity: 2, unitName: "Stück", discountPercentage: 50 },
      ...{ unitPrice: { netAmount: 13.4, grossAmount: 15.95, taxRatePercentage: 19 }, lineItemAmount: 15.95 },
    },
    { type: "text", name: "Vielen Dank" },
  ],
  totalPrice: { currency: "EUR", totalNetAmount: 13.4, totalGrossAmount: 15.95, totalTaxAmount: 2.55 },
  taxConditions: { taxType: "gross", taxTypeNote: null },
};
const entry = { id: "i-1", voucherStatus: "overdue", totalAmount: 15.95, openAmount: 5.95 };

describe("a single invoice", () => {
  test("keeps its days, is overdue as the voucher list says, and has prices as they are meant", async () => {
    const { asked, session } = vendor({ "/invoices": invoice, "/voucherlist": page([{ id: "other" }, entry]) });
    const found = await getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session);
    expect(found?.record).toEqual({
      invoiceId: "i-1",
      createdDate: "2026-06-30T22:30:22Z",
      updatedDate: "2026-07-01T06:20:22Z",
      currency: "EUR",
      dueDate: "2026-07-31T00:00:00Z",
      invoiceDate: "2026-07-01T00:00:00Z",
      invoiceNumber: "RE1 & 2",
      lineAmountTypes: "INCLUSIVE",
      name: "Muster & Söhne",
      paymentStatus: "PARTLY_PAID",
      status: "PARTIALLY_OVERDUE",
      sumNetAmount: 13.4,
      taxRule: "GROSS",
      totalAmount: 15.95,
      totalTaxAmount: 2.55,
      lineItems: [
        {
          ...{ lineItemId: "1", itemId: "a-1", name: "Schloss", quantity: 2, discountItemPercentage: 50 },
          ...{ taxRatePercentage: 19, unitAmount: 15.95, grossAmount: 15.95 },
        },
        { lineItemId: "2", name: "Vielen Dank" },
      ],
    });
    expect(found?.raw).toEqual(invoice);
    expect(asked[1]).toEqual([
      "/voucherlist",
      { voucherType: "invoice", voucherStatus: "any", size: 250, voucherNumber: "RE1 &amp; 2" },
    ]);
  });

  test("a state that the vendor may yet invent is left out with a warning; a draft is not looked up", async () => {
    const { asked, session } = vendor({ "/invoices": { ...invoice, voucherStatus: "dunned" } });
    const found = await getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session);
    expect(found?.record).not.toHaveProperty("status");
    expect(found?.warnings).toEqual(['The target system\'s status "dunned" has no counterpart here; it was left out.']);
    expect(asked).toHaveLength(1);
  });
});

describe("what is paid", () => {
  const paid = { ...invoice, voucherStatus: "paid" };
  const get = async (session: Session) =>
    (await getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session))?.record;

  test("what was given up is not paid", async () => {
    const settledBy = async (...types: string[]) => {
      const paymentItems = types.map((paymentItemType) => ({ paymentItemType, amount: 1 }));
      return get(
        vendor({ "/invoices": paid, "/payments": { paidDate: "2026-07-14T13:42:02+02:00", paymentItems } }).session,
      );
    };
    expect(await settledBy("manualPayment")).toMatchObject({ paymentStatus: "PAID", paidDate: "2026-07-14T00:00:00Z" });
    expect(await settledBy("manualPayment", "irrecoverableReceivable")).toMatchObject({ paymentStatus: "BAD_DEBT" });
  });

  test("some documents have no payments to tell of, but are there", async () => {
    const { session } = vendor({ "/invoices": paid });
    const read = (path: string) =>
      path.startsWith("/payments") ? Promise.reject(new Failure("target_rejected", "none")) : session.read(path);
    expect(await get({ ...session, read })).toMatchObject({ paymentStatus: "PAID" });
  });
});

test("a voucher's positions are net or gross, and are reckoned in decimal", async () => {
  const voucherItems = [{ amount: 0.1, taxAmount: 0.2, taxRatePercent: 19, categoryId: "c" }];
  const voucher = { id: "v", version: 1, type: "purchaseinvoice", voucherItems };
  const get = async (taxType: string) => {
    const { session } = vendor({ "/vouchers": { ...voucher, taxType } });
    return (await getOf("expenses.get")?.get({ ids: { expenseId: "v" }, filters: {} }, session))?.record;
  };
  expect(await get("net")).toMatchObject({ expenseLines: [{ totalNetAmount: 0.1, totalGrossAmount: 0.3 }] });
  expect(await get("gross")).toMatchObject({ expenseLines: [{ totalNetAmount: -0.1, totalGrossAmount: 0.1 }] });
});

test("a bill of something sold is none", async () => {
  const { session } = vendor({ "/vouchers": { id: "v", version: 1, type: "salesinvoice" } });
  await expect(getOf("bills.get")?.get({ ids: { billId: "v" }, filters: {} }, session)).rejects.toThrow("no record");
});

describe("lists", () => {
  test("a count that may be more than the vendor counts is not told", async () => {
    const count = async (total: number) => {
      const { session } = vendor({ "/contacts": page([], total) });
      return (await listOf("contacts.list").list({ ids: {}, filters: {}, window: { page: 1, limit: 5 } }, session))
        .total;
    };
    expect(await count(9999)).toBe(9999);
    expect(await count(10_000)).toBeUndefined();
  });

  test("names are searched as they are written", async () => {
    const { asked, session } = vendor({ "/contacts": page([]) });
    await listOf("customers.list").list(
      { ids: {}, filters: { name: "100 % A_B <&>" }, window: { page: 3, limit: 20 } },
      session,
    );
    const name = "100 \\% A\\_B &lt;&amp;&gt;";
    expect(asked).toEqual([["/contacts", { customer: true, name, page: 2, size: 20 }]]);
    const tooShort = listOf("contacts.list").list({ ids: {}, filters: { email: "ab" } }, session);
    await expect(tooShort).rejects.toThrow("email must have at least 3 characters");
  });

  test("articles are found by their number as it is", async () => {
    const { asked, session } = vendor({ "/articles": page([]) });
    await listOf("items.list").list(
      { ids: {}, filters: { itemNumber: "A&B" }, window: { page: 1, limit: 5 } },
      session,
    );
    expect(asked[0]?.[1]).toMatchObject({ articleNumber: "A&B" });
  });

  describe("of what is open", () => {
    const listed = (id: string, voucherStatus: string, openAmount: number | null) => ({
      ...{ id, voucherType: "invoice", voucherStatus, totalAmount: 100, openAmount },
    });
    const open = [
      ...[listed("new", "open", 100), listed("part", "open", 40), listed("late", "overdue", 100)],
      ...[listed("late part", "overdue", 0.01), listed("debit", "sepadebit", 100)],
    ];
    const read = async (status: string, number = 1) => {
      const { asked, session } = vendor({ "/voucherlist": page(open) });
      const { records, total } = await listOf("invoices.list").list(
        { ids: {}, filters: { status }, window: { page: number, limit: 1 } },
        session,
      );
      return { total, asked: asked[0]?.[1], found: (records as Row[]).map((row) => [row["invoiceId"], row["status"]]) };
    };

    test("OPEN is neither overdue nor paid in part, and the total counts only those", async () => {
      const first = await read("OPEN");
      expect(first.asked).toMatchObject({ voucherStatus: "open,sepadebit,transferred", page: 0, size: 250 });
      expect(first).toMatchObject({ total: 2, found: [["new", "OPEN"]] });
      expect(await read("OPEN", 2)).toMatchObject({ total: 2, found: [["debit", "OPEN"]] });
    });

    test("what is paid in part, and what of that is late, has states of its own", async () => {
      expect(await read("PARTIALLY_PAID")).toMatchObject({ total: 1, found: [["part", "PARTIALLY_PAID"]] });
      expect(await read("OVERDUE")).toMatchObject({ total: 1, found: [["late", "OVERDUE"]] });
      const latePart = await read("PARTIALLY_OVERDUE");
      expect(latePart.asked).toMatchObject({ voucherStatus: "overdue" });
      expect(latePart).toMatchObject({ total: 1, found: [["late part", "PARTIALLY_OVERDUE"]] });
    });

    test("a booking proposal that is late and paid in part is OVERDUE, the word that there is", async () => {
      const { session } = vendor({
        "/voucherlist": page([{ ...listed("p", "overdue", 1), voucherType: "salesinvoice" }]),
      });
      const call = { ids: {}, filters: { status: "OVERDUE" }, window: { page: 1, limit: 5 } };
      expect((await listOf("bookingProposals.list").list(call, session)).records).toMatchObject([
        { status: "OVERDUE" },
      ]);
    });
  });

  test("changes are asked for by the vendor's day, which is German", async () => {
    const { asked, session } = vendor({ "/voucherlist": page([]) });
    const lastModifiedAt = new Date("2026-07-31T22:30:00Z");
    await listOf("bills.list").list({ ids: {}, filters: { lastModifiedAt }, window: { page: 1, limit: 5 } }, session);
    expect(asked[0]?.[1]).toMatchObject({ updatedDateFrom: "2026-08-01" });
  });

  test("booking proposals: one type, one state, one day", async () => {
    const { asked, session } = vendor({ "/voucherlist": page([]) });
    const filters = { bookingType: "BILL", status: "DRAFT", lastModifiedAt: new Date("2026-02-22T00:00:00Z") };
    const order = { field: "number", direction: "DESC" } as const;
    await listOf("bookingProposals.list").list({ ids: {}, filters, order, window: { page: 1, limit: 5 } }, session);
    expect(asked[0]?.[1]).toEqual({
      ...{ voucherType: "purchaseinvoice", voucherStatus: "unchecked", updatedDateFrom: "2026-02-22" },
      ...{ sort: "voucherNumber,DESC", page: 0, size: 5 },
    });
    const strange = listOf("bookingProposals.list").list({ ids: {}, filters: { bookingType: "CREDIT_CARD" } }, session);
    await expect(strange).rejects.toThrow("no bookingType CREDIT_CARD; there are INVOICE, INVOICE_CREDIT_NOTE, BILL");
  });
});

test("refusals are told in the vendor's words, whatever their shape", () => {
  const old = { IssueList: [{ i18nKey: "missing_entity", source: "company.name", type: "validation_failure" }] };
  const details = [{ violation: "NOTNULL", field: "lineItems[0].name", message: "darf nicht leer sein" }];
  expect(refusals.message(old)).toBe("company.name: missing_entity");
  expect(refusals.message({ message: "Validation failed.", details })).toBe(
    "Validation failed. lineItems[0].name: darf nicht leer sein",
  );
  expect(refusals.message({ message: "Unauthorized" })).toBe("Unauthorized");
  expect(refusals.message(null)).toBe("");
});

describe("webhooks", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const facts = { publicKey: publicKey.export({ type: "spki", format: "pem" }) };
  const receive = (eventType: string) => {
    const event = { organizationId: "o", eventType, resourceId: "r", eventDate: "2026-04-11T12:30:00.000+02:00" };
    const body = Buffer.from(JSON.stringify(event));
    const signature = sign("RSA-SHA512", body, privateKey).toString("base64");
    return webhooks.receive({ headers: { "x-lxo-signature": signature }, query: {}, body, secret: "s", facts });
  };
  const told = { resourceId: "r", changedAt: "2026-04-11T12:30:00.000+02:00" };

  test("a payment is told with its document's id; what we do not know is nothing", () => {
    expect(receive("payment.changed")).toEqual({
      kind: "notices",
      notices: [{ ...told, resource: "PAYMENT", eventType: "UPDATED" }],
    });
    expect(receive("delivery-note.created")).toEqual({ kind: "notices", notices: [] });
    expect(receive("token.revoked")).toEqual({ kind: "notices", notices: [] });
  });

  test("a voucher is looked up; gone, it is gone from every list that it may have been in", async () => {
    expect(receive("voucher.status.changed")).toEqual({
      kind: "notices",
      notices: [
        { ...told, resource: "BOOKING_PROPOSAL", eventType: "UPDATED" },
        { ...told, resource: "BILL", eventType: "UPDATED", ambiguous: "voucher" },
      ],
    });
    expect(receive("voucher.deleted")).toEqual({
      kind: "notices",
      notices: (["BOOKING_PROPOSAL", "BILL", "EXPENSE"] as const).map((resource) => ({
        ...{ ...told, resource, eventType: "DELETED" },
      })),
    });
    const ambiguous = { ...told, resource: "BILL", eventType: "UPDATED", ambiguous: "voucher" } as const;
    const resources = async (type: string) => {
      const found = await webhooks.lookUp?.(ambiguous, vendor({ "/vouchers": { id: "r", version: 1, type } }).session);
      return found?.map(({ resource }) => resource);
    };
    expect(await resources("purchaseinvoice")).toEqual(["BILL", "EXPENSE"]);
    expect(await resources("purchasecreditnote")).toEqual(["EXPENSE"]);
    expect(await resources("salesinvoice")).toEqual([]);
  });
});
