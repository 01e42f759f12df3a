/**
 * weclapp posts that a record of some kind was made, changed or deleted: its id, and hardly more. Neither the form of that
 * is documented nor is it signed, so that each address says itself what it is for, and has our secret in it.
 */
import type { RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { ifFound, unless } from "../../kit/reading.ts";
import { invalidSignature, isSame, jsonOf } from "../../kit/webhooks.ts";
import { isVendorCredit } from "./bills.ts";
import { isCreditNote } from "./invoices.ts";
import type { BusinessDocument, Entity, Party, Webhook } from "./types.ts";

/** The lists of ours that a record of a kind can be in. */
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

/** Which of its kind are in a list that not all of them are in. */
const isIn: { readonly [Resource in RecordResource]?: (native: never) => boolean } = {
  BILL: (native: BusinessDocument) => !isVendorCredit(native),
  CREDIT_NOTE: isCreditNote,
  CUSTOMER: ({ customer }: Party) => customer === true,
  INVOICE: (native: BusinessDocument) => !isCreditNote(native),
  SUPPLIER: ({ supplier }: Party) => supplier === true,
};

const moments = { CREATED: "atCreate", UPDATED: "atUpdate", DELETED: "atDelete" } as const;
const eventTypes = Object.keys(moments) as (keyof typeof moments)[];

type Post = { readonly [Name in "id" | "entityId"]?: unknown };

const idIn = ({ entityId, id }: Post): string | undefined => {
  const found = entityId ?? id;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
};

/** What is there is looked at: to which of our lists it belongs, and when it changed. */
function noticesOf({ query: { entity = "", event = "" } }: VendorPost, body: Post): readonly Notice[] {
  const resources = Object.hasOwn(subjects, entity) ? subjects[entity] : undefined;
  const resourceId = idIn(body);
  const eventType = eventTypes.find((one) => one === event);
  if (resources === undefined || resourceId === undefined || eventType === undefined) return [];
  const all = resources.map((resource) => ({ resource, eventType, resourceId, changedAt: new Date().toISOString() }));
  return eventType === "DELETED" ? all : all.slice(0, 1).map((notice) => ({ ...notice, ambiguous: entity }));
}

async function lookUp({ ambiguous: entity, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const reading = session.read(path`/${String(entity)}/id/${notice.resourceId}`);
  const native = (await ifFound(reading)) as Entity | undefined;
  if (native === undefined) return [];
  const changedAt = new Date(native.lastModifiedDate ?? notice.changedAt).toISOString();
  const resources = (subjects[String(entity)] ?? []).filter((resource) => isIn[resource]?.(native as never) ?? true);
  return resources.map((resource) => ({ ...notice, resource, changedAt }));
}

type Facts = { readonly ids: readonly string[] };

const addressFor = ({ url, secret }: VendorAddress, entity: string, event: string): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ entity, event, key: secret })) address.searchParams.set(name, value);
  return address.href;
};

async function remove(session: Session, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ifFound(session.send({ method: "DELETE", path: path`/webhook/id/${id}` }));
}

async function subscribe(session: Session, address: VendorAddress): Promise<{ readonly facts: Facts }> {
  const ids: string[] = [];
  try {
    for (const entityName of Object.keys(subjects))
      for (const event of eventTypes) {
        const at = Object.fromEntries(eventTypes.map((one) => [moments[one], one === event]));
        const body = { entityName, ...at, requestMethod: "POST", url: addressFor(address, entityName, event) };
        const made = await unless(session.send({ method: "POST", path: "/webhook", body }), "target_forbidden");
        // Whoever may not see a kind of record cannot hear of it either.
        if (made === undefined) break;
        ids.push((made as Webhook).id);
      }
  } catch (error) {
    // Half of them would tell half of what happens, and nobody would know whose they are.
    await remove(session, ids);
    throw error;
  }
  return { facts: { ids } };
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(Object.values(subjects).flatMap((all) => all.map((one) => [one, eventTypes]))),
  receive: (post) => {
    const body = jsonOf(post);
    if (!body || !isSame(post.query["key"], post.secret)) return invalidSignature;
    return { kind: "notices", notices: noticesOf(post, body) };
  },
  lookUp,
  subscribe,
  unsubscribe: (session, { facts }) => remove(session, (facts as Facts).ids),
};
