/** One webhook for each kind of event and agreement, whose body is a template; a header of our own says that it is genuine. */
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { ifFound } from "../../kit/reading.ts";
import { invalidSignature, isSame, jsonOf } from "../../kit/webhooks.ts";
import { at } from "./conventions.ts";

/** Made, changed, deleted and given another number (the vendor's page "Working with web hooks", 2026-11). */
const eventType = "CUSTOMER_UPDATED";
const header = "x-kontor-secret";
const path = at("webhooks", "/webhooks");
const one = `${path}/${eventType}`;

type Webhook = { readonly [Name in "url" | "objectVersion"]?: string };

async function subscribe(session: Session, { url, secret }: VendorAddress): Promise<VendorSubscription> {
  const known = (await ifFound(session.read(one))) as Webhook | undefined;
  if (known !== undefined && known.url !== url)
    throw new Failure(
      "target_rejected",
      "Another app hears of changes of customers already: there is one place for it.",
    );
  const body = {
    eventType,
    name: "Kontor",
    url,
    contentType: "application/json",
    postData: JSON.stringify({ old: "[OLDNUMBER]", new: "[NEWNUMBER]" }),
    customHeaders: [{ key: header, value: secret }],
    ...(known?.objectVersion !== undefined && { objectVersion: known.objectVersion }),
  };
  await session.send({ method: known === undefined ? "POST" : "PUT", path, body });
  return { facts: { url } };
}

async function unsubscribe(session: Session, { facts }: VendorSubscription): Promise<void> {
  const known = (await ifFound(session.read(one))) as Webhook | undefined;
  // Somebody else's stays.
  if (known !== undefined && known.url === (facts as Webhook).url)
    await ifFound(session.send({ method: "DELETE", path: one }));
}

/** Nothing, or 0, where there was or is none. */
const numberOf = (said: unknown): string => {
  const number = typeof said === "string" || typeof said === "number" ? String(said).trim() : "";
  return number === "0" ? "" : number;
};

function noticesOf(said: unknown): Notice[] {
  const { old, new: now } = (said ?? {}) as Readonly<Record<string, unknown>>;
  const before = numberOf(old);
  const after = numberOf(now);
  const notice = (kind: Notice["eventType"], resourceId: string): Notice => ({
    resource: "CUSTOMER",
    eventType: kind,
    resourceId,
    changedAt: new Date().toISOString(),
  });
  if (before !== "" && before === after) return [notice("UPDATED", after)];
  return [...(before === "" ? [] : [notice("DELETED", before)]), ...(after === "" ? [] : [notice("CREATED", after)])];
}

export const webhooks: Webhooks = {
  setUp: "api",
  resources: { CUSTOMER: ["CREATED", "UPDATED", "DELETED"] },
  receive: (post) =>
    isSame(post.headers[header], post.secret)
      ? { kind: "notices", notices: noticesOf(jsonOf(post)) }
      : invalidSignature,
  subscribe,
  unsubscribe,
};
