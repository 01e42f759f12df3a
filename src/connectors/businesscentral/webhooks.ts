import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, Receipt, VendorPost, Webhooks } from "../../contract/webhooks.ts";
import { handshake, invalidSignature, isSame, jsonOf } from "../../kit/webhooks.ts";
import type { Entries } from "./byDocument.ts";
import { isOneOf } from "./conventions.ts";
import { whole } from "./ledgerReading.ts";
import { renew, subscribing, unsubscribe } from "./subscriptions.ts";
import type { Notification, Page, Stamped } from "./types.ts";
import type { GeneralLedgerEntry } from "./vendorLedger.ts";

/** Of what it can tell, what our lists have (dynamics-subscriptions.md, 2026-11). */
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

const changes = { created: "CREATED", updated: "UPDATED", deleted: "DELETED" } as const;
const all: readonly EventType[] = Object.values(changes);
const isChange = (type: string): type is keyof typeof changes => Object.hasOwn(changes, type);

const changesOf = Object.fromEntries(
  Object.entries(resources).map(([set, resource]) => [
    resource,
    set === ledger ? all.filter((change) => change !== "DELETED") : all,
  ]),
);

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
  const told = (Array.isArray(value) ? value : []) as readonly (Notification | null)[];
  const isTrue = told.length > 0 && told.every((one) => isSame(text(one?.clientState), post.secret));
  return isTrue
    ? { kind: "notices", notices: gathered(told.flatMap((one) => noticesOf(one ?? {}))) }
    : invalidSignature;
}

/** What was posted as one is told entry by entry; it is looked up together, so that it becomes one notice again. */
function gathered(notices: readonly Notice[]): readonly Notice[] {
  const entriesIn = ({ ambiguous }: Notice): readonly string[] => (ambiguous as Unclear | undefined)?.entries ?? [];
  const isEntry = (notice: Notice): boolean => entriesIn(notice).length > 0;
  const together = all.flatMap((change): Notice[] => {
    const [first, ...others] = notices.filter((notice) => isEntry(notice) && notice.eventType === change);
    if (first === undefined) return [];
    return [{ ...first, ambiguous: { set: ledger, entries: [first, ...others].flatMap(entriesIn) } }];
  });
  return [...notices.filter((notice) => !isEntry(notice)), ...together];
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function noticesOf({ resource: path, changeType, lastModifiedDateTime }: Notification): readonly Notice[] {
  const [, set = "", id = ""] = /\/(\w+)(?:\(([0-9a-f-]{36})\))?(?:\?|$)/i.exec(text(path) ?? "") ?? [];
  const [type, changedAt] = [text(changeType) ?? "", text(lastModifiedDateTime) ?? ""];
  const resource = resources[set];
  if (resource === undefined || changedAt === "") return [];
  const about = { resource, resourceId: id, changedAt };
  if (type === "collection") {
    const ambiguous: Unclear = { set, since: sinceIn(text(path) ?? "") ?? changedAt };
    return [{ ...about, eventType: "UPDATED", ambiguous }];
  }
  if (!isChange(type) || id === "") return [];
  const entry: Unclear = { set, entries: [id] };
  return [{ ...about, eventType: changes[type], ...(set === ledger && { ambiguous: entry }) }];
}

/** The moment in the condition of a collection. */
const sinceIn = (path: string): string | undefined =>
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/.exec(path.replaceAll(/%3a/gi, ":"))?.[0];

async function lookUp(notice: Notice, session: Session): Promise<readonly Notice[]> {
  const { set, entries, since } = notice.ambiguous as Unclear;
  const conditions = entries === undefined ? [`lastModifiedDateTime ge ${since}`] : isOneOf("id", entries);
  const found: Stamped[] = [];
  for (const condition of conditions) found.push(...(await readAll(session, set, condition)));
  const records = set === ledger ? await documentsOf(session, found as GeneralLedgerEntry[]) : found;
  return records.map(({ id, lastModifiedDateTime }) => ({
    resource: notice.resource,
    eventType: notice.eventType,
    resourceId: id,
    changedAt: lastModifiedDateTime ?? notice.changedAt,
  }));
}

const pageSize = 1000;

async function readAll(session: Session, set: string, $filter: string): Promise<readonly Stamped[]> {
  const found: Stamped[] = [];
  for (;;) {
    const { value } = (await session.read(`/${set}`, { $filter, $skip: found.length, $top: pageSize })) as Page;
    const page = (Array.isArray(value) ? value : []) as readonly Stamped[];
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

/** An entry of the ledger stands for the document that it is of, and that for its first entry. */
async function documentsOf(session: Session, entries: Entries): Promise<readonly Stamped[]> {
  const documents = new Map(entries.map((entry) => [`${entry.postingDate} ${entry.documentNumber}`, [entry]]));
  const found = await whole(session, [...documents.values()]);
  return found.flatMap(([first]) => first ?? []);
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: changesOf,
  receive,
  lookUp,
  subscribe: subscribing(Object.keys(resources)),
  renew,
  unsubscribe,
};
