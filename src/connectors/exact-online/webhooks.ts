/** Exact Online posts one change at a time, with no more than the record's id. The body contains a hash of its content. */
import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, timingSafeEquals } from "../../kit/webhooks.ts";
import { allOf, guid, quoted, recordIn } from "./conventions.ts";
import type { Account, Body, Identified, SalesInvoice } from "./types.ts";

/** The vendor's topics, and the lists that a record may be in (vendor's pages on webhooks and resources, 2026-11). */
const topics: Readonly<Record<string, readonly [RecordResource, ...RecordResource[]]>> = {
  Accounts: ["CUSTOMER", "SUPPLIER"],
  Items: ["ITEM"],
  PurchaseOrders: ["PURCHASE_ORDER"],
  Quotations: ["OFFER"],
  SalesInvoices: ["INVOICE", "CREDIT_NOTE"],
  SalesOrders: ["SALES_ORDER"],
};
const actions: Readonly<Record<string, EventType>> = { create: "CREATED", update: "UPDATED", delete: "DELETED" };
const eventTypes: readonly EventType[] = Object.values(actions);

type Content = Readonly<Record<"Topic" | "Action" | "Key" | "EventCreatedOn", unknown>>;

/** The hash covers the content's exact text, so it is taken from the body before parsing. */
const form = /^\s*\{\s*"Content"\s*:\s*(?<content>\{.*\})\s*,\s*"HashCode"\s*:\s*"(?<hash>[0-9A-F]{64})"\s*\}\s*$/is;

function contentOf({ body, secret }: VendorPost): Content | undefined {
  const { content = "", hash = "" } = form.exec(body.toString("utf8"))?.groups ?? {};
  const expected = createHmac("sha256", secret).update(content).digest("hex");
  if (content === "" || !timingSafeEquals(hash.toLowerCase(), expected)) return undefined;
  try {
    return JSON.parse(content) as Content;
  } catch {
    return undefined;
  }
}

const zoned = (at: string): string => (/(?:Z|[+-]\d{2}:?\d{2})$/.test(at) ? at : `${at}Z`);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function noticesOf({ Topic, Action, Key, EventCreatedOn }: Content): readonly Notice[] {
  const resources = topics[text(Topic)] ?? [];
  const [first] = resources;
  const eventType = actions[text(Action).toLowerCase()];
  const resourceId = text(Key).toLowerCase();
  const at = text(EventCreatedOn);
  if (first === undefined || eventType === undefined || resourceId === "") return [];
  const notice = { eventType, resourceId, changedAt: at === "" ? new Date().toISOString() : zoned(at) };
  if (resources.length === 1) return [{ ...notice, resource: first }];
  // A deleted record can no longer be looked up, so it is reported for every list that it may have been in.
  if (eventType === "DELETED") return resources.map((resource) => ({ ...notice, resource }));
  return [{ ...notice, resource: first, ambiguous: text(Topic) }];
}

const creditTypes = [8021, 8024];

async function listsOf(topic: string, id: string, session: Session): Promise<readonly RecordResource[]> {
  const read = async <Native>(set: string, $select: string) =>
    recordIn((await undefinedIfMissing(session.read(`${set}(${guid(id)})`, { $select }))) as Body<Native> | undefined);
  if (topic === "SalesInvoices") {
    const found = await read<SalesInvoice>("/salesinvoice/SalesInvoices", "InvoiceID,Type");
    return found === undefined ? [] : [creditTypes.includes(found.Type ?? 0) ? "CREDIT_NOTE" : "INVOICE"];
  }
  const { Status, IsSupplier } = (await read<Account>("/crm/Accounts", "ID,Status,IsSupplier")) ?? {};
  return [...(Status?.trim() === "C" ? (["CUSTOMER"] as const) : []), ...(IsSupplier ? (["SUPPLIER"] as const) : [])];
}

const subscriptionsAt = ({ scope: { company } }: VendorAddress): string =>
  path`/${company}/webhooks/WebhookSubscriptions`;

async function unsubscribe(session: Session, { facts }: VendorSubscription, address: VendorAddress): Promise<void> {
  const { ids } = facts as { readonly ids: readonly string[] };
  for (const id of ids)
    await undefinedIfMissing(session.send({ method: "DELETE", path: `${subscriptionsAt(address)}(${guid(id)})` }));
}

type Existing = Identified & { readonly Topic?: string };

const existingAt = (session: Session, address: VendorAddress): Promise<readonly Existing[]> =>
  allOf<Existing>(session, subscriptionsAt(address), {
    $select: "ID,Topic",
    $filter: `CallbackURL eq ${quoted(address.url)}`,
  });

/** One subscription per topic. A repeated attempt uses the subscriptions that exist already. */
async function subscribe(session: Session, address: VendorAddress): Promise<VendorSubscription> {
  const at = subscriptionsAt(address);
  const existing = await existingAt(session, address);
  const ids: string[] = [];
  for (const Topic of Object.keys(topics)) {
    const existingId = existing.find((subscription) => subscription.Topic === Topic)?.ID;
    const body = { CallbackURL: address.url, Topic };
    const id = existingId ?? recordIn((await session.send({ method: "POST", path: at, body })) as Body<Identified>)?.ID;
    if (id) ids.push(id);
  }
  return { facts: { ids } };
}

export const webhooks: Webhooks = {
  setUp: "api",
  signedWith: "appKey",
  resources: Object.fromEntries(
    Object.values(topics).flatMap((lists) => lists.map((resource) => [resource, eventTypes])),
  ),
  receive: (post) => {
    // During `subscribe`, the vendor checks that the URL responds.
    if (post.facts === undefined && post.body.length === 0) return { kind: "handshake" };
    const content = contentOf(post);
    return content === undefined ? invalidSignature : { kind: "notices", notices: noticesOf(content) };
  },
  lookUp: async ({ ambiguous, ...notice }, session) =>
    (await listsOf(text(ambiguous), notice.resourceId, session)).map((resource) => ({ ...notice, resource })),
  subscribe,
  isActive: async (session, _, address) => {
    const subscribed = new Set((await existingAt(session, address)).map(({ Topic }) => Topic));
    return Object.keys(topics).every((topic) => subscribed.has(topic));
  },
  unsubscribe,
};
