/** Who gets the deliveries of a subscription, with its secrets open. */
import type { EventOrigin } from "../../contract/event.ts";
import type { Addressed } from "../../store/deliveryLeases.ts";
import { Secret } from "../secrets/secret.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Receiver } from "./attempt.ts";
import { openAddress } from "./callbackAddress.ts";
import { previousSecretColumn, secretColumn } from "./subscriptions.ts";

export interface Received {
  readonly id: string;
  /** The tenant's subscription that it belongs to, which has the secrets. */
  readonly parentId: string | null;
  readonly origin: EventOrigin;
  /** Whether events leave as lists. */
  readonly batches: boolean;
}

export function receiverOf(
  vault: Vault,
  { id, parentId, origin, batches }: Received,
  { callbackUrl, address, secret, previousSecret }: Omit<Addressed, "endpoint">,
): Receiver {
  const subscriptionId = parentId ?? id;
  const current = new Secret(vault.open(secretColumn(subscriptionId), secret));
  const previous =
    previousSecret === null ? undefined : new Secret(vault.open(previousSecretColumn(subscriptionId), previousSecret));
  const whole = openAddress(vault, subscriptionId, { callbackUrl, address });
  return { subscriptionId, ledgerId: id, callbackUrl: whole, secrets: { current, previous }, origin, batches };
}
