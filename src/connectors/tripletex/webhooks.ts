/** Tripletex posts one change at a time. Each kind of change needs a separate subscription. */
import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { allOf } from "./conventions.ts";
import { updatedDate } from "./fields.ts";
import type { Changed, Listed, Reference } from "./types.ts";

/** The records that have all three kinds of events (the vendor's page on webhooks, 2026-11), and our lists of them. */
const subjects: Readonly<Record<string, RecordResource>> = {
  account: "ACCOUNT",
  contact: "CONTACT",
  customer: "CUSTOMER",
  order: "SALES_ORDER",
  product: "ITEM",
  supplier: "SUPPLIER",
  voucher: "JOURNAL_ENTRY",
};
const verbs: Readonly<Record<string, EventType>> = { create: "CREATED", update: "UPDATED", delete: "DELETED" };

const events = Object.keys(subjects).flatMap((subject) => Object.keys(verbs).map((verb) => `${subject}.${verb}`));

interface Post {
  readonly event?: string;
  readonly id?: number | string;
  readonly value?: Changed | null;
}

/** The signature covers the idempotency key and the body, with an ampersand between them. */
function isSigned({ headers, body, secret }: VendorPost): boolean {
  const mac = createHmac("sha512", secret)
    .update(`${headers["idempotency-key"] ?? ""}&`)
    .update(body);
  return timingSafeEquals(headers["x-request-signature"], mac.digest("base64"));
}

const subscriptions = "/event/subscription/list";

async function unsubscribe(session: Session, { facts }: VendorSubscription): Promise<void> {
  const { ids } = facts as { readonly ids: readonly (number | string)[] };
  if (ids.length > 0)
    await undefinedIfMissing(session.send({ method: "DELETE", path: subscriptions, query: { ids: ids.join(",") } }));
}

/** Tripletex disables a subscription after too many errors, and sets its status to DISABLED or DISABLED_…. */
async function isActive(session: Session, { facts }: VendorSubscription): Promise<boolean> {
  const { ids } = facts as { readonly ids: readonly (number | string)[] };
  const query = { fields: "id,status" };
  const found = await allOf<Reference & { readonly status?: string | null }>(session, "/event/subscription", query);
  const active = new Set(found.filter(({ status }) => (status ?? "ACTIVE") === "ACTIVE").map(({ id }) => String(id)));
  return ids.every((id) => active.has(String(id)));
}

const eventTypes: readonly EventType[] = Object.values(verbs);

export const webhooks: Webhooks = {
  setUp: "api",
  withinCompany: true,
  resources: Object.fromEntries(Object.values(subjects).map((resource) => [resource, eventTypes])),
  receive: (post) => {
    if (!isSigned(post)) return invalidSignature;
    const { event = "", id, value } = (jsonOf(post) ?? {}) as Post;
    const [subject = "", verb = ""] = event.toLowerCase().split(".");
    const resource = subjects[subject];
    const eventType = verbs[verb];
    if (resource === undefined || eventType === undefined || id === undefined) return { kind: "notices", notices: [] };
    // A deletion has no time.
    const changedAt = updatedDate(value ?? {}) ?? new Date().toISOString();
    return { kind: "notices", notices: [{ resource, eventType, resourceId: String(id), changedAt }] };
  },
  subscribe: async (session, { url, secret }) => {
    const body = events.map((event) => ({
      event,
      targetUrl: url,
      fields: "id,changes",
      hmacSharedSecret: secret,
    }));
    const { values = [] } = (await session.send({ method: "POST", path: subscriptions, body })) as Listed<Reference>;
    return { facts: { ids: values.map(({ id }) => id) } };
  },
  isActive,
  unsubscribe,
};
