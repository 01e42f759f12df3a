import type { EventType, RecordResource } from "../../contract/event.ts";
import type { Session } from "../../contract/session.ts";
import type { Notice, Webhooks } from "../../contract/webhooks.ts";
import { instant } from "../../kit/dates.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, isSignedByHmac, jsonOf } from "../../kit/webhooks.ts";
import { readOne } from "./conventions.ts";
import { purchaseParts } from "./purchaseParts.ts";
import type { List, Text, Transaction } from "./types.ts";

/** The contract has no events for vendor credits. */
const resources: Readonly<Record<string, readonly RecordResource[]>> = {
  account: ["ACCOUNT"],
  bill: ["BILL"],
  billpayment: ["PAYMENT"],
  class: ["DIMENSION"],
  creditmemo: ["CREDIT_NOTE"],
  customer: ["CUSTOMER", "CONTACT"],
  department: ["DIMENSION"],
  estimate: ["OFFER"],
  invoice: ["INVOICE"],
  item: ["ITEM"],
  journalentry: ["JOURNAL_ENTRY"],
  payment: ["PAYMENT"],
  purchase: ["EXPENSE", "PAYMENT"],
  purchaseorder: ["PURCHASE_ORDER"],
  refundreceipt: ["CREDIT_NOTE", "PAYMENT"],
  salesreceipt: ["INVOICE", "PAYMENT"],
  vendor: ["SUPPLIER", "CONTACT"],
};

/** Voided and emailed records still exist. Of two merged records, the other one is deleted. */
const eventTypes: Readonly<Record<string, EventType>> = {
  create: "CREATED",
  update: "UPDATED",
  delete: "DELETED",
  merge: "UPDATED",
  void: "UPDATED",
  emailed: "UPDATED",
  created: "CREATED",
  updated: "UPDATED",
  deleted: "DELETED",
  merged: "UPDATED",
  voided: "UPDATED",
};

/** A reported change, from either form of post. */
interface Change {
  readonly company: Text;
  readonly name: Text;
  readonly operation: Text;
  readonly id: Text;
  readonly at: Text;
  /** The id of the record that was merged into this one. */
  readonly merged: Text;
}

/** The form of posts until Intuit has moved an app to CloudEvents. */
interface Post {
  readonly eventNotifications?: List<{
    readonly realmId?: Text;
    readonly dataChangeEvent?: { readonly entities?: List<Readonly<Record<string, Text>>> } | null;
  }>;
}

/** CloudEvents 1.0; `type` is `qbo.invoice.updated.v1`. */
interface CloudEvent {
  readonly type?: Text;
  readonly time?: Text;
  readonly intuitentityid?: Text;
  readonly intuitaccountid?: Text;
  readonly data?: { readonly deletedId?: Text } | null;
}

const changesInPost = ({ eventNotifications }: Post): readonly Change[] =>
  (eventNotifications ?? []).flatMap(({ realmId: company, dataChangeEvent }) =>
    (dataChangeEvent?.entities ?? []).map(({ name, id, operation, lastUpdated: at, deletedID, deletedId }) => ({
      company,
      name,
      operation,
      id,
      at,
      merged: deletedID ?? deletedId,
    })),
  );

const changesInEvents = (events: readonly CloudEvent[]): readonly Change[] =>
  events.map(({ type, time: at, intuitentityid: id, intuitaccountid: company, data }) => {
    const [, name, operation] = type?.split(".") ?? [];
    return { company, name, operation, id, at, merged: data?.deletedId };
  });

function noticesOf({ company, name, operation, id, at, merged }: Change): Notice[] {
  const eventType = eventTypes[operation?.toLowerCase() ?? ""];
  const changedAt = instant(at);
  if (eventType === undefined || !id || !company || changedAt === undefined) return [];
  const kind = name?.toLowerCase() ?? "";
  if (kind === "purchase" && eventType !== "DELETED")
    return [{ resource: "EXPENSE", eventType, resourceId: id, company, changedAt, ambiguous: kind }];
  return (resources[kind] ?? []).flatMap((resource) => [
    { resource, eventType, resourceId: id, company, changedAt },
    ...(merged ? [{ resource, eventType: "DELETED", resourceId: merged, company, changedAt } as const] : []),
  ]);
}

/** A purchase is an expense, a payment, or both. */
async function lookUp({ ambiguous: _purchase, ...notice }: Notice, session: Session): Promise<readonly Notice[]> {
  const reading = readOne<Transaction>(session, "Purchase", notice.resourceId);
  const purchase = await undefinedIfMissing(reading);
  if (purchase === undefined) return [];
  const { expense, payment } = await purchaseParts(purchase, session);
  const notices: Notice[] = [];
  if (expense !== undefined) notices.push({ ...notice, resource: "EXPENSE" });
  if (payment !== undefined) notices.push({ ...notice, resource: "PAYMENT" });
  return notices;
}

const allEventTypes = ["CREATED", "UPDATED", "DELETED"] as const;

/** Set up in Intuit's developer portal, once for all companies. */
export const webhooks: Webhooks = {
  setUp: "portal",
  resources: Object.fromEntries(
    Object.values(resources)
      .flat()
      .map((resource) => [resource, allEventTypes]),
  ),
  receive: (post) => {
    if (!isSignedByHmac(post, { header: "intuit-signature", digest: "sha256", encoding: "base64" }))
      return invalidSignature;
    const body = jsonOf(post) as Post | readonly CloudEvent[] | undefined;
    const changes = Array.isArray(body)
      ? changesInEvents(body as readonly CloudEvent[])
      : changesInPost((body ?? {}) as Post);
    return { kind: "notices", notices: changes.flatMap(noticesOf) };
  },
  lookUp,
};
