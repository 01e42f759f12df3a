/** Exact Online posts one change at a time and says no more than what it is of; the hash of that is in the body. */
import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { ifFound } from "../../kit/reading.ts";
import { invalidSignature, isSame } from "../../kit/webhooks.ts";
import { allOf, guid, quoted, recordIn } from "./conventions.ts";
import type { Account, Body, Identified, SalesInvoice } from "./types.ts";

/** What we list of its topics (vendor's pages of webhooks and of resources, 2026-11), and in which lists it may be. */
const topics: Readonly<Record<string, readonly [RecordResource, ...RecordResource[]]>> = {
  Accounts: ["CUSTOMER", "SUPPLIER"],
  Items: ["ITEM"],
  PurchaseOrders: ["PURCHASE_ORDER"],
  Quotations: ["OFFER"],
  SalesInvoices: ["INVOICE", "CREDIT_NOTE"],
  SalesOrders: ["SALES_ORDER"],
};
const actions: Readonly<Record<string, EventType>> = { create: "CREATED", update: "UPDATED", delete: "DELETED" };
const all: readonly EventType[] = Object.values(actions);

type Content = Readonly<Record<"Topic" | "Action" | "Key" | "EventCreatedOn", unknown>>;

/** Over the content as it stands there, before anybody reads it. */
const form = /^\s*\{\s*"Content"\s*:\s*(?<content>\{.*\})\s*,\s*"HashCode"\s*:\s*"(?<hash>[0-9A-F]{64})"\s*\}\s*$/is;

function contentOf({ body, secret }: VendorPost): Content | undefined {
  const { content = "", hash = "" } = form.exec(body.toString("utf8"))?.groups ?? {};
  const expected = createHmac("sha256", secret).update(content).digest("hex");
  if (content === "" || !isSame(hash.toLowerCase(), expected)) return undefined;
  try {
    return JSON.parse(content) as Content;
  } catch {
    return undefined;
  }
}

const zoned = (at: string): string => (/(?:Z|[+-]\d{2}:?\d{2})$/.test(at) ? at : `${at}Z`);
const words = (value: unknown): string => (typeof value === "string" ? value : "");

function noticesOf({ Topic, Action, Key, EventCreatedOn }: Content): readonly Notice[] {
  const [first, ...others] = topics[words(Topic)] ?? [];
  const eventType = actions[words(Action).toLowerCase()];
  const resourceId = words(Key).toLowerCase();
  const at = words(EventCreatedOn);
  if (first === undefined || eventType === undefined || resourceId === "") return [];
  const notice = { eventType, resourceId, changedAt: at === "" ? new Date().toISOString() : zoned(at) };
  if (others.length === 0) return [{ ...notice, resource: first }];
  // What is gone cannot be looked up any more: it is gone from either list that it may have been in.
  if (eventType === "DELETED") return [first, ...others].map((resource) => ({ ...notice, resource }));
  return [{ ...notice, resource: first, ambiguous: words(Topic) }];
}

const credits = [8021, 8024];

async function listsOf(topic: string, id: string, session: Session): Promise<readonly RecordResource[]> {
  const read = async <Native>(place: string, $select: string) =>
    recordIn((await ifFound(session.read(`${place}(${guid(id)})`, { $select }))) as Body<Native> | undefined);
  if (topic === "SalesInvoices") {
    const found = await read<SalesInvoice>("/salesinvoice/SalesInvoices", "InvoiceID,Type");
    return found === undefined ? [] : [credits.includes(found.Type ?? 0) ? "CREDIT_NOTE" : "INVOICE"];
  }
  const { Status, IsSupplier } = (await read<Account>("/crm/Accounts", "ID,Status,IsSupplier")) ?? {};
  return [...(Status?.trim() === "C" ? (["CUSTOMER"] as const) : []), ...(IsSupplier ? (["SUPPLIER"] as const) : [])];
}

const subscriptionsAt = ({ scope: { company } }: VendorAddress): string =>
  path`/${company}/webhooks/WebhookSubscriptions`;

async function unsubscribe(session: Session, { facts }: VendorSubscription, address: VendorAddress): Promise<void> {
  const { ids } = facts as { readonly ids: readonly string[] };
  for (const id of ids)
    await ifFound(session.send({ method: "DELETE", path: `${subscriptionsAt(address)}(${guid(id)})` }));
}

/** One a topic. What an earlier attempt made is there already. */
async function subscribe(session: Session, address: VendorAddress): Promise<VendorSubscription> {
  const at = subscriptionsAt(address);
  const query = { $select: "ID,Topic", $filter: `CallbackURL eq ${quoted(address.url)}` };
  const known = await allOf<Identified & { readonly Topic?: string }>(session, at, query);
  const ids: string[] = [];
  for (const Topic of Object.keys(topics)) {
    const there = known.find((one) => one.Topic === Topic)?.ID;
    const body = { CallbackURL: address.url, Topic };
    const made = there ?? recordIn((await session.send({ method: "POST", path: at, body })) as Body<Identified>)?.ID;
    if (made) ids.push(made);
  }
  return { facts: { ids } };
}

export const webhooks: Webhooks = {
  setUp: "api",
  signedWith: "appKey",
  resources: Object.fromEntries(Object.values(topics).flatMap((lists) => lists.map((resource) => [resource, all]))),
  receive: (post) => {
    // While it answers `subscribe`, the vendor tries whether the address answers at all.
    if (post.facts === undefined && post.body.length === 0) return { kind: "handshake" };
    const content = contentOf(post);
    return content === undefined ? invalidSignature : { kind: "notices", notices: noticesOf(content) };
  },
  lookUp: async ({ ambiguous, ...notice }, session) =>
    (await listsOf(words(ambiguous), notice.resourceId, session)).map((resource) => ({ ...notice, resource })),
  subscribe,
  unsubscribe,
};
