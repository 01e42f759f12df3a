/**
 * weclapp posts that a record of some kind was made, changed or deleted: its id, and hardly more. Neither the form of that
 * is documented nor is it signed, so that each address says itself what it is for, and has our secret in it.
 */
import type { EventType, RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { ifFound } from "../../kit/reading.ts";
import { invalidSignature, isSame, jsonOf } from "../../kit/webhooks.ts";
import { isVendorCredit } from "./bills.ts";
import { isCreditNote } from "./invoices.ts";
import type { BusinessDocument, Entity, Party, Webhook } from "./types.ts";

/** The lists of ours that a record is in, and all that one of its kind can be in. */
interface Subject {
  readonly resources: readonly RecordResource[];
  readonly of?: (native: never) => readonly RecordResource[];
}

const subjects: Readonly<Record<string, Subject>> = {
  accountingTransaction: { resources: ["JOURNAL_ENTRY"] },
  article: { resources: ["ITEM"] },
  costCenter: { resources: ["DIMENSION"] },
  ledgerAccount: { resources: ["ACCOUNT"] },
  party: {
    resources: ["CONTACT", "CUSTOMER", "SUPPLIER"],
    of: ({ customer, supplier }: Party) => [
      "CONTACT",
      ...(customer ? (["CUSTOMER"] as const) : []),
      ...(supplier ? (["SUPPLIER"] as const) : []),
    ],
  },
  purchaseInvoice: {
    resources: ["BILL"],
    of: (native: BusinessDocument) => (isVendorCredit(native) ? [] : ["BILL"]),
  },
  purchaseOrder: { resources: ["PURCHASE_ORDER"] },
  quotation: { resources: ["OFFER"] },
  salesInvoice: {
    resources: ["INVOICE", "CREDIT_NOTE"],
    of: (native: BusinessDocument) => [isCreditNote(native) ? "CREDIT_NOTE" : "INVOICE"],
  },
  salesOrder: { resources: ["SALES_ORDER"] },
};

const moments = { CREATED: "atCreate", UPDATED: "atUpdate", DELETED: "atDelete" } as const;
const eventTypes = Object.keys(moments) as (keyof typeof moments)[];
const isEventType = (word: string): word is keyof typeof moments => word in moments;

interface Post {
  readonly id?: unknown;
  readonly entityId?: unknown;
}

const idIn = ({ entityId, id }: Post): string | undefined => {
  const found = entityId ?? id;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
};

/** What is there is looked at: to which of our lists it belongs, and when it changed. */
function noticesOf({ query: { entity = "", event = "" } }: VendorPost, body: Post): readonly Notice[] {
  const subject = Object.hasOwn(subjects, entity) ? subjects[entity] : undefined;
  const resourceId = idIn(body);
  if (subject === undefined || resourceId === undefined || !isEventType(event)) return [];
  const notice = { eventType: event as EventType, resourceId, changedAt: new Date().toISOString() };
  if (event === "DELETED") return subject.resources.map((resource) => ({ ...notice, resource }));
  return subject.resources.slice(0, 1).map((resource) => ({ ...notice, resource, ambiguous: entity }));
}

async function lookUp({ ambiguous: entity, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const subject = subjects[String(entity)];
  const reading = session.read(path`/${String(entity)}/id/${notice.resourceId}`);
  const native = (await ifFound(reading)) as Entity | undefined;
  if (native === undefined || subject === undefined) return [];
  const changedAt = new Date(native.lastModifiedDate ?? notice.changedAt).toISOString();
  const resources = subject.of?.(native as never) ?? subject.resources;
  return resources.map((resource) => ({ ...notice, resource, changedAt }));
}

interface Facts {
  readonly ids: readonly string[];
}

const addressFor = ({ url, secret }: VendorAddress, entity: string, event: string): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ entity, event, key: secret })) address.searchParams.set(name, value);
  return address.href;
};

/** Whoever may not see a kind of record cannot hear of it either. */
async function unlessForbidden<Result>(sending: Promise<Result>): Promise<Result | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof Failure && error.code === "target_forbidden") return undefined;
    throw error;
  }
}

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
        const made = await unlessForbidden(session.send({ method: "POST", path: "/webhook", body }));
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
  resources: Object.fromEntries(
    Object.values(subjects).flatMap(({ resources }) => resources.map((resource) => [resource, eventTypes])),
  ),
  receive: (post) => {
    const body = jsonOf(post);
    if (!body || !isSame(post.query["key"], post.secret)) return invalidSignature;
    return { kind: "notices", notices: noticesOf(post, body) };
  },
  lookUp,
  subscribe,
  unsubscribe: (session, { facts }) => remove(session, (facts as Facts).ids),
};
