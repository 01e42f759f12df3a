/**
 * weclapp posts the id of a record that was created, changed or deleted, and hardly more. The body is neither documented
 * nor signed, so each webhook has its own URL, which names the kind of record and the event and contains our secret.
 */
import type { RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing, undefinedIfRefused } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { isVendorCredit } from "./bills.ts";
import { isCreditNote } from "./invoices.ts";
import type { BusinessDocument, Entity, Party, Webhook } from "./types.ts";

/** The lists in our API that can contain a record of each kind. */
const subjects: Readonly<Record<string, readonly RecordResource[]>> = {
  accountingTransaction: ["JOURNAL_ENTRY"],
  article: ["ITEM"],
  costCenter: ["DIMENSION"],
  ledgerAccount: ["ACCOUNT"],
  party: ["CONTACT", "CUSTOMER", "SUPPLIER"],
  purchaseInvoice: ["BILL"],
  purchaseOrder: ["PURCHASE_ORDER"],
  quotation: ["OFFER"],
  salesInvoice: ["INVOICE", "CREDIT_NOTE"],
  salesOrder: ["SALES_ORDER"],
};

/** Lists that contain only some records of a kind. */
const isIn: { readonly [Resource in RecordResource]?: (native: never) => boolean } = {
  BILL: (native: BusinessDocument) => !isVendorCredit(native),
  CREDIT_NOTE: isCreditNote,
  CUSTOMER: ({ customer }: Party) => customer === true,
  INVOICE: (native: BusinessDocument) => !isCreditNote(native),
  SUPPLIER: ({ supplier }: Party) => supplier === true,
};

const triggers = { CREATED: "atCreate", UPDATED: "atUpdate", DELETED: "atDelete" } as const;
const eventTypes = Object.keys(triggers) as (keyof typeof triggers)[];

interface Post {
  readonly id?: unknown;
  readonly entityId?: unknown;
}

const idIn = ({ entityId, id }: Post): string | undefined => {
  const found = entityId ?? id;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
};

/** A record that still exists is looked up later, to find out which lists contain it and when it changed. */
function noticesOf({ query: { entity = "", event = "" } }: VendorPost, body: Post): readonly Notice[] {
  const resources = Object.hasOwn(subjects, entity) ? subjects[entity] : undefined;
  const resourceId = idIn(body);
  const eventType = eventTypes.find((type) => type === event);
  if (resources === undefined || resourceId === undefined || eventType === undefined) return [];
  const notices = resources.map((resource) => ({
    resource,
    eventType,
    resourceId,
    changedAt: new Date().toISOString(),
  }));
  return eventType === "DELETED" ? notices : notices.slice(0, 1).map((notice) => ({ ...notice, ambiguous: entity }));
}

async function lookUp({ ambiguous: entity, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const reading = session.read(path`/${String(entity)}/id/${notice.resourceId}`);
  const native = (await undefinedIfMissing(reading)) as Entity | undefined;
  if (native === undefined) return [];
  const changedAt = new Date(native.lastModifiedDate ?? notice.changedAt).toISOString();
  const resources = (subjects[String(entity)] ?? []).filter((resource) => isIn[resource]?.(native as never) ?? true);
  return resources.map((resource) => ({ ...notice, resource, changedAt }));
}

type Facts = { readonly ids: readonly string[] };

const urlFor = ({ url, secret }: VendorAddress, entity: string, event: string): string => {
  const webhookUrl = new URL(url);
  for (const [name, value] of Object.entries({ entity, event, key: secret })) webhookUrl.searchParams.set(name, value);
  return webhookUrl.href;
};

async function remove(session: Session, ids: readonly string[]): Promise<void> {
  for (const id of ids) await undefinedIfMissing(session.send({ method: "DELETE", path: path`/webhook/id/${id}` }));
}

async function subscribe(session: Session, address: VendorAddress): Promise<{ readonly facts: Facts }> {
  const ids: string[] = [];
  try {
    for (const entityName of Object.keys(subjects))
      for (const event of eventTypes) {
        const flags = Object.fromEntries(eventTypes.map((type) => [triggers[type], type === event]));
        const body = { entityName, ...flags, requestMethod: "POST", url: urlFor(address, entityName, event) };
        const created = await undefinedIfRefused(
          session.send({ method: "POST", path: "/webhook", body }),
          "target_forbidden",
        );
        // A user who may not see a kind of record cannot subscribe to it either.
        if (created === undefined) break;
        ids.push((created as Webhook).id);
      }
  } catch (error) {
    // An incomplete set would report only some events, and its webhooks could not be deleted later.
    await remove(session, ids);
    throw error;
  }
  if (ids.length === 0)
    throw new Failure("target_forbidden", "The user of this connection may not subscribe to any kind of record.");
  return { facts: { ids } };
}

/** weclapp deactivates a webhook whose URL does not answer. */
async function isActive(session: Session, { facts }: VendorSubscription): Promise<boolean> {
  const { result } = (await session.read("/webhook", { pageSize: 1000 })) as { readonly result: readonly Webhook[] };
  const active = new Set(result.filter(({ deactivatedDate }) => !deactivatedDate).map(({ id }) => id));
  return (facts as Facts).ids.every((id) => active.has(id));
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(
    Object.values(subjects).flatMap((kind) => kind.map((resource) => [resource, eventTypes])),
  ),
  receive: (post) => {
    const body = jsonOf(post);
    if (!body || !timingSafeEquals(post.query["key"], post.secret)) return invalidSignature;
    return { kind: "notices", notices: noticesOf(post, body) };
  },
  lookUp,
  subscribe,
  isActive,
  unsubscribe: (session, { facts }) => remove(session, (facts as Facts).ids),
};
