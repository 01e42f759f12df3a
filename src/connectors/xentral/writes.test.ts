/** Bodies of writes, and what is refused before anything is sent. */
import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { xentral } from "./connector.ts";

const billing = { name: "Rechnungsstelle", street: "Postfach 9", zipCode: "00150", city: "Musterstadt", country: "DE" };
const draft = { id: "2", status: "draft", documentDate: "2026-11-15" };

const session = sessionWithReplies({
  "/v3/customers/1": {
    data: { id: "1", primaryAddress: { name: "Muster" }, financials: { defaultCurrency: "CHF" } },
  },
  "/v3/customers/4": { data: { id: "4", deviatingBillingAddress: billing } },
  "/v3/invoices/2": { data: draft },
  "/v3/invoices/3": { data: { ...draft, id: "3", status: "released", paymentStatus: "pending" } },
  "/v3/invoices/5": { data: { ...draft, id: "5", status: "sent", paymentStatus: "paid" } },
  "/v1/projects": { data: [{ id: "7" }, { id: "8" }] },
});

async function requestOf(operation: OperationId, body: object, ids: Readonly<Record<string, string>> = {}) {
  const handler = writeOf(xentral, operation);
  const call = { ids, filters: {}, body, files: [], marker: "m" };
  return handler.request(call, await handler.prepare?.(call, session));
}

const invoice = {
  contactId: "1",
  invoiceDate: "2026-11-15T00:00:00Z",
  lineItems: [{ itemId: "9", quantity: 1, unitAmount: 100 }],
};

test("a price without a currency has the customer's", async () => {
  expect((await requestOf("invoices.create", invoice)).body).toMatchObject({
    lineItems: [{ price: { net: { amount: 100, currency: "CHF" } } }],
  });
});

test("an address without a name has the customer's", async () => {
  const { body } = await requestOf("invoices.create", { ...invoice, addresses: [{ city: "Musterstadt" }] });
  expect(body).toMatchObject({ documentAddress: { city: "Musterstadt", name: "Muster" } });
});

const termOf = async (body: object): Promise<unknown> =>
  ((await requestOf("invoices.create", { ...invoice, ...body })).body as { readonly financials?: unknown }).financials;

test("a due day is sent as days after the invoice, over the end of a month", async () => {
  expect(await termOf({ dueDate: "2026-12-15T00:00:00Z" })).toEqual({ paymentTerms: { paymentTargetDays: 30 } });
  expect(await termOf({ dueDate: "2026-12-15T00:00:00Z", paymentTermDuration: 30 })).toEqual({
    paymentTerms: { paymentTargetDays: 30 },
  });
  expect(await termOf({})).toBeUndefined();
});

test.each([
  ["another term", { dueDate: "2026-12-15T00:00:00Z", paymentTermDuration: 14 }],
  ["a day before the invoice", { dueDate: "2026-11-14T00:00:00Z" }],
])("a due day with %s is refused", async (_what, body) => {
  await expect(termOf(body)).rejects.toMatchObject({ code: "cannot_store", details: { field: "dueDate" } });
});

test("the due day of a draft counts from its own day", async () => {
  const { body } = await requestOf("invoices.patch", { dueDate: "2026-11-25T00:00:00Z" }, { invoiceId: "2" });
  expect(body).toEqual({ financials: { paymentTerms: { paymentTargetDays: 10 } } });
});

const opened = (invoiceId: string, changes = {}) =>
  requestOf("invoices.patch", { status: "OPEN", ...changes }, { invoiceId });

test("a draft that is only opened is released, and one that also changes is changed first", async () => {
  expect(await opened("2")).toMatchObject({ path: "/v3/invoices/2/actions/release" });
  expect(await opened("2", { reference: "R" })).toMatchObject({
    path: "/v3/invoices/2",
    body: { customerOrderNumber: "R" },
  });
});

test("repeating the status of a released invoice touches only its comment", async () => {
  expect(await opened("3")).toMatchObject({ path: "/v3/invoices/3", body: { internalComment: "" } });
});

test.each([
  ["3", { reference: "R" }],
  ["5", {}],
])("the released invoice %s is locked", async (invoiceId, changes) => {
  await expect(opened(invoiceId, changes)).rejects.toMatchObject({ code: "document_locked" });
});

test("an incomplete address of a new customer is refused with the part that is missing", async () => {
  const body = { companyName: "Muster", contactType: "COMPANY", addresses: [{ addressLine1: "Weg 1", city: "Ort" }] };
  await expect(requestOf("customers.create", body)).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "addresses[0].postalCode" },
  });
});

test("the address of a customer with a billing address of its own is not changed", async () => {
  const body = { addresses: [{ city: "Musterstadt" }] };
  await expect(requestOf("customers.patch", body, { contactId: "4" })).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "addresses" },
  });
});

test("a product is not created if none of several projects is the standard one", async () => {
  await expect(requestOf("items.create", { name: "Tee" })).rejects.toMatchObject({ code: "cannot_store" });
});

test("an id that is no number names no record", async () => {
  await expect(requestOf("invoices.create", { ...invoice, contactId: "north", currency: "EUR" })).rejects.toMatchObject(
    {
      details: { field: "contactId" },
    },
  );
});
