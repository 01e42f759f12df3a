/** Requests to Business Central, which applies fields in order: later ones replace what earlier ones filled in. */

import { expect, test } from "vitest";
import { writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { businesscentral } from "./connector.ts";

const documentId = "0a077d18-45e3-ea11-bb43-000000000001";
const two = "0a077d18-45e3-ea11-bb43-000000000002";

function encoded(id: OperationId, body: object, prepared: unknown = {}): VendorRequest["body"] {
  const handler = writeOf(businesscentral, id);
  const ids = { invoiceId: documentId, billId: documentId };
  return handler.request({ ids, filters: {}, body, files: [], marker: "m" }, prepared).body;
}
const namesOf = (value: unknown): string[] => Object.keys(value as object);

const day = "2026-10-05T00:00:00Z";
const line = { description: "Lampe", quantity: 3, taxCode: "VOLL", unitAmount: 54.9, unitName: "STK" };
const linesIn = (body: unknown, name: string) => (body as Record<string, object[]>)[name]?.map(namesOf);

const about = ["lineType", "itemId"];
const details = ["description", "taxCode", "unitOfMeasureCode", "quantity"];

test.each([
  ["invoices.create", "salesInvoiceLines", "unitPrice", { discountItemPercentage: 10 }],
  ["offers.create", "salesQuoteLines", "unitPrice", { totalDiscountPercentage: 10 }],
  ["salesOrders.create", "salesOrderLines", "unitPrice", { totalDiscountPercentage: 10 }],
  ["bills.create", "purchaseInvoiceLines", "unitCost", { totalDiscountPercentage: 10 }],
  ["vendorCredits.create", "purchaseCreditMemoLines", "unitCost", { totalDiscountPercentage: 10 }],
] as const)(
  "%s: what a line is about comes first, then its quantity, price and discount",
  (id, lines, price, discount) => {
    const body = encoded(id, { contactId: documentId, lineItems: [{ ...discount, ...line, itemId: two }] });
    expect(linesIn(body, lines)).toEqual([[...about, ...details, price, "discountPercent"]]);
  },
);

test("accepts a line's discount as an amount", () => {
  const lineItems = [{ itemId: two, quantity: 1, unitAmount: 20, totalDiscountAmount: 2.5 }];
  expect(encoded("bills.create", { lineItems })).toEqual({
    purchaseInvoiceLines: [{ lineType: "Item", itemId: two, quantity: 1, unitCost: 20, discountAmount: 2.5 }],
  });
});

test("sends the account before the other fields", () => {
  const lineItems = [{ ...line, accountId: two }];
  expect(linesIn(encoded("bills.create", { lineItems }), "purchaseInvoiceLines")?.[0]?.slice(0, 2)).toEqual([
    "lineType",
    "accountId",
  ]);
});

test("sends the customer first, and the due date after the fields that it depends on", () => {
  const invoice = { dueDate: day, invoiceDate: day, paymentTermId: two, currency: "EUR", contactId: documentId };
  expect(namesOf(encoded("invoices.patch", invoice))).toEqual([
    "customerId",
    "currencyCode",
    "invoiceDate",
    "postingDate",
    "paymentTermsId",
    "dueDate",
  ]);
  const bill = { billDate: day, billNumber: "7", contactId: documentId, dueDate: day };
  expect(namesOf(encoded("bills.update", bill))).toEqual([
    "vendorId",
    "invoiceDate",
    "postingDate",
    "vendorInvoiceNumber",
    "dueDate",
  ]);
  const order = { billingContactId: two, contactId: documentId };
  expect(namesOf(encoded("salesOrders.create", order))).toEqual(["customerId", "billToCustomerId"]);
});
