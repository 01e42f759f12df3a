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
import { ifFound } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { handshake, invalidSignature, isSame, jsonOf } from "../../kit/webhooks.ts";
import { apiOf, companyOf } from "./access.ts";
import { isOneOf, matching, readEvery } from "./conventions.ts";
import { type Entries, lastChange, whole } from "./journalEntries.ts";
import type { GeneralLedgerEntry, Notification, Page, Stamped, Subscription } from "./types.ts";

/** Of what it notifies of, what our lists have (dynamics-subscriptions.md, 2026-11). */
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

/** What has to be looked up: single entries of the ledger, or everything of a set that changed since. */
interface Unclear {
  readonly set: string;
  readonly entries?: readonly string[];
  readonly since?: string;
}

function receive(post: VendorPost): Receipt {
  const hello = handshake(post, "validationToken");
  if (hello !== undefined) return hello;
  const { value } = (jsonOf(post) ?? {}) as Page;
  const all = (Array.isArray(value) ? value : []) as readonly (Notification | null)[];
  const isGenuine = all.length > 0 && all.every((one) => isSame(text(one?.clientState), post.secret));
  return isGenuine
    ? { kind: "notices", notices: gathered(all.flatMap((one) => noticesOf(one ?? {}))) }
    : invalidSignature;
}

/** What was posted as one comes entry by entry; it is looked up together, so that it becomes one notice again. */
function gathered(notices: readonly Notice[]): readonly Notice[] {
  const entriesIn = ({ ambiguous }: Notice): readonly string[] => (ambiguous as Unclear | undefined)?.entries ?? [];
  const isEntry = (notice: Notice): boolean => entriesIn(notice).length > 0;
  const together = changes.words.flatMap((change): Notice[] => {
    const [first, ...others] = notices.filter((notice) => isEntry(notice) && notice.eventType === change);
    if (first === undefined) return [];
    return [{ ...first, ambiguous: { set: ledger, entries: [first, ...others].flatMap(entriesIn) } }];
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
    const ambiguous: Unclear = { set, since: sinceIn(text(path) ?? "") ?? changedAt };
    return [{ ...about, eventType: "UPDATED", ambiguous }];
  }
  const eventType = changes.ours(type);
  if (eventType === undefined || id === "") return [];
  const entry: Unclear = { set, entries: [id] };
  return [{ ...about, eventType, ...(set === ledger && { ambiguous: entry }) }];
}

/** The moment in the condition of a collection. */
const sinceIn = (path: string): string | undefined =>
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/.exec(path.replaceAll(/%3a/gi, ":"))?.[0];

async function lookUp(notice: Notice, session: Session): Promise<readonly Notice[]> {
  const { set, entries, since } = notice.ambiguous as Unclear;
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

/** An entry of the ledger stands for the document that it is of; that is named by its first entry, and as new as its newest. */
async function documentsOf(session: Session, entries: Entries): Promise<readonly Stamped[]> {
  const documents = new Map(entries.map((entry) => [`${entry.postingDate} ${entry.documentNumber}`, [entry]]));
  const found = await whole(session, [...documents.values()]);
  return found.flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first, lastModifiedDateTime: lastChange([first, ...others]) },
  );
}

/** One subscription for each kind of record and connection, for three days at a time: what is kept of each. */
interface Known {
  readonly set: string;
  readonly id: string;
}
type Made = Known & { readonly expires: string | undefined };

const subscriptionsAt = ({ scope }: VendorAddress): string => `${apiOf(scope.environment)}/subscriptions`;
const subscriptionAt = (address: VendorAddress, { id }: Known): string =>
  `${subscriptionsAt(address)}('${encodeURIComponent(id.replaceAll("'", "''"))}')`;

const encodeSubscription = ({ url, secret, scope }: VendorAddress, set: string) => ({
  notificationUrl: url,
  resource: `/api/v2.0${companyOf(scope.company)}/${set}`,
  clientState: secret,
});

const knownIn = ({ facts }: VendorSubscription): readonly Known[] => (Array.isArray(facts) ? (facts as Known[]) : []);
const summed = (all: readonly Made[]): VendorSubscription => ({
  facts: all.map(({ set, id }) => ({ set, id })),
  expiresAt: all.flatMap(({ expires }) => expires ?? []).toSorted()[0],
});

async function add(session: Session, address: VendorAddress, set: string): Promise<Made> {
  const request = { method: "POST", path: subscriptionsAt(address), body: encodeSubscription(address, set) } as const;
  const { subscriptionId, expirationDateTime } = (await session.send(request)) as Subscription;
  return { set, id: subscriptionId, expires: expirationDateTime ?? undefined };
}

async function subscribe(session: Session, address: VendorAddress): Promise<VendorSubscription> {
  const made: Made[] = [];
  try {
    for (const set of Object.keys(resources)) made.push(await add(session, address, set));
  } catch (error) {
    await unsubscribe(session, summed(made), address);
    throw error;
  }
  return summed(made);
}

/** Undefined where it is gone: an answer that it did not like ends a subscription. */
async function tagged(session: Session, path: string) {
  const found = (await ifFound(session.read(path))) as Subscription | undefined;
  return found && { path, headers: matching(found) };
}

async function renew(session: Session, subscription: VendorSubscription, address: VendorAddress) {
  const renewed: Made[] = [];
  for (const known of knownIn(subscription)) {
    const found = await tagged(session, subscriptionAt(address, known));
    if (found === undefined) renewed.push(await add(session, address, known.set));
    else {
      const request = { method: "PATCH", ...found, body: encodeSubscription(address, known.set) } as const;
      const { expirationDateTime } = (await session.send(request)) as Subscription;
      renewed.push({ ...known, expires: expirationDateTime ?? undefined });
    }
  }
  return summed(renewed);
}

async function unsubscribe(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<void> {
  for (const known of knownIn(subscription)) {
    const found = await tagged(session, subscriptionAt(address, known));
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
  unsubscribe,
};
