/** Webhooks that Xero posts, and their meaning (shapes: XeroAPI/Xero-OpenAPI 16.1.0, webhooks, its examples). */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { VendorPost } from "../../contract/webhooks.ts";
import { xero } from "./connector.ts";

function posted(events: readonly object[]): VendorPost {
  const body = Buffer.from(JSON.stringify({ events, firstEventSequence: 1, lastEventSequence: 1, entropy: "X" }));
  const signature = createHmac("sha256", "key").update(body).digest("base64");
  return { headers: { "x-xero-signature": signature }, query: {}, body, secret: "key" };
}
const event = {
  resourceId: "717f2bfc-0000-4000-8000-000000000005",
  eventDateUtc: "2026-06-21T01:15:39.902",
  eventType: "UPDATE",
  tenantId: "c2cc9b6e-0000-4000-8000-000000000006",
  tenantType: "ORGANISATION",
};

test("reads several changes from one post, and skips suppliers' credit notes", () => {
  const events = [
    { ...event, eventCategory: "INVOICE" },
    { ...event, eventCategory: "CREDITNOTE", data: { Type: "ACCPAYCREDIT", Status: "DRAFT" } },
    { ...event, eventCategory: "CREDITNOTE", eventType: "CREATE", data: { Type: "ACCRECCREDIT", Status: "DRAFT" } },
    { ...event, eventCategory: "SUBSCRIPTION" },
  ];
  const about = { resourceId: event.resourceId, company: event.tenantId, changedAt: "2026-06-21T01:15:39.902Z" };
  expect(xero.webhooks?.receive(posted(events))).toEqual({
    kind: "notices",
    notices: [
      { ...about, resource: "INVOICE", eventType: "UPDATED", ambiguous: "INVOICE" },
      { ...about, resource: "CREDIT_NOTE", eventType: "CREATED" },
    ],
  });
});

test("accepts Xero's signed test post, and refuses a wrong signature", () => {
  const trial = posted([]);
  expect(xero.webhooks?.receive(trial)).toEqual({ kind: "notices", notices: [] });
  expect(xero.webhooks?.receive({ ...trial, secret: "other" })).toEqual({ kind: "invalidSignature" });
});

test("resolves a supplier's invoice to a bill, and a contact to all its lists", async () => {
  const body = { Invoices: [{ Type: "ACCPAY" }], Contacts: [{ IsCustomer: true, IsSupplier: false }] };
  const session = sessionWith({ read: async () => body });
  const notice = { eventType: "UPDATED", resourceId: "1", changedAt: "2026-06-21T01:15:39Z" } as const;
  const resources = async (resource: "CONTACT" | "INVOICE") =>
    (await xero.webhooks?.lookUp?.({ ...notice, resource, ambiguous: resource }, session))?.map(
      (change) => change.resource,
    );
  expect(await resources("INVOICE")).toEqual(["BILL"]);
  expect(await resources("CONTACT")).toEqual(["CONTACT", "CUSTOMER"]);
});
