/** What a platform does with its wishes to hear of changes. Each belongs to one connection, or to the tenant itself. */

import type { EventResource, EventType } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import {
  addSubscription,
  countSubscriptions,
  findSubscription,
  holdSubscription,
  removeSubscription,
  renewSubscription,
  rotateSubscriptionSecret,
  type Subscription,
  type SubscriptionName,
  type SubscriptionOwner,
} from "../../store/subscriptions.ts";
import type { Outbound } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { newId } from "../secrets/ids.ts";
import { newSigningSecret } from "../secrets/signature.ts";
import type { Vault } from "../secrets/vault.ts";
import { sealAddress } from "./callbackAddress.ts";

export interface Subscribing {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
}

export interface SubscriptionRequest {
  readonly callbackUrl: string;
  readonly eventType?: EventType;
  readonly resource?: EventResource;
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
}

/** With the secret in plain text: there is no other moment to see it. */
export interface Disclosed {
  readonly subscription: Subscription;
  readonly secret: string;
}

export const secretColumn = (id: string) => ({ table: "subscriptions", row: id, column: "secret" });
export const previousSecretColumn = (id: string) => ({ table: "subscriptions", row: id, column: "previous_secret" });

/** Each event goes to each of them: a platform that subscribes in a loop is told before it hurts. */
const mostOfOne = 100;

export async function subscribe(
  { database, vault, outbound }: Subscribing,
  owner: SubscriptionOwner,
  wish: SubscriptionRequest,
): Promise<Disclosed> {
  await checkAddress(outbound, "callbackUrl", wish.callbackUrl);
  if ((await countSubscriptions(database, owner, ["active", "paused"])) >= mostOfOne)
    throw new Failure(
      "invalid_request",
      `There are ${mostOfOne} subscriptions already, which is the most: remove one with DELETE first.`,
      { field: "callbackUrl" },
    );
  const id = newId();
  const secret = newSigningSecret();
  const subscription = await addSubscription(database, {
    id,
    ...owner,
    environment: wish.environment ?? null,
    company: wish.company ?? null,
    ...sealAddress(vault, id, wish.callbackUrl),
    eventType: wish.eventType ?? null,
    resource: wish.resource ?? null,
    secret: vault.seal(secretColumn(id), secret),
  });
  return { subscription, secret };
}

export async function subscriptionOf({ database }: Subscribing, name: SubscriptionName): Promise<Subscription> {
  return (await findSubscription(database, name)) ?? unknown();
}

export async function unsubscribe({ database }: Subscribing, name: SubscriptionName): Promise<void> {
  if (!(await removeSubscription(database, name))) unknown();
}

/** Starts its time anew; a paused one goes on. */
export async function renew(subscribing: Subscribing, name: SubscriptionName): Promise<Subscription> {
  return (await renewSubscription(subscribing.database, name)) ?? ended(await subscriptionOf(subscribing, name));
}

/** The old secret counts beside the new one for a day; one older than that ends at once. */
export async function rotateSecret({ database, vault }: Subscribing, name: SubscriptionName): Promise<Disclosed> {
  const secret = newSigningSecret();
  return transaction(database, async (client) => {
    const held = await hold(client, name);
    const subscription = await rotateSubscriptionSecret(client, {
      ...name,
      secret: vault.seal(secretColumn(name.id), secret),
      previousSecret: vault.seal(previousSecretColumn(name.id), vault.open(secretColumn(name.id), held.secret)),
    });
    return { subscription: subscription ?? unknown(), secret };
  });
}

/** Nobody else changes it, or makes deliveries for it, until the transaction ends. */
export async function hold(client: Queryable, name: SubscriptionName): Promise<Subscription> {
  const held = (await holdSubscription(client, name)) ?? unknown();
  return held.state === "ended" ? ended(held) : held;
}

function unknown(): never {
  throw new Failure("not_found", "There is no such subscription: GET /webhooks/subscriptions lists those there are.", {
    field: "webhookId",
  });
}

function ended({ id }: Subscription): never {
  throw new Failure("invalid_request", `The subscription ${id} has ended: make a new one with POST /webhooks.`, {
    field: "webhookId",
  });
}
