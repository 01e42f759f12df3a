/** Manages platforms' subscriptions to changes. Each belongs to one connection, or to the tenant itself. */

import type { EventResource, EventType } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import {
  addSubscription,
  countSubscriptions,
  findSubscription,
  lockSubscriptionRow,
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

export interface SubscriptionDeps {
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

/** Contains the secret in plain text, which is shown only once. */
export interface SubscriptionWithSecret {
  readonly subscription: Subscription;
  readonly secret: string;
}

export const secretColumn = (id: string) => ({ table: "subscriptions", row: id, column: "secret" });
export const previousSecretColumn = (id: string) => ({ table: "subscriptions", row: id, column: "previous_secret" });

/** Every event goes to every subscription; the limit stops a platform that subscribes in a loop. */
const maxSubscriptions = 100;

export async function subscribe(
  { database, vault, outbound }: SubscriptionDeps,
  owner: SubscriptionOwner,
  request: SubscriptionRequest,
): Promise<SubscriptionWithSecret> {
  await checkAddress(outbound, "callbackUrl", request.callbackUrl);
  if ((await countSubscriptions(database, owner, ["active", "paused"])) >= maxSubscriptions)
    throw new Failure(
      "invalid_request",
      `The limit of ${maxSubscriptions} subscriptions is reached. Remove one with DELETE first.`,
      { field: "callbackUrl" },
    );
  const id = newId();
  const secret = newSigningSecret();
  const subscription = await addSubscription(database, {
    id,
    ...owner,
    environment: request.environment ?? null,
    company: request.company ?? null,
    ...sealAddress(vault, id, request.callbackUrl),
    eventType: request.eventType ?? null,
    resource: request.resource ?? null,
    secret: vault.seal(secretColumn(id), secret),
  });
  return { subscription, secret };
}

export async function subscriptionOf(
  { database }: Pick<SubscriptionDeps, "database">,
  name: SubscriptionName,
): Promise<Subscription> {
  return (await findSubscription(database, name)) ?? throwUnknown();
}

export async function unsubscribe({ database }: SubscriptionDeps, name: SubscriptionName): Promise<void> {
  if (!(await removeSubscription(database, name))) throwUnknown();
}

/** Extends the subscription; resumes it if it is paused. */
export async function renew(deps: SubscriptionDeps, name: SubscriptionName): Promise<Subscription> {
  return (await renewSubscription(deps.database, name)) ?? throwEnded(await subscriptionOf(deps, name));
}

/** The old secret stays valid for a day beside the new one; an even older one stops working immediately. */
export async function rotateSecret(
  { database, vault }: SubscriptionDeps,
  name: SubscriptionName,
): Promise<SubscriptionWithSecret> {
  const secret = newSigningSecret();
  return transaction(database, async (client) => {
    const held = await lockSubscription(client, name);
    const subscription = await rotateSubscriptionSecret(client, {
      ...name,
      secret: vault.seal(secretColumn(name.id), secret),
      previousSecret: vault.seal(previousSecretColumn(name.id), vault.open(secretColumn(name.id), held.secret)),
    });
    return { subscription: subscription ?? throwUnknown(), secret };
  });
}

/** Until the transaction ends, nobody else can change the subscription or add deliveries to it. */
export async function lockSubscription(client: Queryable, name: SubscriptionName): Promise<Subscription> {
  const held = (await lockSubscriptionRow(client, name)) ?? throwUnknown();
  return held.state === "ended" ? throwEnded(held) : held;
}

function throwUnknown(): never {
  throw new Failure(
    "not_found",
    "There is no subscription with this id. GET /webhooks/subscriptions lists the subscriptions.",
    { field: "webhookId" },
  );
}

function throwEnded({ id }: Subscription): never {
  throw new Failure("invalid_request", `The subscription ${id} has ended. Create a new one with POST /webhooks.`, {
    field: "webhookId",
  });
}
