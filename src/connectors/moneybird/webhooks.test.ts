import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { webhooks } from "./webhooks.ts";

const facts = { id: "1", token: "geheim", signingSecret: "whsec_voorbeeld" };
const post = (content: object, secret = facts.signingSecret) => {
  const body = Buffer.from(JSON.stringify({ webhook_token: facts.token, ...content }));
  const digest = createHmac("sha256", secret).update("1790000000.").update(body).digest("hex");
  const headers = { "moneybird-signature": `t=1790000000,v2=0,v1=00,v1=${digest}` };
  return { headers, query: {}, body, secret: "", facts };
};
const entity = { updated_at: "2026-10-23T12:56:54.783Z" };
const event = (kind: string, action: string, more: object = {}) =>
  webhooks.receive(post({ entity_type: kind, entity_id: "7", action, entity: { ...entity, ...more } }));

const kinds = (receipt: ReturnType<typeof event>) =>
  receipt.kind === "notices" ? receipt.notices.map((notice) => `${notice.resource} ${notice.eventType}`) : receipt.kind;

test("reports a payment, also a deleted one, as a change of its invoice", () => {
  for (const action of ["payment_registered", "payment_destroyed"])
    expect(event("SalesInvoice", action, { total_price_incl_tax: "363.0" })).toEqual({
      kind: "notices",
      notices: [{ resource: "INVOICE", eventType: "UPDATED", resourceId: "7", changedAt: entity.updated_at }],
    });
});

test("reports a payment that is posted alone as a change of its document", () => {
  const paid = (invoice_type: string, price: string) =>
    webhooks.receive(post({ ...payment, entity: { ...entity, invoice_type, invoice_id: "9", price } }));
  const payment = { entity_type: "Payment", entity_id: "7", action: "payment_registered" };
  const notice = { eventType: "UPDATED", resourceId: "9", changedAt: entity.updated_at };
  expect(paid("SalesInvoice", "10.0")).toEqual({ kind: "notices", notices: [{ ...notice, resource: "INVOICE" }] });
  expect(paid("ExternalSalesInvoice", "-10.0")).toEqual({
    kind: "notices",
    notices: [{ ...notice, resource: "CREDIT_NOTE" }],
  });
  expect(paid("Document", "10.0")).toEqual({
    kind: "notices",
    notices: [{ ...notice, resource: "BILL", ambiguous: true }],
  });
});

test("reports a credit invoice as a credit note; without a total, as both", () => {
  const credit = { original_sales_invoice_id: "1", total_price_incl_tax: "-363.0" };
  expect(kinds(event("SalesInvoice", "sales_invoice_created", credit))).toEqual(["CREDIT_NOTE CREATED"]);
  expect(kinds(event("SalesInvoice", "credit_invoice_created_from_original", credit))).toEqual(["CREDIT_NOTE CREATED"]);
  expect(kinds(event("ExternalSalesInvoice", "external_sales_invoice_updated", credit))).toEqual([
    "CREDIT_NOTE UPDATED",
  ]);
  expect(kinds(event("SalesInvoice", "sales_invoice_destroyed"))).toEqual(["INVOICE DELETED", "CREDIT_NOTE DELETED"]);
});

test("reports an external invoice like any other", () => {
  const invoice = { total_price_incl_tax: "121.0" };
  const actions = ["created", "state_changed_to_paid", "marked_as_uncollectible", "destroyed"].map(
    (verb) => `external_sales_invoice_${verb}`,
  );
  expect(
    [...actions, "payment_registered"].flatMap((action) => kinds(event("ExternalSalesInvoice", action, invoice))),
  ).toEqual(["INVOICE CREATED", "INVOICE UPDATED", "INVOICE UPDATED", "INVOICE DELETED", "INVOICE UPDATED"]);
});

test("reports an offer as an offer, although it has a total", () => {
  expect(kinds(event("Estimate", "estimate_updated", { total_price_incl_tax: "-12.1" }))).toEqual(["OFFER UPDATED"]);
});

test("reports a contact for all its lists, and a document for those that it may be in", () => {
  expect(kinds(event("Contact", "contact_person_destroyed"))).toEqual([
    "CONTACT UPDATED",
    "CUSTOMER UPDATED",
    "SUPPLIER UPDATED",
  ]);
  expect(kinds(event("Document", "document_saved", { general_journal_document_entries: [] }))).toEqual([
    "JOURNAL_ENTRY CREATED",
  ]);
  expect(kinds(event("Document", "document_destroyed"))).toEqual(["BILL DELETED", "EXPENSE DELETED"]);
  expect(kinds(event("Goal", "goal_completed"))).toEqual([]);
});

test("refuses a wrong token, a wrong signature and a missing signature", () => {
  const right = { entity_type: "Contact", entity_id: "7", action: "contact_changed", entity };
  expect(webhooks.receive(post(right)).kind).toBe("notices");
  expect(webhooks.receive(post({ ...right, webhook_token: "anders" })).kind).toBe("invalidSignature");
  expect(webhooks.receive(post(right, "whsec_anders")).kind).toBe("invalidSignature");
  expect(webhooks.receive({ ...post(right), headers: {} }).kind).toBe("invalidSignature");
});

test("answers any post while the webhook is being created", () => {
  const { facts: _later, ...early } = post({ action: "test_webhook" });
  expect(webhooks.receive(early)).toEqual({ kind: "handshake" });
});

test("subscribes to every event of a record once", async () => {
  const events: string[] = [];
  const send = async ({ body }: VendorRequest) => {
    events.push(...(body as { enabled_events: string[] }).enabled_events);
    return { id: "1", token: "geheim" };
  };
  const address = { url: "https://kontor.example/hook", secret: "", scope: { company: "123" } };
  await webhooks.subscribe?.(sessionWith({ send }), address);
  expect(new Set(events).size).toBe(events.length);
  expect(events).toEqual(
    expect.arrayContaining([
      "contact_created_from_checkout_order",
      "sales_invoice_created_from_checkout_order",
      "credit_invoice_created_from_original",
      "estimate_created_from_original_invoice",
      "document_saved_from_si",
      "external_sales_invoice_created",
      "external_sales_invoice_destroyed",
      // Groups of events, one per state.
      "sales_invoice_state_changed",
      "external_sales_invoice_state_changed",
    ]),
  );
});
