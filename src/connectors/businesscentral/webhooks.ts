import type { RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type {
  Notice,
  Receipt,
  VendorAddress,
  VendorPost,
  VendorSubscription,
  Webhooks,
} from "../../contract/webhooks.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { apiOf, companyOf } from "./access.ts";
import { isOneOf, matching, readEvery } from "./conventions.ts";
import { completed, type Entries, lastChange } from "./journalEntries.ts";
import type { GeneralLedgerEntry, Notification, Page, Stamped, Subscription } from "./types.ts";

/** The sets with notifications that are also lists of ours (dynamics-subscriptions.md, 2026-11). */
const resources: Readonly<Record<string, RecordResource>> = {
  accounts: "ACCOUNT",
  customers: "CUSTOMER",
  generalLedgerEntries: "JOURNAL_ENTRY",
  items: "ITEM",
  purchaseInvoices: "BILL",
  salesCreditMemos: "CREDIT_NOTE",
  salesInvoices: "INVOICE",
  salesOrders: "SALES_ORDER",
  salesQuotes: "OFFER",
  vendors: "SUPPLIER",
};
const ledger = "generalLedgerEntries";

const changes = vocabulary({ created: "CREATED", updated: "UPDATED", deleted: "DELETED" });
const everyChange = Object.fromEntries(Object.values(resources).map((resource) => [resource, changes.words]));

/** The records to look up: single ledger entries, or all records of a set that changed since. */
interface Ambiguity {
  readonly set: string;
  readonly entries?: readonly string[];
  readonly since?: string;
}

/** Business Central expects the token back before it posts anything. */
function handshake({ query }: VendorPost): Receipt | undefined {
  const { validationToken } = query;
  return validationToken === undefined ? undefined : { kind: "handshake", body: validationToken };
}

function receive(post: VendorPost): Receipt {
  const handshaken = handshake(post);
  if (handshaken !== undefined) return handshaken;
  const { value } = (jsonOf(post) ?? {}) as Page;
  const notifications = (Array.isArray(value) ? value : []) as readonly (Notification | null)[];
  const isGenuine =
    notifications.length > 0 && notifications.every((entry) => timingSafeEquals(text(entry?.clientState), post.secret));
  return isGenuine
    ? { kind: "notices", notices: gathered(notifications.flatMap((entry) => noticesOf(entry ?? {}))) }
    : invalidSignature;
}

/** Business Central reports a posting entry by entry. All entries are looked up together, so that they become one notice. */
function gathered(notices: readonly Notice[]): readonly Notice[] {
  const entriesIn = ({ ambiguous }: Notice): readonly string[] => (ambiguous as Ambiguity | undefined)?.entries ?? [];
  const isEntry = (notice: Notice): boolean => entriesIn(notice).length > 0;
  const together = changes.words.flatMap((change): Notice[] => {
    const reported = notices.filter((notice) => isEntry(notice) && notice.eventType === change);
    const [first] = reported;
    if (first === undefined) return [];
    return [{ ...first, ambiguous: { set: ledger, entries: reported.flatMap(entriesIn) } }];
  });
  return [...notices.filter((notice) => !isEntry(notice)), ...together];
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function noticesOf({ resource: path, changeType, lastModifiedDateTime }: Notification): readonly Notice[] {
  const [, set = "", id = ""] = /\/(\w+)(?:\(([0-9a-f-]{36})\))?(?:\?|$)/i.exec(text(path) ?? "") ?? [];
  const type = text(changeType) ?? "";
  const changedAt = text(lastModifiedDateTime) ?? "";
  const resource = resources[set];
  if (resource === undefined || changedAt === "") return [];
  const about = { resource, resourceId: id, changedAt };
  if (type === "collection") {
    const ambiguous: Ambiguity = { set, since: sinceIn(text(path) ?? "") ?? changedAt };
    return [{ ...about, eventType: "UPDATED", ambiguous }];
  }
  const eventType = changes.toContract(type);
  if (eventType === undefined || id === "") return [];
  const entry: Ambiguity = { set, entries: [id] };
  return [{ ...about, eventType, ...(set === ledger && { ambiguous: entry }) }];
}

/** The time in a collection's `$filter`. */
const sinceIn = (path: string): string | undefined =>
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/.exec(path.replaceAll(/%3a/gi, ":"))?.[0];

async function lookUp(notice: Notice, session: Session): Promise<readonly Notice[]> {
  const { set, entries, since } = notice.ambiguous as Ambiguity;
  const conditions = entries === undefined ? [`lastModifiedDateTime ge ${since}`] : isOneOf("id", entries);
  const found: Stamped[] = [];
  for (const $filter of conditions) found.push(...(await readEvery<Stamped>(session, `/${set}`, { $filter })));
  const records = set === ledger ? await documentsOf(session, found as GeneralLedgerEntry[]) : found;
  const { resource, eventType, changedAt } = notice;
  return records.map(({ id, lastModifiedDateTime }) => ({
    resource,
    eventType,
    resourceId: id,
    changedAt: lastModifiedDateTime ?? changedAt,
  }));
}

/** The documents of ledger entries, each with the id of its first entry and the time of its latest change. */
async function documentsOf(session: Session, entries: Entries): Promise<readonly Stamped[]> {
  const documents = new Map(entries.map((entry) => [`${entry.postingDate} ${entry.documentNumber}`, [entry]]));
  const found = await completed(session, [...documents.values()]);
  return found.flatMap((document) => {
    const [first] = document;
    return first === undefined ? [] : { ...first, lastModifiedDateTime: lastChange(document) };
  });
}

/** Each connection has one subscription per set, for three days at a time. This is stored for each. */
interface StoredSubscription {
  readonly set: string;
  readonly id: string;
}
interface ActiveSubscription extends StoredSubscription {
  readonly expires: string | undefined;
}

const subscriptionsAt = ({ scope }: VendorAddress): string => `${apiOf(scope.environment)}/subscriptions`;
const subscriptionAt = (address: VendorAddress, { id }: StoredSubscription): string =>
  `${subscriptionsAt(address)}('${encodeURIComponent(id.replaceAll("'", "''"))}')`;

const encodeSubscription = ({ url, secret, scope }: VendorAddress, set: string) => ({
  notificationUrl: url,
  resource: `/api/v2.0${companyOf(scope.company)}/${set}`,
  clientState: secret,
});

const storedIn = ({ facts }: VendorSubscription): readonly StoredSubscription[] =>
  Array.isArray(facts) ? (facts as StoredSubscription[]) : [];
const combined = (active: readonly ActiveSubscription[]): VendorSubscription => ({
  facts: active.map(({ set, id }) => ({ set, id })),
  expiresAt: active.flatMap(({ expires }) => expires ?? []).toSorted()[0],
});

async function add(session: Session, address: VendorAddress, set: string): Promise<ActiveSubscription> {
  const request = { method: "POST", path: subscriptionsAt(address), body: encodeSubscription(address, set) } as const;
  const { subscriptionId, expirationDateTime } = (await session.send(request)) as Subscription;
  return { set, id: subscriptionId, expires: expirationDateTime ?? undefined };
}

async function subscribe(session: Session, address: VendorAddress): Promise<VendorSubscription> {
  const added: ActiveSubscription[] = [];
  try {
    for (const set of Object.keys(resources)) added.push(await add(session, address, set));
  } catch (error) {
    await unsubscribe(session, combined(added), address);
    throw error;
  }
  return combined(added);
}

/** Undefined if the subscription is gone: Business Central ends it after a reply that it does not accept. */
async function tagged(session: Session, path: string) {
  const found = (await undefinedIfMissing(session.read(path))) as Subscription | undefined;
  return found && { path, headers: matching(found) };
}

async function renew(session: Session, subscription: VendorSubscription, address: VendorAddress) {
  const renewed: ActiveSubscription[] = [];
  for (const stored of storedIn(subscription)) {
    const found = await tagged(session, subscriptionAt(address, stored));
    if (found === undefined) renewed.push(await add(session, address, stored.set));
    else {
      const request = { method: "PATCH", ...found, body: encodeSubscription(address, stored.set) } as const;
      const { expirationDateTime } = (await session.send(request)) as Subscription;
      renewed.push({ ...stored, expires: expirationDateTime ?? undefined });
    }
  }
  return combined(renewed);
}

/** Business Central ends a subscription after a reply that it does not accept. */
async function isActive(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<boolean> {
  const existing = await readEvery<Subscription>(session, subscriptionsAt(address), {});
  const ids = new Set(existing.map(({ subscriptionId }) => subscriptionId));
  return storedIn(subscription).every(({ id }) => ids.has(id));
}

async function unsubscribe(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<void> {
  for (const stored of storedIn(subscription)) {
    const found = await tagged(session, subscriptionAt(address, stored));
    if (found !== undefined) await session.send({ method: "DELETE", ...found });
  }
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: { ...everyChange, JOURNAL_ENTRY: ["CREATED", "UPDATED"] },
  receive,
  lookUp,
  subscribe,
  renew,
  isActive,
  unsubscribe,
};
