/** /v1/event-subscriptions, and the thin signed notices that they cause. */
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { idOf } from "./answers.ts";
import { notFound, refuseFindings, regular } from "./faults.ts";
import { bodyOf, type Inspection, inspect } from "./inspect.ts";
import { stamp } from "./stamps.ts";
import { eventNames, type Store, uuid } from "./store.ts";

interface Subscription {
  readonly subscriptionId: string;
  readonly organizationId: string;
  readonly createdDate: string;
  readonly eventType: string;
  readonly callbackUrl: string;
}

const withoutStatus = ["article", "contact", "dunning", "recurring-template"];
const nouns = [...Object.values(eventNames), "delivery-note", "dunning", "recurring-template"];
const eventTypes: readonly string[] = [
  ...nouns.flatMap((noun) => ["created", "changed", "deleted"].map((what) => `${noun}.${what}`)),
  ...nouns.filter((noun) => !withoutStatus.includes(noun)).map((noun) => `${noun}.status.changed`),
  ...["payment.changed", "token.revoked"],
];

const retries = 5;

export class Webhooks {
  private readonly store: Store;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly underWay = new Set<Promise<void>>();
  private pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;

  constructor(store: Store) {
    this.store = store;
    store.notify = (eventType, resourceId) => this.notify(eventType, resourceId);
  }

  routes(app: FastifyInstance): void {
    const { subscriptions } = this;
    app.get("/event-subscriptions", () => ({ content: [...subscriptions.values()] }));
    app.get("/event-subscriptions/:id", (request) => {
      const subscription = subscriptions.get(idOf(request));
      if (subscription === undefined) throw notFound("regular", "event subscription");
      return subscription;
    });
    app.delete("/event-subscriptions/:id", (request, reply) => {
      if (!subscriptions.delete(idOf(request))) throw notFound("regular", "event subscription");
      return reply.code(204).send();
    });
    app.post("/event-subscriptions", async (request, reply) => {
      const { subscriptionId: id, createdDate } = await this.subscribe(inspect(bodyOf(request, "regular")));
      const resourceUri = `https://api.lexware.io/v1/event-subscriptions/${id}`;
      // The answer calls it id, the other addresses subscriptionId.
      const answer = { id, resourceUri, createdDate, updatedDate: createdDate, version: 0 };
      return reply.code(201).header("location", resourceUri).send(answer);
    });
  }

  private async subscribe(inspection: Inspection): Promise<Subscription> {
    const { store, subscriptions } = this;
    for (const field of ["eventType", "callbackUrl"]) inspection.need(field);
    const eventType = inspection.text("eventType")?.toLowerCase() ?? "";
    const callbackUrl = inspection.text("callbackUrl") ?? "";
    if (eventType !== "" && !eventTypes.includes(eventType)) inspection.reject("eventType", "unbekannt");
    if (callbackUrl !== "" && !(await answersHead(callbackUrl)))
      inspection.reject("callbackUrl", "nicht über HTTPS erreichbar");
    refuseFindings("regular", inspection.findings);
    const same = (known: Subscription) => known.eventType === eventType && known.callbackUrl === callbackUrl;
    if ([...subscriptions.values()].some(same)) throw regular(409, "Subscription already exists.");
    const subscriptionId = uuid(`subscription-${store.count("subscription")}`);
    const { organizationId } = store;
    const createdDate = stamp(store.world.now());
    const subscription = { subscriptionId, organizationId, createdDate, eventType, callbackUrl };
    subscriptions.set(subscriptionId, subscription);
    return subscription;
  }

  /** What the vendor publishes at developers.lexware.io; made when first needed, because that takes a while. */
  publicKey(): string {
    return String(this.keys().publicKey.export({ type: "spki", format: "pem" }));
  }

  async settle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private keys() {
    this.pair ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
    return this.pair;
  }

  private notify(eventType: string, resourceId: string): void {
    const { organizationId, world } = this.store;
    for (const subscription of this.subscriptions.values()) {
      if (subscription.eventType !== eventType) continue;
      const body = JSON.stringify({ organizationId, eventType, resourceId, eventDate: stamp(world.now()) });
      const delivery = this.deliver(subscription, body).finally(() => this.underWay.delete(delivery));
      this.underWay.add(delivery);
    }
  }

  /** The vendor's first five retries, without its pauses. A receiver that is gone for good ends the subscription. */
  private async deliver({ subscriptionId, callbackUrl }: Subscription, body: string): Promise<void> {
    const signature = createSign("RSA-SHA512").update(body).sign(this.keys().privateKey, "base64");
    const headers = { "content-type": "application/json", "x-lxo-signature": signature };
    for (let tried = 0; tried <= retries; tried += 1) {
      const { status } = await this.store.world.post(callbackUrl, headers, body).catch(() => ({ status: 0 }));
      const gone = status === 410 || (status === 404 && tried === retries);
      if (gone) this.subscriptions.delete(subscriptionId);
      const again = status === 0 || [401, 403, 404, 429].includes(status) || status >= 500;
      if (!again) return;
    }
  }
}

/** The vendor looks at the certificate with a HEAD request; on loopback, where tests listen, plain HTTP will do. */
async function answersHead(url: string): Promise<boolean> {
  if (!/^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) return false;
  try {
    const { status } = await fetch(url, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(5000),
    });
    return status > 0;
  } catch {
    return false;
  }
}
