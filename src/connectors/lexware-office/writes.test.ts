/** The requests that this vendor gets: bodies as in its documentation, with invented data. */
import { describe, expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import type { InputOf, OperationId } from "../../contract/operations.ts";
import { lexwareOffice } from "./connector.ts";

/** The request, if the vendor replies like this by the beginning of the path. */
async function request<Id extends OperationId>(id: Id, body: InputOf<Id>, answers = {}, more = {}): Promise<unknown> {
  const handler = writeOf<unknown>(lexwareOffice, id);
  const call = { ids: {}, filters: {}, files: [], marker: "m", body, ...more } as WriteCall<unknown>;
  const known = Object.entries({ "/profile": { taxType: "gross" }, ...answers });
  const read = async (path: string) => known.find(([beginning]) => path.startsWith(beginning))?.[1];
  const session = sessionWith({ read });
  return handler.request(call, await handler.prepare?.(call, session));
}

describe("bodies", () => {
  const line = { quantity: 0.30000000000000004, unitAmount: 1.1, taxRatePercentage: 19 };
  const sold = { invoiceDate: "2026-07-01T23:00:00-05:00", contactId: "c" };

  test("sends an invoice as a draft with the vendor's required fields, and text between the lines", async () => {
    const lineItems = [
      { ...line, name: "Rad", itemId: "a" },
      { quantity: 1, type: "text", description: "Danke" },
    ];
    const article = { id: "a", version: 0, type: "SERVICE", unitName: "Stunde" };
    const body = { ...sold, lineItems, taxRule: "EXPORT_SERVICE" as const, taxText: "Ausfuhr" };
    expect(await request("invoices.create", body, { "/articles/a": article })).toEqual({
      method: "POST",
      path: "/invoices",
      query: {},
      body: {
        address: { contactId: "c" },
        voucherDate: "2026-07-01T00:00:00.000+01:00",
        shippingConditions: { shippingType: "none" },
        taxConditions: { taxType: "thirdPartyCountryService", taxTypeNote: "Ausfuhr" },
        totalPrice: { currency: "EUR" },
        lineItems: [
          {
            id: "a",
            type: "service",
            name: "Rad",
            quantity: 0.3,
            unitName: "Stunde",
            unitPrice: { currency: "EUR", netAmount: 1.1, taxRatePercentage: 0 },
          },
          { type: "text", name: "Danke", description: "Danke" },
        ],
      },
    });
  });

  test("sends documents of a company that is exempt from VAT without tax by default", async () => {
    const free = { "/profile": { taxType: "vatfree" } };
    const lineItems = [{ ...line, name: "Rad" }];
    const offer = {
      addresses: [],
      currency: "EUR",
      offerDate: "2026-07-01T00:00:00Z",
      lineItems,
      taxText: "§ 19 UStG",
    };
    const withoutTax = {
      taxConditions: { taxType: "vatfree" },
      lineItems: [{ unitPrice: { netAmount: 1.1, taxRatePercentage: 0 } }],
    };
    expect(await request("offers.create", offer, free)).toMatchObject({ body: withoutTax });
    expect(await request("offers.create", offer)).toMatchObject({ body: { taxConditions: { taxType: "net" } } });
    const exempt = { ...sold, lineItems, taxRule: "SMALL_BUSINESS_EXEMPTION" as const };
    expect(await request("invoices.create", exempt)).toMatchObject({ body: withoutTax });
    const net = { ...sold, lineItems, lineAmountTypes: "EXCLUSIVE" };
    expect(await request("invoices.create", net, free)).toMatchObject({ body: { taxConditions: { taxType: "net" } } });
  });

  test("sends the text and numbers of a payment term, and refuses an unknown term", async () => {
    const paymentDiscountConditions = { discountRange: 10, discountPercentage: 3.5 };
    const term = {
      id: "t",
      paymentTermDuration: 30,
      paymentDiscountConditions,
      paymentTermLabelTemplate: "{discountRange} Tage - {discount}, {paymentRange} Tage netto",
    };
    const body = { ...sold, lineItems: [], paymentTermId: "t" };
    expect(await request("invoices.create", body, { "/payment-conditions": [{ id: "other" }, term] })).toMatchObject({
      body: {
        paymentConditions: {
          paymentTermLabel: "10 Tage - 3,5 %, 30 Tage netto",
          paymentTermDuration: 30,
          paymentDiscountConditions,
        },
      },
    });
    await expect(request("invoices.create", body, { "/payment-conditions": [] })).rejects.toMatchObject({
      message: 'The target system has no payment term "t". It has none.',
      details: { field: "paymentTermId" },
    });
  });

  test("sends a discount on the whole document as a percentage or an amount", async () => {
    const order = { contactId: "c", orderDate: "2026-07-01T00:00:00Z", lineItems: [] };
    expect(await request("salesOrders.create", { ...order, totalDiscountAmount: 5 })).toMatchObject({
      body: { totalPrice: { currency: "EUR", totalDiscountAbsolute: 5 } },
    });
    expect(await request("salesOrders.create", { ...order, totalDiscountPercentage: 2.5 })).toMatchObject({
      body: { totalPrice: { currency: "EUR", totalDiscountPercentage: 2.5 } },
    });
  });

  test("refuses a line without an amount", async () => {
    const lineItems = [{ accountId: "c", taxRatePercentage: 19, unitAmount: 5, quantity: 2 }];
    await expect(request("bills.create", { billDate: "2026-02-22", billNumber: "7", lineItems })).rejects.toThrow(
      "totalGrossAmount or totalNetAmount",
    );
  });

  test("refuses what the vendor cannot store before anything is sent", async () => {
    const body = { ...sold, lineItems: [line] };
    await expect(request("invoices.create", { ...body, currency: "USD" })).rejects.toThrow(
      "no currency USD. Use one of EUR",
    );
    await expect(request("invoices.create", { ...body, status: "PAID" })).rejects.toThrow(
      "no status PAID. Use one of DRAFT, OPEN",
    );
    await expect(request("invoices.create", { ...body, taxRule: "REVERSE_CHARGE" })).rejects.toThrow(
      "no taxRule REVERSE_CHARGE",
    );
    await expect(request("contacts.create", { contactType: "COMPANY" })).rejects.toThrow("isCustomer or isSupplier");
  });

  test("calculates a bill's tax if the body has none, rounded to cents", async () => {
    const lineItems = [
      { accountId: "c", taxRatePercentage: 19, totalGrossAmount: 9.99 },
      { accountId: "c", taxRatePercentage: 7, totalGrossAmount: 1 },
    ];
    const { body } = (await request("bills.create", { billDate: "2026-02-22", billNumber: "7", lineItems })) as {
      readonly body: unknown;
    };
    expect(body).toEqual({
      type: "purchaseinvoice",
      voucherDate: "2026-02-22",
      voucherNumber: "7",
      useCollectiveContact: true,
      taxType: "gross",
      totalGrossAmount: 10.99,
      totalTaxAmount: 1.67,
      voucherItems: [
        { amount: 9.99, taxAmount: 1.6, taxRatePercent: 19, categoryId: "c" },
        { amount: 1, taxAmount: 0.07, taxRatePercent: 7, categoryId: "c" },
      ],
    });
  });

  test("keeps the files of a changed bill, and the fields of a changed contact that the contract does not have", async () => {
    const voucher = { id: "v", version: 4, type: "purchaseinvoice", voucherStatus: "open", files: ["f"] };
    const update = { billDate: "2026-02-22", billNumber: "7", lineItems: [] };
    const bill = await request("bills.update", update, { "/vouchers/v": voucher }, { ids: { billId: "v" } });
    expect(bill).toMatchObject({ body: { version: 4, voucherStatus: "open", files: ["f"] } });
    const contact = {
      id: "c",
      version: 2,
      note: "Notiz",
      roles: { vendor: { number: 70001 } },
      company: { name: "Alt", taxNumber: "1/2", contactPersons: [{ lastName: "Übung", primary: true }] },
      emailAddresses: { office: ["buero@muster.example"] },
    };
    const ids = { contactId: "c" };
    const patched = await request("contacts.patch", { companyName: "Neu" }, { "/contacts/c": contact }, { ids });
    expect(patched).toMatchObject({
      method: "PUT",
      body: {
        version: 2,
        note: "Notiz",
        roles: { vendor: { number: 70001 } },
        company: { name: "Neu", taxNumber: "1/2", contactPersons: [{ lastName: "Übung", primary: true }] },
        emailAddresses: { office: ["buero@muster.example"] },
      },
    });
  });
});
