/**
 * Qonto posts the record that changed, without the time of its change, so every notice is looked up. The signature is over the
 * time and the bytes of the body.
 */
import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { isBill } from "./bills.ts";
import { allOf, recordIn } from "./conventions.ts";
import type { Subscription, SupplierInvoice, Text } from "./types.ts";

interface Subject {
  readonly resource: RecordResource;
  readonly folder: string;
  /** The property of the reply with one record. */
  readonly kind: string;
  readonly events: readonly EventType[];
}

const subjects: Readonly<Record<string, Subject>> = {
  "v1/clients": {
    resource: "CUSTOMER",
    folder: "/clients",
    kind: "client",
    events: ["CREATED", "UPDATED", "DELETED"],
  },
  "v1/client-invoices": {
    resource: "INVOICE",
    folder: "/client_invoices",
    kind: "client_invoice",
    events: ["CREATED", "UPDATED"],
  },
  "v1/supplier-invoices": {
    resource: "BILL",
    folder: "/supplier_invoices",
    kind: "supplier_invoice",
    events: ["CREATED", "UPDATED"],
  },
};
const types = Object.keys(subjects);

const eventTypes: Readonly<Record<string, EventType>> = { created: "CREATED", updated: "UPDATED", deleted: "DELETED" };

interface Post {
  readonly type?: unknown;
  readonly created_at?: unknown;
  readonly data?: { readonly id?: unknown; readonly event?: unknown } | null;
}

function isSigned({ headers, body, secret }: VendorPost): boolean {
  const [, time = "", signature = ""] = /^t=(\d+),v1=([\da-f]+)$/.exec(headers["x-qonto-signature"] ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  return time !== "" && timingSafeEquals(signature, expected);
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function noticesOf({ type, created_at: posted, data }: Post): readonly Notice[] {
  const name = textOf(type) ?? "";
  const subject = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  const resourceId = textOf(data?.id);
  if (subject === undefined || resourceId === undefined) return [];
  const event = textOf(data?.event) ?? "";
  // Not every kind of post names its event.
  const eventType = (Object.hasOwn(eventTypes, event) ? eventTypes[event] : undefined) ?? "UPDATED";
  const at = Date.parse(textOf(posted) ?? "");
  const changedAt = new Date(Number.isNaN(at) ? Date.now() : at).toISOString();
  const notice = { resource: subject.resource, eventType, resourceId, changedAt };
  return [eventType === "DELETED" ? notice : { ...notice, ambiguous: name }];
}

interface Changed extends SupplierInvoice {
  readonly updated_at?: Text;
}

/** A record that is gone has its own notice, or is missed by the next poll. */
async function lookUp({ ambiguous, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const subject = subjects[String(ambiguous)];
  if (subject === undefined) return [];
  const reply = await undefinedIfMissing(session.read(`${subject.folder}${path`/${notice.resourceId}`}`));
  const native = recordIn<Changed>(subject.kind)(reply);
  if (native === undefined) return [];
  const changedAt = native.updated_at ? new Date(native.updated_at).toISOString() : notice.changedAt;
  // The vendor's credits and other files are in the same list. There are no events of credits.
  return subject.resource === "BILL" && !isBill(native) ? [] : [{ ...notice, changedAt }];
}

interface Facts {
  readonly id: string;
}

const folder = "/webhook_subscriptions";

async function removeAt(session: Session, url: string): Promise<void> {
  for (const { id, callback_url: registered } of await allOf<Subscription>(session, "subscriptions", folder))
    if (registered === url)
      await undefinedIfMissing(session.send({ method: "DELETE", path: `${folder}${path`/${id}`}` }));
}

async function subscribe(session: Session, { url, secret }: VendorAddress): Promise<VendorSubscription> {
  // An interrupted attempt may have made one.
  await removeAt(session, url);
  const body = { callback_url: url, types, secret, description: "Kontor" };
  const made = (await session.send({ method: "POST", path: folder, body })) as Subscription | undefined;
  if (made?.id === undefined)
    throw new Failure("target_bad_response", "Qonto's reply does not have the id of the new webhook subscription.");
  return { facts: { id: made.id } satisfies Facts };
}

async function isActive(session: Session, { facts }: VendorSubscription, { url }: VendorAddress): Promise<boolean> {
  const at = `${folder}${path`/${(facts as Facts).id}`}`;
  const found = (await undefinedIfMissing(session.read(at))) as Subscription | undefined;
  return found?.callback_url === url && types.every((type) => found.types?.includes(type) === true);
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(Object.values(subjects).map(({ resource, events }) => [resource, events])),
  receive: (post) => {
    const body = jsonOf(post);
    if (!isSigned(post) || typeof body !== "object" || body === null) return invalidSignature;
    return { kind: "notices", notices: noticesOf(body) };
  },
  lookUp,
  subscribe,
  isActive,
  unsubscribe: (session, _subscription, { url }) => removeAt(session, url),
};
