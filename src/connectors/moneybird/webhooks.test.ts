import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/vendorSession.ts";
import { type VendorRequest } from "../../contract/session.ts";
import { webhooks } from "./webhooks.ts";

const facts = { id: "1", token: "geheim", signingSecret: "whsec_voorbeeld" };
const post = (told: object, secret = facts.signingSecret) => {
  const body = Buffer.from(JSON.stringify({ webhook_token: facts.token, ...told }));
  const digest = createHmac("sha256", secret).update("1790000000.").update(body).digest("hex");
  const headers = { "moneybird-signature": `t=1790000000,v2=0,v1=00,v1=${digest}` };
  return { headers, query: {}, body, secret: "", facts };
};
const entity = { updated_at: "2026-10-23T12:56:54.783Z" };
const event = (kind: string, action: string, more: object = {}) =>
  webhooks.receive(post({ entity_type: kind, entity_id: "7", action, entity: { ...entity, ...more } }));

test("a payment of an invoice changes the invoice, also when it is deleted", () => {
  for (const action of ["payment_registered", "payment_destroyed"])
    expect(event("SalesInvoice", action)).toEqual({
      kind: "notices",
      notices: [{ resource: "INVOICE", eventType: "UPDATED", resourceId: "7", changedAt: entity.updated_at }],
    });
});

test("a credit invoice is told as both, a contact as all that it may be", () => {
  const kinds = (receipt: ReturnType<typeof event>) =>
    receipt.kind === "notices" ? receipt.notices.map((one) => `${one.resource} ${one.eventType}`) : receipt.kind;
  expect(
    kinds(
      event("SalesInvoice", "sales_invoice_created", {
        original_sales_invoice_id: "1",
        total_price_incl_tax: "-363.0",
      }),
    ),
  ).toEqual(["INVOICE CREATED", "CREDIT_NOTE CREATED"]);
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

test("a wrong token, a wrong signature and no signature are forgeries", () => {
  const right = { entity_type: "Contact", entity_id: "7", action: "contact_changed", entity };
  expect(webhooks.receive(post(right)).kind).toBe("notices");
  expect(webhooks.receive(post({ ...right, webhook_token: "anders" })).kind).toBe("invalidSignature");
  expect(webhooks.receive(post(right, "whsec_anders")).kind).toBe("invalidSignature");
  expect(webhooks.receive({ ...post(right), headers: {} }).kind).toBe("invalidSignature");
});

test("while a webhook is being made, anything is answered", () => {
  const { facts: _later, ...early } = post({ action: "test_webhook" });
  expect(webhooks.receive(early)).toEqual({ kind: "handshake" });
});

test("every way in which a record comes about is asked for, once", async () => {
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
    ]),
  );
});
