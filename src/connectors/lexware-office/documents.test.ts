/** Single documents, refusals and webhook calls, in the shapes of the vendor's documentation with invented data. */

import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { lexwareOffice } from "./connector.ts";
import { refusals } from "./errors.ts";
import { webhooks } from "./webhooks.ts";

/** Replies by the beginning of the path, and records the requests. */
function vendor(answers: Readonly<Record<string, unknown>>) {
  const requests: [string, VendorQuery | undefined][] = [];
  const read = async (path: string, query?: VendorQuery): Promise<unknown> => {
    requests.push([path, query]);
    return Object.entries(answers).find(([beginning]) => path.startsWith(beginning))?.[1];
  };
  return { requests, session: sessionWith({ read }) };
}

const getOf = (id: "invoices.get" | "bills.get" | "offers.get" | "expenses.get") => lexwareOffice.operations[id];

const page = (content: readonly unknown[]) => ({ content, totalElements: content.length });

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
      id: "a-1",
      type: "material",
      name: "Schloss",
      quantity: 2,
      unitName: "Stück",
      discountPercentage: 50,
      unitPrice: { netAmount: 13.4, grossAmount: 15.95, taxRatePercentage: 19 },
      lineItemAmount: 15.95,
    },
    { type: "text", name: "Vielen Dank" },
  ],
  totalPrice: { currency: "EUR", totalNetAmount: 13.4, totalGrossAmount: 15.95, totalTaxAmount: 2.55 },
  taxConditions: { taxType: "gross", taxTypeNote: null },
};
const entry = { id: "i-1", voucherStatus: "overdue", totalAmount: 15.95, openAmount: 5.95 };

describe("a single invoice", () => {
  test("has its days, the overdue state of the voucher list, and prices according to its tax type", async () => {
    const { requests, session } = vendor({ "/invoices": invoice, "/voucherlist": page([{ id: "other" }, entry]) });
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
          lineItemId: "1",
          itemId: "a-1",
          name: "Schloss",
          quantity: 2,
          discountItemPercentage: 50,
          taxRatePercentage: 19,
          unitAmount: 15.95,
          grossAmount: 15.95,
        },
        { lineItemId: "2", name: "Vielen Dank" },
      ],
    });
    expect(found?.raw).toEqual(invoice);
    expect(requests[1]).toEqual([
      "/voucherlist",
      { voucherType: "invoice", voucherStatus: "any", size: 250, voucherNumber: "RE1 &amp; 2" },
    ]);
  });

  test("leaves an unknown state out with a warning, and does not look a draft up", async () => {
    const { requests, session } = vendor({ "/invoices": { ...invoice, voucherStatus: "dunned" } });
    const found = await getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session);
    expect(found?.record).not.toHaveProperty("status");
    expect(found?.warnings).toEqual([
      'The contract has no value for the target system\'s status "dunned", so the field was left out.',
    ]);
    expect(requests).toHaveLength(1);
  });
});

test.each([
  ["intraCommunitySupply", "NOTAX", []],
  [
    "newRule",
    undefined,
    ['The contract has no value for the target system\'s taxRule "newRule", so the field was left out.'],
  ],
])("a document with the tax type %s has the type of amounts %s", async (taxType, lineAmountTypes, warnings) => {
  const { session } = vendor({
    "/invoices": { ...invoice, taxConditions: { taxType } },
    "/voucherlist": page([entry]),
  });
  const { "invoices.get": invoices } = lexwareOffice.operations;
  const found = await invoices?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session);
  expect(found?.record.lineAmountTypes).toBe(lineAmountTypes);
  expect(found?.warnings ?? []).toEqual(warnings);
});

