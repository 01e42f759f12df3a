/** Each kind of event has its own subscription. Webhook calls have only the record's id and are signed with the vendor's key. */

import { setTimeout } from "node:timers/promises";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf } from "../../kit/webhooks.ts";
import { readContact } from "./contacts.ts";
import { isSigned } from "./signature.ts";
import type { Event, EventSubscription } from "./types.ts";
import { readVoucher } from "./vouchers.ts";

const keyUrl = "https://developers.lexware.io/webhookSignature/public/public_key.pub";

/** The lists of each kind of record: the first contains every record; the others contain some, which takes a lookup. */
const kinds: Readonly<Record<string, readonly RecordResource[]>> = {
  article: ["ITEM"],
  contact: ["CONTACT", "CUSTOMER", "SUPPLIER"],
  "credit-note": ["CREDIT_NOTE"],
  invoice: ["INVOICE"],
  "order-confirmation": ["SALES_ORDER"],
  payment: ["PAYMENT"],
  quotation: ["OFFER"],
  voucher: ["BOOKING_PROPOSAL", "BILL", "EXPENSE"],
};

const changes: Readonly<Record<string, EventType>> = {
  created: "CREATED",
  changed: "UPDATED",
  "status.changed": "UPDATED",
  deleted: "DELETED",
};

const events = [
  ...["article", "contact"].flatMap((kind) => [`${kind}.created`, `${kind}.changed`, `${kind}.deleted`]),
  ...["credit-note", "invoice", "order-confirmation", "quotation", "voucher"].flatMap((kind) =>
    Object.keys(changes).map((change) => `${kind}.${change}`),
  ),
  "payment.changed",
];

function noticesOf({ eventType, resourceId, eventDate }: Event): Notice[] {
  const dot = eventType.indexOf(".");
  const kind = eventType.slice(0, dot);
  const change = changes[eventType.slice(dot + 1)];
  if (change === undefined) return [];
  const notices = (kinds[kind] ?? []).map((resource) => ({
    resource,
    eventType: change,
    resourceId,
    changedAt: eventDate,
  }));
  // A deleted record cannot be looked up, so it is reported for every list that may have contained it.
  if (change === "DELETED") return notices;
  return [...notices.slice(0, 1), ...notices.slice(1, 2).map((notice) => ({ ...notice, ambiguous: kind }))];
}

async function resourcesOf(kind: unknown, id: string, session: Session): Promise<RecordResource[]> {
  if (kind === "contact") {
    const { roles } = await readContact(id, session);
    return [...(roles?.customer ? (["CUSTOMER"] as const) : []), ...(roles?.vendor ? (["SUPPLIER"] as const) : [])];
  }
  const { type } = await readVoucher(id, session);
  if (type === "purchaseinvoice") return ["BILL", "EXPENSE"];
  return type === "purchasecreditnote" ? ["EXPENSE"] : [];
}

const has = (error: unknown, code: Failure["code"]): boolean => error instanceof Failure && error.code === code;

const eventTypes = ["CREATED", "UPDATED", "DELETED"] as const;
const resources = Object.values(kinds).flat();

export const webhooks: Webhooks = {
  setUp: "api",
  resources: { ...Object.fromEntries(resources.map((resource) => [resource, eventTypes])), PAYMENT: ["UPDATED"] },
  receive: (post) => {
    const event = jsonOf(post);
    const { publicKey } = (post.facts ?? {}) as { readonly publicKey?: string };
    if (event === undefined || publicKey === undefined) return invalidSignature;
    // The vendor signs the body without whitespace.
    const isGenuine = [post.body, Buffer.from(JSON.stringify(event))].some((body) =>
      isSigned({ headers: post.headers, body }, publicKey),
    );
    return isGenuine ? { kind: "notices", notices: noticesOf(event as Event) } : invalidSignature;
  },
  lookUp: async ({ ambiguous, ...notice }, session) => {
    const found = await undefinedIfMissing(resourcesOf(ambiguous, notice.resourceId, session));
    return (found ?? []).map((resource) => ({ ...notice, resource }));
  },
  subscribe: async (session, { url }) => {
    const { bytes } = await session.download(keyUrl);
    for (const eventType of events) await subscribeTo(session, { eventType, callbackUrl: url });
    return { facts: { publicKey: bytes.toString("utf8") } };
  },
  // Lexware Office deletes a subscription whose URL answers with 404 or 410.
  isActive: async (session, _, { url }) => {
    const subscribed = new Set((await subscriptionsTo(session, url)).map(({ eventType }) => eventType));
    return events.every((event) => subscribed.has(event));
  },
  unsubscribe: async (session, _, { url }) => {
    for (const { subscriptionId } of await subscriptionsTo(session, url))
      await session.send({ method: "DELETE", path: path`/event-subscriptions/${subscriptionId}` });
  },
};

async function subscriptionsTo(session: Session, url: string): Promise<readonly EventSubscription[]> {
  const { content } = (await session.read("/event-subscriptions")) as { content: readonly EventSubscription[] };
  return content.filter(({ callbackUrl }) => callbackUrl === url);
}

/** There are more subscriptions than the vendor takes in a second. Those that exceed the limit are sent again. */
async function subscribeTo(session: Session, body: object, tries = 5): Promise<void> {
  try {
    await session.send({ method: "POST", path: "/event-subscriptions", body });
  } catch (error) {
    // The subscription exists from an earlier attempt.
    if (has(error, "target_conflict")) return;
    if (!has(error, "target_rate_limited") || tries === 1) throw error;
    await setTimeout(1000);
    await subscribeTo(session, body, tries - 1);
  }
}
