import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, Webhooks } from "../../contract/webhooks.ts";
import { invalidSignature, isSignedByHmac, jsonOf } from "../../kit/webhooks.ts";
import { readOne } from "./conventions.ts";
import type { WebhookEvent } from "./types.ts";

const changes: Readonly<Record<string, EventType>> = { CREATE: "CREATED", UPDATE: "UPDATED" };
/** Events of credit notes have a type. The contract has no events for those of suppliers. */
const categories: Readonly<Record<string, RecordResource>> = {
  CONTACT: "CONTACT",
  INVOICE: "INVOICE",
  CREDITNOTE: "CREDIT_NOTE",
};

function noticesOf({ resourceId, eventDateUtc, eventType, eventCategory, tenantId, data }: WebhookEvent): Notice[] {
  const resource = categories[eventCategory];
  const change = changes[eventType];
  if (resource === undefined || change === undefined || data?.Type === "ACCPAYCREDIT") return [];
  return [
    {
      resource,
      eventType: change,
      resourceId,
      company: tenantId,
      // UTC, without a time zone.
      changedAt: `${eventDateUtc.replace(/Z$/, "")}Z`,
      ...(eventCategory !== "CREDITNOTE" && { ambiguous: eventCategory }),
    },
  ];
}

/** Xero's invoices may be bills, and a contact is in up to three of our lists. */
async function resourcesOf({ resource, resourceId }: Notice, session: Session): Promise<readonly RecordResource[]> {
  if (resource === "INVOICE") {
    const { Type } = await readOne(session, "Invoices", resourceId);
    return [Type === "ACCPAY" ? "BILL" : "INVOICE"];
  }
  const { IsCustomer, IsSupplier } = await readOne(session, "Contacts", resourceId);
  return ["CONTACT", ...(IsCustomer ? (["CUSTOMER"] as const) : []), ...(IsSupplier ? (["SUPPLIER"] as const) : [])];
}

const eventTypes = ["CREATED", "UPDATED"] as const;

/** Set up in Xero's developer portal, once for all organisations. */
export const webhooks: Webhooks = {
  setUp: "portal",
  resources: {
    BILL: eventTypes,
    CONTACT: eventTypes,
    CREDIT_NOTE: eventTypes,
    CUSTOMER: eventTypes,
    INVOICE: eventTypes,
    SUPPLIER: eventTypes,
  },
  receive: (post) => {
    if (!isSignedByHmac(post, { header: "x-xero-signature", digest: "sha256", encoding: "base64" }))
      return invalidSignature;
    const { events = [] } = (jsonOf(post) ?? {}) as { readonly events?: readonly WebhookEvent[] };
    return { kind: "notices", notices: events.flatMap(noticesOf) };
  },
  lookUp: async ({ ambiguous: _known, ...notice }, session) =>
    (await resourcesOf(notice, session)).map((resource) => ({ ...notice, resource })),
};
