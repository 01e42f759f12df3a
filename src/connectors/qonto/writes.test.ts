/** Bodies of writes, and what is refused before anything is sent. */
import { expect, test } from "vitest";
import { sessionWithReplies, writeOf } from "../../../test/support/vendorSession.ts";
import type { OperationId } from "../../contract/operations.ts";
import { qonto } from "./connector.ts";

const idOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const client = { id: idOf(1), kind: "company", name: "Exemple SARL", currency: "EUR" };
const draft = { id: idOf(4), status: "draft" };

const session = sessionWithReplies({
  [`/clients/${idOf(1)}`]: { client },
  [`/clients/${idOf(2)}`]: { client: { ...client, currency: null } },
  [`/products/${idOf(3)}`]: { product: { id: idOf(3) } },
  [`/client_invoices/${idOf(4)}`]: { client_invoice: draft },
  [`/client_invoices/${idOf(5)}`]: { client_invoice: { ...draft, id: idOf(5), status: "unpaid" } },
  [`/client_invoices/${idOf(6)}`]: { client_invoice: { ...draft, id: idOf(6), status: "paid" } },
  "/bank_accounts": { bank_accounts: [{ id: idOf(7), main: true, iban: "FR0000000000000000000000001" }] },
  "/organization": { organization: { locale: "fr" } },
});

async function requestOf(operation: OperationId, body: object, ids: Readonly<Record<string, string>> = {}) {
  const handler = writeOf(qonto, operation);
  const call = { ids, filters: {}, body, files: [], marker: "m" };
  return handler.request(call, await handler.prepare?.(call, session));
}

const line = { name: "Thé", quantity: 1, unitAmount: 100, taxRatePercentage: 20 };
const invoice = { contactId: idOf(1), invoiceDate: "2026-11-15T00:00:00Z", dueDate: "2026-12-15T00:00:00Z" };

const itemOf = async (changes: object): Promise<unknown> => {
  const { body } = await requestOf("invoices.create", { ...invoice, lineItems: [{ ...line, ...changes }] });
  return (body as { readonly items: readonly unknown[] }).items[0];
};

test("a line without a name has the beginning of its description as its title", async () => {
  const description = "Thé vert en vrac, récolte du printemps 2026";
  expect(await itemOf({ name: undefined, description })).toMatchObject({
    title: "Thé vert en vrac, récolte du printemps 2",
    description,
  });
});

test("a code says why there is no tax, so it needs no rate", async () => {
  const item = await itemOf({ taxRatePercentage: undefined, taxCode: "N4" });
  expect(item).toMatchObject({ vat_rate: "0", vat_exemption_reason: "N4" });
});

test.each([
  ["no rate", { taxRatePercentage: undefined }, "lineItems.taxRatePercentage"],
  ["a code beside a rate", { taxCode: "N4" }, "lineItems.taxCode"],
  ["no text", { name: undefined }, "lineItems.name"],
  ["too much text", { description: "x".repeat(1801) }, "lineItems.description"],
  ["an unknown product", { itemId: idOf(9) }, "lineItems[0].itemId"],
])("a line with %s is refused", async (_what, changes, field) => {
  await expect(itemOf(changes)).rejects.toMatchObject({ code: "cannot_store", details: { field } });
});

test.each([
  ["does not exist", idOf(9)],
  ["is not a client's id", "north"],
  ["has no currency", idOf(2)],
])("a client that %s is refused", async (_what, contactId) => {
  await expect(requestOf("invoices.create", { ...invoice, contactId, lineItems: [line] })).rejects.toMatchObject({
    code: "cannot_store",
    details: { field: "contactId" },
  });
});

const patched = (digit: number, body: object) => requestOf("invoices.patch", body, { invoiceId: idOf(digit) });

test("a change of status alone is an action, and one beside others follows the change", async () => {
  expect(await patched(4, { status: "OPEN" })).toEqual({
    method: "POST",
    path: `/client_invoices/${idOf(4)}/finalize`,
  });
  expect(await patched(4, { status: "OPEN", reference: "R" })).toMatchObject({
    method: "PATCH",
    path: `/client_invoices/${idOf(4)}`,
    body: { purchase_order: "R" },
  });
});

test.each([
  ["a draft is not cancelled", 4, { status: "VOIDED" }, "cannot_store"],
  ["a cancelled invoice does not change", 5, { status: "VOIDED", reference: "R" }, "cannot_store"],
  ["a paid invoice is not cancelled", 6, { status: "VOIDED" }, "document_locked"],
  ["an unpaid invoice does not change", 5, { reference: "R" }, "document_locked"],
])("%s", async (_what, digit, body, code) => {
  await expect(patched(digit, body)).rejects.toMatchObject({ code });
});

test.each([
  ["a company without a name", { contactType: "COMPANY" }, "companyName"],
  [
    "a person without a last name",
    { contactType: "CONTACT_PERSON", contactPersons: [{ firstName: "Zoé" }] },
    "contactPersons",
  ],
  [
    "a company with people",
    { contactType: "COMPANY", companyName: "Exemple", contactPersons: [{ lastName: "Exemple" }] },
    "contactPersons",
  ],
  [
    "two addresses for invoices",
    { contactType: "COMPANY", companyName: "Exemple", addresses: [{ city: "Ici" }, { city: "Là" }] },
    "addresses",
  ],
])("%s is refused", async (_what, body, field) => {
  await expect(requestOf("customers.create", body)).rejects.toMatchObject({ code: "cannot_store", details: { field } });
});
