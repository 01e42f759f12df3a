/**
 * Xentral posts the id of a record that was created, changed or deleted, and signs the bytes of the body followed by the time
 * in the header. There are no events of customers and suppliers.
 */
import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import type { Text, Webhook } from "./types.ts";

interface Subject {
  readonly resource: RecordResource;
  /** The field with the record's id. */
  readonly id: string;
  /** The vendor's words for its events. */
  readonly events: Readonly<Record<string, EventType>>;
}

const ofDocuments = {
  created: "CREATED",
  updated: "UPDATED",
  released: "UPDATED",
  sent: "UPDATED",
  canceled: "UPDATED",
  archived: "UPDATED",
  deleted: "DELETED",
} as const;

const subjects: Readonly<Record<string, Subject>> = {
  invoice: { resource: "INVOICE", id: "invoiceId", events: ofDocuments },
  creditNote: { resource: "CREDIT_NOTE", id: "creditNoteId", events: ofDocuments },
  offer: { resource: "OFFER", id: "offerId", events: ofDocuments },
  purchaseOrder: { resource: "PURCHASE_ORDER", id: "purchaseOrderId", events: ofDocuments },
  salesOrder: {
    resource: "SALES_ORDER",
    id: "salesOrderId",
    events: {
      created: "CREATED",
      imported: "CREATED",
      updated: "UPDATED",
      released: "UPDATED",
      sent: "UPDATED",
      dispatched: "UPDATED",
      archived: "UPDATED",
      deleted: "DELETED",
    },
  },
  product: { resource: "ITEM", id: "id", events: { created: "CREATED", updated: "UPDATED", deleted: "DELETED" } },
};

const eventIds = Object.entries(subjects).flatMap(([name, { events }]) =>
  Object.keys(events).map((event) => `com.xentral.${name}.${event}.v1`),
);

interface Post {
  readonly type?: unknown;
  readonly body?: unknown;
}

const isSigned = ({ headers, body, secret }: VendorPost): boolean => {
  const time = headers["xentral-request-timestamp"] ?? "";
  const signature = createHmac("sha256", secret).update(body).update(time).digest("hex");
  return time !== "" && timingSafeEquals(headers["xentral-signature"], signature);
};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** The time of the change, or of the post if the body has none. */
function momentOf(body: Readonly<Record<string, unknown>>, { headers }: VendorPost): string {
  const stated = textOf(body["updatedAt"] ?? body["createdAt"]);
  const at = stated === undefined ? Number(headers["xentral-request-timestamp"]) * 1000 : Date.parse(stated);
  return new Date(Number.isNaN(at) ? Date.now() : at).toISOString();
}

function noticesOf(post: VendorPost, { type, body }: Post): readonly Notice[] {
  const [, name = "", event = ""] = /^com\.xentral\.(\w+)\.(\w+)\.v\d+$/.exec(String(type)) ?? [];
  const subject = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  const eventType = subject !== undefined && Object.hasOwn(subject.events, event) ? subject.events[event] : undefined;
  const facts = (typeof body === "object" && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  // Some events have the whole record, whose id is under its usual name, too.
  const resourceId = subject === undefined ? undefined : textOf(facts[subject.id] ?? facts["id"]);
  if (subject === undefined || eventType === undefined || resourceId === undefined) return [];
  return [{ resource: subject.resource, eventType, resourceId, changedAt: momentOf(facts, post) }];
}

interface Facts {
  readonly url: string;
  readonly events: readonly string[];
}

interface Listed<Native> {
  readonly data?: readonly Native[] | null;
}

async function allOf<Native>(session: Session, at: string): Promise<readonly Native[]> {
  const { data } = (await session.read(at)) as Listed<Native>;
  return data ?? [];
}

const registered = (session: Session): Promise<readonly Webhook[]> => allOf<Webhook>(session, "/v1/webhooks");

async function unsubscribe(session: Session, { facts }: VendorSubscription): Promise<void> {
  for (const { id, url } of await registered(session))
    if (url === (facts as Facts).url)
      await undefinedIfMissing(session.send({ method: "DELETE", path: path`/v1/webhooks/${String(id)}` }));
}

/** The catalogue of events depends on the instance, and its version. */
async function offeredEvents(session: Session): Promise<readonly string[]> {
  const types = await allOf<{ readonly id?: Text }>(session, "/v1/webhookEventTypes");
  const known = new Set(types.map(({ id }) => id));
  return eventIds.filter((id) => known.has(id));
}

/** The reply is empty, and the list shows what was registered, so the URL identifies the webhook. */
async function subscribe(session: Session, { url, secret }: VendorAddress): Promise<{ readonly facts: Facts }> {
  const events = await offeredEvents(session);
  if (events.length === 0)
    throw new Failure("target_forbidden", "This Xentral instance offers no events of documents or products.");
  await session.send({
    method: "POST",
    path: "/v1/webhooks",
    body: { name: "Kontor", url, signatureKey: secret, events: events.map((id) => ({ id })) },
  });
  return { facts: { url, events } };
}

async function isActive(session: Session, { facts }: VendorSubscription): Promise<boolean> {
  const { url, events } = facts as Facts;
  const found = (await registered(session)).find((webhook) => webhook.url === url);
  const known = new Set(found?.events?.map(({ id }) => id));
  return events.every((id) => known.has(id));
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(
    Object.values(subjects).map(({ resource, events }) => [resource, [...new Set(Object.values(events))]]),
  ),
  receive: (post) => {
    const body = jsonOf(post);
    if (!body || !isSigned(post)) return invalidSignature;
    return { kind: "notices", notices: noticesOf(post, body) };
  },
  subscribe,
  isActive,
  unsubscribe,
};
