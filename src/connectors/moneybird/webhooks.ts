/** Moneybird posts each change with the whole record, to a URL per administration. */

import { createHmac } from "node:crypto";
import type { EventType, RecordResource } from "../../contract/event.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { isCredit } from "./fields.ts";
import type { Payment, SalesInvoice, Text, Webhook } from "./types.ts";

/** The vendor's events, by the kind of record (vendor's page on events, 2026-11). `state_changed` is a group of events. */
const events = {
  contact: "created created_from_checkout_order changed destroyed archived activated merged",
  contact_person: "created updated destroyed",
  sales_invoice: `created updated destroyed created_based_on_estimate created_based_on_recurring created_based_on_subscription
    created_from_checkout_order created_from_original merged send_email send_manually send_post send_si
    marked_as_uncollectible revert_uncollectible state_changed`,
  credit_invoice: "created_from_original",
  external_sales_invoice: "created updated destroyed marked_as_dubious marked_as_uncollectible state_changed",
  estimate: `created updated destroyed created_from_original created_from_original_invoice billed accepted_contact
    send_email send_manually send_post state_changed_to_late
    mark_accepted mark_archived mark_billed mark_late mark_open mark_rejected`,
  document: "saved updated destroyed recurred saved_from_email saved_from_si created_from_original",
  payment: "registered destroyed",
  product: "created updated destroyed activated deactivated",
  ledger_account: "created updated destroyed activated deactivated",
  project: "created updated destroyed archived activated",
};
const enabledEvents = Object.entries(events).flatMap(([subject, verbs]) =>
  verbs.split(/\s+/).map((verb) => `${subject}_${verb}`),
);

/** The lists of ours that may have the record. */
const subjects: Readonly<Record<string, readonly RecordResource[]>> = {
  contact: ["CONTACT", "CUSTOMER", "SUPPLIER"],
  sales_invoice: ["INVOICE", "CREDIT_NOTE"],
  external_sales_invoice: ["INVOICE", "CREDIT_NOTE"],
  estimate: ["OFFER"],
  product: ["ITEM"],
  ledger_account: ["ACCOUNT"],
  project: ["DIMENSION"],
};

/** `SalesInvoice` → `sales_invoice` */
const subjectOf = (kind: string): string => kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();

/** All documents have one entity type: a journal has entries, but bills and receipts look the same. */
const folders = { BILL: "/documents/purchase_invoices", EXPENSE: "/documents/receipts" } as const;
const ambiguousResources = Object.keys(folders) as (keyof typeof folders)[];

async function documentOf(id: string, session: Session): Promise<keyof typeof folders | undefined> {
  for (const resource of ambiguousResources)
    if ((await undefinedIfMissing(session.read(`${folders[resource]}${path`/${id}.json`}`))) !== undefined)
      return resource;
  return undefined;
}

/** A record is also posted with events of its parts, such as payments or a contact's people. */
function eventTypeOf(action: string, kind: string): EventType {
  const isOfRecord = action.startsWith(`${subjectOf(kind)}_`) || action.startsWith("credit_invoice_");
  if (!isOfRecord || action.startsWith("contact_person_")) return "UPDATED";
  if (action.endsWith("_destroyed")) return "DELETED";
  return /_(?:created|saved|recurred)$|_created_|_saved_from_/.test(action) ? "CREATED" : "UPDATED";
}

interface Post {
  readonly webhook_token?: unknown;
  readonly entity_type?: Text;
  readonly entity_id?: Text;
  readonly action?: Text;
  readonly entity?: (Partial<SalesInvoice> & Partial<Payment>) | null | undefined;
}

/** The data that Kontor stores about a subscription. */
interface Facts {
  readonly id?: string;
  readonly token?: string;
  readonly signingSecret?: string;
}

/** `t=1748534400,v1=…`, with several `v1` while the vendor rotates its key. */
function signatureOf({ headers }: VendorPost): { readonly time: string; readonly digests: readonly string[] } {
  const parts = (headers["moneybird-signature"] ?? "").split(",").map((part) => part.trim().split("="));
  const values = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  return { time: values("t")[0] ?? "", digests: values("v1") };
}