describe("paid documents", () => {
  const paid = { ...invoice, voucherStatus: "paid" };
  const get = async (session: Session) =>
    (await getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session))?.record;

  test("a written-off invoice is a bad debt, not paid", async () => {
    const settledBy = async (...types: string[]) => {
      const paymentItems = types.map((paymentItemType) => ({ paymentItemType, amount: 1 }));
      return get(
        vendor({ "/invoices": paid, "/payments": { paidDate: "2026-07-14T13:42:02+02:00", paymentItems } }).session,
      );
    };
    expect(await settledBy("manualPayment")).toMatchObject({ paymentStatus: "PAID", paidDate: "2026-07-14T00:00:00Z" });
    expect(await settledBy("manualPayment", "irrecoverableReceivable")).toMatchObject({ paymentStatus: "BAD_DEBT" });
  });

  test("returns a document whose payments the vendor refuses", async () => {
    const { session } = vendor({ "/invoices": paid });
    const read = (path: string) =>
      path.startsWith("/payments") ? Promise.reject(new Failure("target_rejected", "none")) : session.read(path);
    expect(await get({ ...session, read })).toMatchObject({ paymentStatus: "PAID" });
  });
});

test("marks optional lines and alternatives of an offer, and the other lines add up to its totals", async () => {
  const line = (name: string, gross: number) => ({
    type: "material",
    name,
    quantity: 1,
    unitName: "Stück",
    lineItemAmount: gross,
    discountPercentage: 0,
    unitPrice: { currency: "EUR", netAmount: 0, grossAmount: gross, taxRatePercentage: 19 },
  });
  const offer = {
    id: "o",
    voucherStatus: "accepted",
    taxConditions: { taxType: "gross" },
    lineItems: [
      {
        ...line("Rahmenschloss", 23.9),
        alternative: false,
        optional: false,
        subItems: [{ ...line("Kabelschloss", 15.95), alternative: true, optional: false }],
      },
      { ...line("Montage", 4.9), alternative: false, optional: true },
    ],
    totalPrice: { currency: "EUR", totalNetAmount: 20.08, totalGrossAmount: 23.9, totalTaxAmount: 3.82 },
  };
  const found = await getOf("offers.get")?.get({ ids: { offerId: "o" }, filters: {} }, vendor({ "/": offer }).session);
  const common = { quantity: 1, unitName: "Stück", taxRatePercentage: 19, unitDiscountPercentage: 0 };
  expect(found?.record).toMatchObject({
    totalGrossAmount: 23.9,
    lineItems: [
      { ...common, id: "1", type: "ITEM", name: "Rahmenschloss", unitAmount: 23.9, totalGrossAmount: 23.9 },
      { ...common, id: "1.1", type: "COMMENT", name: "Kabelschloss", unitAmount: 15.95 },
      { ...common, id: "2", type: "COMMENT", name: "Montage", unitAmount: 4.9 },
    ],
  });
  const record = found?.record as { readonly lineItems: readonly { readonly totalGrossAmount?: number }[] } | undefined;
  expect(record?.lineItems.filter(({ totalGrossAmount }) => totalGrossAmount !== undefined)).toHaveLength(1);
});

test("names the payment term of a cash discount, which is in no amount", async () => {
  const granted = { paymentTermDuration: 30, paymentDiscountConditions: { discountPercentage: 3, discountRange: 10 } };
  const document = {
    ...invoice,
    voucherStatus: "voided",
    paymentConditions: { ...granted, paymentTermLabel: "Skonto" },
  };
  const terms = [
    { id: "no discount", paymentTermDuration: 30 },
    { id: "other", ...granted, paymentDiscountConditions: { discountPercentage: 2, discountRange: 10 } },
    { id: "this", paymentTermDuration: 30, paymentDiscountConditions: { discountRange: 10, discountPercentage: 3.0 } },
  ];
  const { requests, session } = vendor({ "/invoices": document, "/payment-conditions": terms });
  const get = async () => getOf("invoices.get")?.get({ ids: { invoiceId: "i-1" }, filters: {} }, session);
  const found = await get();
  expect(found?.record).toMatchObject({ paymentTermId: "this", paymentTermDuration: 30, totalAmount: 15.95 });
  expect(found?.record).not.toHaveProperty("discountAmount");
  expect(found?.raw).toEqual(document);
  await get();
  expect(requests.map(([path]) => path)).toEqual(["/invoices/i-1", "/payment-conditions", "/invoices/i-1"]);
});

