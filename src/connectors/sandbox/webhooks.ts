/** The sandbox's webhooks: subscribed by API with a handshake, valid for three days, signed with HMAC-SHA256. */
import type { EventType, RecordResource } from "../../contract/event.ts";
import type { Scope } from "../../contract/session.ts";
import type { Notice, Receipt, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { invalidSignature, isSignedByHmac, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import type { Post, PostedEvent, Subscription } from "./types.ts";

/** The sandbox reports no changes of accounts, bank accounts and dimensions. */
const resources: Readonly<Record<string, RecordResource>> = {
  bills: "BILL",
  "booking-proposals": "BOOKING_PROPOSAL",
  contacts: "CONTACT",
  "credit-notes": "CREDIT_NOTE",
  customers: "CUSTOMER",
  expenses: "EXPENSE",
  invoices: "INVOICE",
  items: "ITEM",
  "journal-entries": "JOURNAL_ENTRY",
  offers: "OFFER",
  payments: "PAYMENT",
  "purchase-orders": "PURCHASE_ORDER",
  "sales-orders": "SALES_ORDER",
  suppliers: "SUPPLIER",
};
const kinds: Readonly<Record<string, EventType>> = { created: "CREATED", updated: "UPDATED", deleted: "DELETED" };

interface Facts {
  readonly id: string;
  readonly signingSecret: string;
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(Object.values(resources).map((resource) => [resource, Object.values(kinds)])),
  receive,
  subscribe: async (session, { url, secret, scope }) => {
    const body = { url, token: secret, collections: Object.keys(resources) };
    const created = (await session.send({ method: "POST", path: listOf(scope), body })) as Subscription;
    return {
      facts: { id: created.id, signingSecret: created.signing_secret } satisfies Facts,
      expiresAt: created.expires_at,
    };
  },
  renew: async (session, subscription, { scope }) => {
    const renewal = `${listOf(scope)}${path`/${idOf(subscription)}/renewal`}`;
    const { expires_at } = (await session.send({ method: "POST", path: renewal })) as Subscription;
    return { ...subscription, expiresAt: expires_at };
  },
  unsubscribe: async (session, subscription, { scope }) => {
    await session.send({ method: "DELETE", path: `${listOf(scope)}${path`/${idOf(subscription)}`}` });
  },
};

const idOf = ({ facts }: VendorSubscription): string => (facts as Facts).id;
const listOf = ({ environment, company }: Scope): string =>
  path`/environments/${environment}/companies/${company}/webhook-subscriptions`;

const hmac = { header: "x-sandbox-signature", digest: "sha256", encoding: "hex" } as const;

function receive(post: VendorPost): Receipt {
  const token = post.headers["x-sandbox-token"];
  if (token !== undefined) {
    const { type, challenge } = read(post);
    const isHandshake = type === "handshake" && typeof challenge === "string" && timingSafeEquals(token, post.secret);
    return isHandshake ? { kind: "handshake", body: challenge } : invalidSignature;
  }
  const secret = (post.facts as Facts | undefined)?.signingSecret;
  if (secret === undefined || !isSignedByHmac({ ...post, secret }, hmac)) return invalidSignature;
  return { kind: "notices", notices: (read(post).events ?? []).flatMap(noticeOf) };
}

const read = (post: VendorPost): Post => jsonOf(post) ?? {};

function noticeOf({ number, list, id, kind, at }: PostedEvent): Notice[] {
  const resource = resources[list];
  const eventType = kinds[kind];
  return resource && eventType ? [{ resource, eventType, resourceId: id, changedAt: at, number }] : [];
}