function isSigned(post: VendorPost, secret: string): boolean {
  const { time, digests } = signatureOf(post);
  const expected = createHmac("sha256", secret).update(`${time}.`).update(post.body).digest("hex");
  return digests.some((digest) => timingSafeEquals(digest, expected));
}

function isGenuine(post: VendorPost, body: Post | undefined): boolean {
  const { token, signingSecret } = (post.facts ?? {}) as Facts;
  if (token === undefined || typeof body?.webhook_token !== "string") return false;
  if (!timingSafeEquals(body.webhook_token, token)) return false;
  return signingSecret === undefined || isSigned(post, signingSecret);
}

/** The record that changed: for a payment its document, whose total has the payment's sign. */
function changedRecord({ entity_type: kind, entity_id: id, entity }: Post) {
  if (kind !== "Payment") return { kind, id, entity };
  const { invoice_type, invoice_id, updated_at, price: total_price_incl_tax } = entity ?? {};
  return { kind: invoice_type, id: invoice_id, entity: { updated_at, total_price_incl_tax } };
}

function noticesOf(post: VendorPost, body: Post): Notice[] {
  const { action } = body;
  const { kind, id: resourceId, entity } = changedRecord(body);
  if (!kind || !resourceId || !action) return [];
  const eventType = eventTypeOf(action, kind);
  const { time } = signatureOf(post);
  const postedAt = time === "" ? undefined : new Date(Number(time) * 1000).toISOString();
  // The last change of a deleted record was before its deletion.
  const changedAt = eventType === "DELETED" ? (postedAt ?? entity?.updated_at) : (entity?.updated_at ?? postedAt);
  if (!changedAt) return [];
  const notice = { eventType, resourceId, changedAt };
  const resources = resourcesOf(kind, entity ?? {});
  if (resources === undefined && eventType !== "DELETED") return [{ ...notice, resource: "BILL", ambiguous: true }];
  // A deleted record can no longer be looked up, so it is reported for every list that it may have been in.
  return (resources ?? ambiguousResources).map((resource) => ({ ...notice, resource }));
}

function resourcesOf(
  kind: string,
  entity: Pick<SalesInvoice, "total_price_incl_tax">,
): readonly RecordResource[] | undefined {
  if (kind === "Document") return "general_journal_document_entries" in entity ? ["JOURNAL_ENTRY"] : undefined;
  const resources = subjects[subjectOf(kind)] ?? [];
  if (!resources.includes("CREDIT_NOTE") || entity.total_price_incl_tax === undefined) return resources;
  return [isCredit(entity) ? "CREDIT_NOTE" : "INVOICE"];
}

const hooks = ({ scope: { company } }: VendorAddress): string => path`/${company}/webhooks`;

async function unsubscribe(session: Session, { facts }: { facts: unknown }, address: VendorAddress): Promise<void> {
  const { id } = facts as Facts;
  await undefinedIfMissing(session.send({ method: "DELETE", path: `${hooks(address)}${path`/${id}.json`}` }));
}

const eventTypes: readonly EventType[] = ["CREATED", "UPDATED", "DELETED"];
const resources = [...Object.values(subjects).flat(), ...ambiguousResources, "JOURNAL_ENTRY"];

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(resources.map((resource) => [resource, eventTypes])),
  receive: (post) => {
    // During `subscribe`, the vendor checks that the URL responds.
    if (post.facts === undefined) return { kind: "handshake" };
    const body = jsonOf(post) as Post | undefined;
    if (body === undefined || !isGenuine(post, body)) return invalidSignature;
    return { kind: "notices", notices: noticesOf(post, body) };
  },
  lookUp: async ({ ambiguous: _unclear, ...notice }, session) => {
    const resource = await documentOf(notice.resourceId, session);
    return resource === undefined ? [] : [{ ...notice, resource }];
  },
  subscribe: async (session, address) => {
    const body = { url: address.url, enabled_events: enabledEvents };
    const webhook = await session.send({ method: "POST", path: `${hooks(address)}.json`, body });
    const { id, token, secret } = webhook as Webhook;
    return { facts: { id, token, ...(secret ? { signingSecret: secret } : {}) } satisfies Facts };
  },
  isActive: async (session, { facts }, address) => {
    const found = (await session.read(`${hooks(address)}.json`)) as readonly Webhook[];
    return found.some(({ id }) => id === (facts as Facts).id);
  },
  unsubscribe,
};
