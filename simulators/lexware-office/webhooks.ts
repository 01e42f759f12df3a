/** /v1/event-subscriptions, and the signed webhook calls that they cause. */
import { createSign, generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import { type Dialect, type Resource, routesOf } from "../engine/resources.ts";
import { type Row, text } from "../engine/values.ts";
import type { VendorContext } from "../engine/vendor.ts";
import { bodyOf, insist } from "./answers.ts";
import { notFound, regular } from "./refusals.ts";
import {
  eventNames,
  eventType,
  type LexwareRequest,
  type Route,
  type Store,
  stamp,
  type Table,
  uuid,
} from "./store.ts";

const withoutStatus = ["article", "contact", "dunning", "recurring-template"];
const nouns = [...eventNames, "delivery-note", "dunning", "recurring-template"];
const eventTypes: readonly string[] = [
  ...nouns.flatMap((noun) => ["created", "changed", "deleted"].map((what) => `${noun}.${what}`)),
  ...nouns.filter((noun) => !withoutStatus.includes(noun)).map((noun) => `${noun}.status.changed`),
  "payment.changed",
  "token.revoked",
];

/** The first attempt, and the vendor's first five retries without its pauses. */
const attempts = 6;

/** Made when it is first needed, because that takes a while. */
function keysOf({ facts }: Store): KeyPairKeyObjectResult {
  facts["keys"] ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  return facts["keys"] as KeyPairKeyObjectResult;
}

/** The key that the vendor publishes at developers.lexware.io. */
export const publicKey = (store: Store): string =>
  String(keysOf(store).publicKey.export({ type: "spki", format: "pem" }));

export function webhookRoutes({ companies, sender }: VendorContext<Table>): Route[] {
  /** A receiver that answers 410, or 404 to the last attempt, ends the subscription. */
  const deliver = async (store: Store, subscription: Row, body: string): Promise<void> => {
    const signature = createSign("RSA-SHA512").update(body).sign(keysOf(store).privateKey, "base64");
    const { status } = await sender.deliver({
      url: text(subscription["callbackUrl"]),
      headers: { "x-lxo-signature": signature },
      body,
      attempts,
      again: (got) => got === 0 || [401, 403, 404, 429].includes(got) || got >= 500,
    });
    if (status === 410 || status === 404) store.tables["event-subscriptions"].drop(subscription);
  };
  for (const store of companies)
    store.listen((_store, { table, row, kind }) => {
      const event = { organizationId: store.id, eventType: eventType(table, kind), resourceId: row["id"] };
      const body = JSON.stringify({ ...event, eventDate: stamp(store.now()) });
      for (const subscription of store.tables["event-subscriptions"].all())
        if (subscription["eventType"] === event.eventType) sender.later(() => deliver(store, subscription, body));
    });
  return [...routesOf(dialect, subscriptions), ["POST", subscriptions.path, subscribe]];
}

const path = "event-subscriptions";
const show = (_store: Store, { id: subscriptionId, ...row }: Row): Row => ({ subscriptionId, ...row });
const subscriptions: Resource<Table> = { path, table: path, show, remove: "plainly" };

const dialect: Dialect<Table, Resource<Table>> = {
  list: ({ company }, _resource, all) => ({ body: { content: all.map((row) => show(company, row)) } }),
  body: () => ({}),
  missing: () => notFound("event subscription"),
};

async function subscribe({ company: store, raw: request }: LexwareRequest) {
  const body = bodyOf(request);
  const type = text(body["eventType"]).toLowerCase();
  const callbackUrl = text(body["callbackUrl"]);
  const isUnreachable = callbackUrl !== "" && !(await answersHead(callbackUrl));
  insist(body, {
    eventType: { need: true, unless: type !== "" && !eventTypes.includes(type) && "unbekannt" },
    callbackUrl: { need: true, unless: isUnreachable && "nicht über HTTPS erreichbar" },
  });
  const same = (known: Row) => known["eventType"] === type && known["callbackUrl"] === callbackUrl;
  if (store.tables[path].all().some(same)) throw regular(409, "Subscription already exists.");
  const id = uuid(`subscription-${store.next("subscription")}`);
  const createdDate = stamp(store.now());
  store.tables[path].put({ id, organizationId: store.id, createdDate, eventType: type, callbackUrl });
  const resourceUri = `https://api.lexware.io/v1/${path}/${id}`;
  // The reply calls it id, the other paths subscriptionId.
  const answer = { id, resourceUri, createdDate, updatedDate: createdDate, version: 0 };
  return { status: 201, headers: { location: resourceUri }, body: answer };
}

/** The vendor checks the certificate with a HEAD request; on loopback, where tests listen, plain HTTP is accepted. */
async function answersHead(url: string): Promise<boolean> {
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) return false;
  const response = fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5000) });
  return response.then(Boolean, () => false);
}
