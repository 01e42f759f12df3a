/**
 * FreshBooks posts the id of a record that changed. It first posts a code that has to be sent back, which is also the key of
 * the signature of every later post. Kontor cannot keep that code, so the URL has a secret instead, and every notice is looked
 * up: a forged post changes nothing.
 */
import type { EventType, RecordResource } from "../../contract/event.ts";
import type { Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorPost, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, timingSafeEquals } from "../../kit/webhooks.ts";
import { isDeleted, resultIn, site, stampOf, utcStampOf } from "./conventions.ts";
import type { Callback, Text } from "./types.ts";

interface Subject {
  readonly resource: RecordResource;
  readonly folder: string;
  /** The property of the reply with one record. */
  readonly kinds: readonly string[];
}

/** Vendor's table of events. A noun alone subscribes to all changes of its records. */
const subjects: Readonly<Record<string, Subject>> = {
  bill: { resource: "BILL", folder: "/bills/bills", kinds: ["bill"] },
  bill_vendor: { resource: "SUPPLIER", folder: "/bill_vendors/bill_vendors", kinds: ["bill_vendor"] },
  client: { resource: "CUSTOMER", folder: "/users/clients", kinds: ["client"] },
  credit_note: {
    resource: "CREDIT_NOTE",
    folder: "/credit_notes/credit_notes",
    kinds: ["credit_note", "credit_notes"],
  },
  expense: { resource: "EXPENSE", folder: "/expenses/expenses", kinds: ["expense"] },
  invoice: { resource: "INVOICE", folder: "/invoices/invoices", kinds: ["invoice"] },
  item: { resource: "ITEM", folder: "/items/items", kinds: ["item"] },
};
const nouns = Object.keys(subjects);

const eventTypes: Readonly<Record<string, EventType>> = { create: "CREATED", update: "UPDATED", delete: "DELETED" };

/** Everything but creations and deletions changes the record, such as `sendByEmail`. */
const eventTypeOf = (verb: string): EventType => eventTypes[verb] ?? "UPDATED";

interface Changed {
  readonly updated?: Text;
  readonly updated_at?: Text;
  readonly vis_state?: number;
}

/** What is looked up: a record that changed, or a code to send back. */
type Ambiguous =
  | { readonly noun: string }
  | { readonly callback: string; readonly verifier: string; readonly account: string };

/** Posts are forms. */
function noticeIn({ body }: VendorPost): Notice | undefined {
  const form = new URLSearchParams(body.toString());
  const [noun = "", verb = ""] = (form.get("name") ?? "").split(".");
  const resourceId = form.get("object_id") ?? "";
  const verifier = form.get("verifier");
  const notice = { resourceId, changedAt: new Date().toISOString() };
  if (verifier !== null) {
    const ambiguous: Ambiguous = { callback: resourceId, verifier, account: form.get("account_id") ?? "" };
    return { ...notice, resource: "CUSTOMER", eventType: "UPDATED", ambiguous };
  }
  const subject = Object.hasOwn(subjects, noun) ? subjects[noun] : undefined;
  if (subject === undefined || resourceId === "") return undefined;
  const ambiguous: Ambiguous = { noun };
  return { ...notice, resource: subject.resource, eventType: eventTypeOf(verb), ambiguous };
}

const callbacks = (account: string | undefined): string =>
  `${site}${path`/events/account/${account ?? ""}/events/callbacks`}`;

async function readChanged({ folder, kinds }: Subject, id: string, session: Session): Promise<Changed | undefined> {
  const reply = await undefinedIfMissing(session.read(`${folder}${path`/${id}`}`));
  return kinds.map((kind) => resultIn<Changed>(kind)(reply)).find((native) => native !== undefined);
}

async function lookUp({ ambiguous, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const unclear = ambiguous as Ambiguous;
  if ("verifier" in unclear) {
    const { callback, verifier, account } = unclear;
    const body = { callback: { callback_id: Number(callback), verifier } };
    await undefinedIfMissing(session.send({ method: "PUT", path: `${callbacks(account)}${path`/${callback}`}`, body }));
    return [];
  }
  const subject = subjects[unclear.noun];
  if (subject === undefined) return [];
  const native = await readChanged(subject, notice.resourceId, session);
  const isGone = native === undefined || isDeleted(native);
  if (isGone !== (notice.eventType === "DELETED")) return [];
  const changedAt = stampOf(native?.updated) ?? utcStampOf(native?.updated_at) ?? notice.changedAt;
  return [{ ...notice, changedAt: isGone ? notice.changedAt : changedAt }];
}

/** The data that Kontor stores about a subscription. */
interface Facts {
  readonly ids: readonly number[];
}

const urlFor = ({ url, secret }: VendorAddress): string => {
  const address = new URL(url);
  address.searchParams.set("key", secret);
  return address.href;
};

async function callbacksOf(session: Session, { scope }: VendorAddress): Promise<readonly Callback[]> {
  const found: Callback[] = [];
  for (let page = 1; ; page++) {
    const reply = await session.read(callbacks(scope.company), { page, per_page: 100 });
    const rows = resultIn<readonly Callback[]>("callbacks")(reply) ?? [];
    found.push(...rows);
    if (rows.length === 0 || found.length >= (resultIn<number>("total")(reply) ?? 0)) return found;
  }
}

async function removeCallbacks(session: Session, address: VendorAddress): Promise<void> {
  const uri = urlFor(address);
  for (const { callbackid: id } of (await callbacksOf(session, address)).filter((callback) => callback.uri === uri)) {
    const at = `${callbacks(address.scope.company)}/${id}`;
    await undefinedIfMissing(session.send({ method: "DELETE", path: at }));
  }
}

async function subscribe(session: Session, address: VendorAddress): Promise<VendorSubscription> {
  // An interrupted attempt may have made some of them.
  await removeCallbacks(session, address);
  const ids: number[] = [];
  for (const event of nouns) {
    const body = { callback: { event, uri: urlFor(address) } };
    const reply = await session.send({ method: "POST", path: callbacks(address.scope.company), body });
    const made = resultIn<Callback>("callback")(reply);
    if (made !== undefined) ids.push(made.callbackid);
  }
  return { facts: { ids } satisfies Facts };
}

const reported: readonly EventType[] = ["CREATED", "UPDATED", "DELETED"];

export const webhooks: Webhooks = {
  setUp: "api",
  resources: Object.fromEntries(Object.values(subjects).map(({ resource }) => [resource, reported])),
  receive: (post) => {
    if (!timingSafeEquals(post.query["key"], post.secret)) return invalidSignature;
    // Every post of the vendor has a name.
    if (post.body.length === 0) return invalidSignature;
    const notice = noticeIn(post);
    return { kind: "notices", notices: notice === undefined ? [] : [notice] };
  },
  lookUp,
  subscribe,
  // A callback whose code was never sent back reports nothing.
  isActive: async (session, { facts }, address) => {
    const uri = urlFor(address);
    const own = (await callbacksOf(session, address)).filter((each) => each.verified === true && each.uri === uri);
    return (facts as Facts).ids.every((id) => own.some(({ callbackid }) => callbackid === id));
  },
  unsubscribe: (session, _subscription, address) => removeCallbacks(session, address),
};
