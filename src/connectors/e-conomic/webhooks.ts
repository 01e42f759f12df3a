/** An agreement has one webhook for each kind of event. Its body is a template; a secret header proves that it is genuine. */
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { Notice, VendorAddress, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { invalidSignature, jsonOf, timingSafeEquals } from "../../kit/webhooks.ts";
import { at } from "./conventions.ts";

/** Sent when a customer is created, changed, deleted or renumbered (the vendor's page "Working with web hooks", 2026-11). */
const eventType = "CUSTOMER_UPDATED";
const header = "x-kontor-secret";
const path = at("webhooks", "/webhooks");
const webhookPath = `${path}/${eventType}`;

interface Webhook {
  readonly url?: string;
  readonly objectVersion?: string;
  readonly isDisabled?: boolean;
}

async function subscribe(session: Session, { url, secret }: VendorAddress): Promise<VendorSubscription> {
  const known = (await undefinedIfMissing(session.read(webhookPath))) as Webhook | undefined;
  if (known !== undefined && known.url !== url)
    throw new Failure(
      "target_rejected",
      "Another app already has the customer webhook of this agreement, and the target system allows only one.",
    );
  const body = {
    eventType,
    name: "Kontor",
    url,
    contentType: "application/json",
    postData: JSON.stringify({ old: "[OLDNUMBER]", new: "[NEWNUMBER]" }),
    customHeaders: [{ key: header, value: secret }],
    isDisabled: false,
    ...(known?.objectVersion !== undefined && { objectVersion: known.objectVersion }),
  };
  await session.send({ method: known === undefined ? "POST" : "PUT", path, body });
  return { facts: { url } };
}

async function unsubscribe(session: Session, { facts }: VendorSubscription): Promise<void> {
  const known = (await undefinedIfMissing(session.read(webhookPath))) as Webhook | undefined;
  // Another app's webhook is left alone.
  if (known !== undefined && known.url === (facts as Webhook).url)
    await undefinedIfMissing(session.send({ method: "DELETE", path: webhookPath }));
}

/** A number that does not exist is empty or 0. */
const numberOf = (value: unknown): string => {
  const number = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return number === "0" ? "" : number;
};

function noticesOf(body: unknown): Notice[] {
  const { old, new: now } = (body ?? {}) as Readonly<Record<string, unknown>>;
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
    timingSafeEquals(post.headers[header], post.secret)
      ? { kind: "notices", notices: noticesOf(jsonOf(post)) }
      : invalidSignature,
  subscribe,
  // e-conomic disables a webhook that fails too often.
  isActive: async (session, { facts }) => {
    const known = (await undefinedIfMissing(session.read(webhookPath))) as Webhook | undefined;
    return known !== undefined && known.url === (facts as Webhook).url && known.isDisabled !== true;
  },
  unsubscribe,
};
