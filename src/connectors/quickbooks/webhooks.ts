import type { EventType, RecordResource } from "../../contract/event.ts";
import type { Notice, Webhooks } from "../../contract/webhooks.ts";
import { instant } from "../../kit/dates.ts";
import { invalidSignature, isSignedByHmac, jsonOf } from "../../kit/webhooks.ts";
import type { List, Some, Text, Texts } from "./types.ts";

/** A vendor credit is no resource of ours. */
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
  purchase: ["EXPENSE"],
  purchaseorder: ["PURCHASE_ORDER"],
  vendor: ["SUPPLIER", "CONTACT"],
};

/** What was voided or sent is still there. Of two that were merged, one is gone. */
const changes: Readonly<Record<string, EventType>> = {
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

/** `merged` is the id of the one that was merged into it. */
type Told = Readonly<Record<"company" | "name" | "operation" | "id" | "at" | "merged", Text>>;

/** As posts look until Intuit has moved an app to the new form. */
interface Post {
  readonly eventNotifications?: List<
    Texts<"realmId"> & Some<"dataChangeEvent", { readonly entities?: List<Readonly<Record<string, Text>>> }>
  >;
}

/** One of CloudEvents 1.0; `type` is `qbo.invoice.updated.v1`. */
type CloudEvent = Texts<"type" | "time" | "intuitentityid" | "intuitaccountid"> & Some<"data", Texts<"deletedId">>;

const ofPost = ({ eventNotifications }: Post): readonly Told[] =>
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

const ofEvents = (events: readonly CloudEvent[]): readonly Told[] =>
  events.map(({ type, time: at, intuitentityid: id, intuitaccountid: company, data }) => {
    const [, name, operation] = type?.split(".") ?? [];
    return { company, name, operation, id, at, merged: data?.deletedId };
  });

function noticesOf({ company, name, operation, id, at, merged }: Told): Notice[] {
  const eventType = changes[operation?.toLowerCase() ?? ""];
  const changedAt = instant(at);
  if (eventType === undefined || !id || !company || changedAt === undefined) return [];
  return (resources[name?.toLowerCase() ?? ""] ?? []).flatMap((resource) => [
    { resource, eventType, resourceId: id, company, changedAt },
    ...(merged ? [{ resource, eventType: "DELETED", resourceId: merged, company, changedAt } as const] : []),
  ]);
}

const every = ["CREATED", "UPDATED", "DELETED"] as const;

/** Set up at Intuit's developer portal, once for all companies. */
export const webhooks: Webhooks = {
  setUp: "portal",
  resources: Object.fromEntries(
    Object.values(resources)
      .flat()
      .map((resource) => [resource, every]),
  ),
  receive: (post) => {
    if (!isSignedByHmac(post, { header: "intuit-signature", digest: "sha256", encoding: "base64" }))
      return invalidSignature;
    const body = jsonOf(post) as Post | readonly CloudEvent[] | undefined;
    const all = Array.isArray(body) ? ofEvents(body as readonly CloudEvent[]) : ofPost((body ?? {}) as Post);
    return { kind: "notices", notices: all.flatMap(noticesOf) };
  },
};
