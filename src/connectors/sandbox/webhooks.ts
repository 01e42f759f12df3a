/** The sandbox's own webhooks: asked for by API, with a handshake, for three days at a time, signed with HMAC-SHA256. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import type { Notice, Receipt, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import type { Text } from "./types.ts";

/** Accounts, bank accounts and dimensions are not among the lists that it tells of. */
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

interface Told {
  readonly type?: Text;
  readonly challenge?: Text;
  readonly events?: readonly { list: string; id: string; kind: string; at: string }[];
}

interface Made {
  readonly id: string;
  readonly expires_at: string;
  readonly signing_secret: string;
}

interface Facts {
  readonly id: string;
  readonly signingSecret: string;
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(Object.values(resources).map((resource) => [resource, Object.values(kinds)])),
  receive,
  subscribe: async (session, { url, secret, scope }) => {
    const asked = { url, token: secret, collections: Object.keys(resources) };
    const made = (await session.send({ method: "POST", path: listOf(scope), body: asked })) as Made;
    return { facts: { id: made.id, signingSecret: made.signing_secret } satisfies Facts, expiresAt: made.expires_at };
  },
  renew: async (session, subscription, { scope }) => {
    const renewal = `${listOf(scope)}${path`/${idOf(subscription)}/renewal`}`;
    const { expires_at } = (await session.send({ method: "POST", path: renewal })) as Made;
    return { ...subscription, expiresAt: expires_at };
  },
  unsubscribe: async (session, subscription, { scope }) => {
    await session.send({ method: "DELETE", path: `${listOf(scope)}${path`/${idOf(subscription)}`}` });
  },
};

const idOf = ({ facts }: VendorSubscription): string => (facts as Facts).id;
const listOf = ({ environment, company }: { environment?: string | undefined; company?: string | undefined }): string =>
  path`/environments/${environment}/companies/${company}/webhook-subscriptions`;

function receive({ headers, body, secret, facts }: VendorPost): Receipt {
  const token = headers["x-sandbox-token"];
  if (token !== undefined) {
    const { type, challenge } = read(body);
    const isGreeting = type === "handshake" && typeof challenge === "string" && isSame(token, secret);
    return isGreeting ? { kind: "handshake", body: challenge } : { kind: "invalidSignature" };
  }
  const key = (facts as Facts | undefined)?.signingSecret;
  const signature = key === undefined ? undefined : createHmac("sha256", key).update(body).digest("hex");
  if (signature === undefined || !isSame(headers["x-sandbox-signature"] ?? "", signature))
    return { kind: "invalidSignature" };
  return { kind: "notices", notices: (read(body).events ?? []).flatMap(noticeOf) };
}

function noticeOf({ list, id, kind, at }: { list: string; id: string; kind: string; at: string }): Notice[] {
  const [resource, eventType] = [resources[list], kinds[kind]];
  return resource && eventType ? [{ resource, eventType, resourceId: id, changedAt: at }] : [];
}

function read(body: Buffer): Told {
  try {
    return (JSON.parse(body.toString("utf8")) ?? {}) as Told;
  } catch {
    return {};
  }
}

const digest = (text: string): Buffer => createHmac("sha256", "same").update(text).digest();
const isSame = (some: string, other: string): boolean => timingSafeEqual(digest(some), digest(other));