test("calculates net and gross amounts of a voucher's lines in decimal", async () => {
  const voucherItems = [{ amount: 0.1, taxAmount: 0.2, taxRatePercent: 19, categoryId: "c" }];
  const voucher = { id: "v", version: 1, type: "purchaseinvoice", voucherItems };
  const get = async (taxType: string) => {
    const { session } = vendor({ "/vouchers": { ...voucher, taxType } });
    return (await getOf("expenses.get")?.get({ ids: { expenseId: "v" }, filters: {} }, session))?.record;
  };
  expect(await get("net")).toMatchObject({ expenseLines: [{ totalNetAmount: 0.1, totalGrossAmount: 0.3 }] });
  expect(await get("gross")).toMatchObject({ expenseLines: [{ totalNetAmount: -0.1, totalGrossAmount: 0.1 }] });
});

test("a sales voucher is not found as a bill", async () => {
  const { session } = vendor({ "/vouchers": { id: "v", version: 1, type: "salesinvoice" } });
  await expect(getOf("bills.get")?.get({ ids: { billId: "v" }, filters: {} }, session)).rejects.toThrow("No record");
});

test("returns the vendor's words for every shape of refusal", () => {
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
  const notice = { resourceId: "r", changedAt: "2026-04-11T12:30:00.000+02:00" };

  test("reports a payment with its document's id, and ignores unknown events", () => {
    expect(receive("payment.changed")).toEqual({
      kind: "notices",
      notices: [{ ...notice, resource: "PAYMENT", eventType: "UPDATED" }],
    });
    expect(receive("delivery-note.created")).toEqual({ kind: "notices", notices: [] });
    expect(receive("token.revoked")).toEqual({ kind: "notices", notices: [] });
  });

  test("looks a voucher up, and reports a deleted one for every list that may have contained it", async () => {
    expect(receive("voucher.status.changed")).toEqual({
      kind: "notices",
      notices: [
        { ...notice, resource: "BOOKING_PROPOSAL", eventType: "UPDATED" },
        { ...notice, resource: "BILL", eventType: "UPDATED", ambiguous: "voucher" },
      ],
    });
    expect(receive("voucher.deleted")).toEqual({
      kind: "notices",
      notices: (["BOOKING_PROPOSAL", "BILL", "EXPENSE"] as const).map((resource) => ({
        ...notice,
        resource,
        eventType: "DELETED",
      })),
    });
    const ambiguous = { ...notice, resource: "BILL", eventType: "UPDATED", ambiguous: "voucher" } as const;
    const resources = async (type: string) => {
      const found = await webhooks.lookUp?.(ambiguous, vendor({ "/vouchers": { id: "r", version: 1, type } }).session);
      return found?.map(({ resource }) => resource);
    };
    expect(await resources("purchaseinvoice")).toEqual(["BILL", "EXPENSE"]);
    expect(await resources("purchasecreditnote")).toEqual(["EXPENSE"]);
    expect(await resources("salesinvoice")).toEqual([]);
  });
});

test("returns a document's discount in percent as an amount of the total of its lines", async () => {
  const sold = (lineItemAmount: number, more = {}) => ({ type: "custom", name: "Rad", lineItemAmount, ...more });
  const document = {
    ...invoice,
    voucherStatus: "draft",
    taxConditions: { taxType: "net" },
    lineItems: [sold(100.1), sold(50), sold(900, { optional: true }), { type: "text", name: "Danke" }],
    totalPrice: { currency: "EUR", totalNetAmount: 146.35, totalDiscountPercentage: 2.5 },
  };
  const read = async (discount: object) => {
    const replies = { "/": { ...document, totalPrice: { ...document.totalPrice, ...discount } } };
    const call = { ids: { invoiceId: "i-1", offerId: "i-1" }, filters: {} };
    const records = [];
    for (const id of ["invoices.get", "offers.get"] as const)
      records.push((await getOf(id)?.get(call, vendor(replies).session))?.record);
    return records;
  };
  expect(await read({})).toMatchObject([
    { discountAmount: 3.75 },
    { totalDiscountAmount: 3.75, totalDiscountPercentage: 2.5 },
  ]);
  const absolute = { totalDiscountPercentage: null, totalDiscountAbsolute: 7.5 };
  expect(await read(absolute)).toMatchObject([{ discountAmount: 7.5 }, { totalDiscountAmount: 7.5 }]);
});
