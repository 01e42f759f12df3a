/** The receiver of a subscription's deliveries, with decrypted secrets. */
import type { EventOrigin } from "../../contract/event.ts";
import type { DeliveryAddress } from "../../store/deliveryLeases.ts";
import { Secret } from "../secrets/secret.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Receiver } from "./attempt.ts";
import { openAddress } from "./callbackAddress.ts";
import { previousSecretColumn, secretColumn } from "./subscriptions.ts";

export interface ReceiverFacts {
  readonly id: string;
  /** The tenant's subscription that it belongs to; the secrets are stored there. */
  readonly parentId: string | null;
  readonly origin: EventOrigin;
  /** Whether events are delivered as lists. */
  readonly batches: boolean;
}

export function receiverOf(
  vault: Vault,
  { id, parentId, origin, batches }: ReceiverFacts,
  { callbackUrl, address, secret, previousSecret }: Omit<DeliveryAddress, "endpoint">,
): Receiver {
  const subscriptionId = parentId ?? id;
  const current = new Secret(vault.open(secretColumn(subscriptionId), secret));
  const previous =
    previousSecret === null ? undefined : new Secret(vault.open(previousSecretColumn(subscriptionId), previousSecret));
  const url = openAddress(vault, subscriptionId, { callbackUrl, address });
  return { subscriptionId, ledgerId: id, callbackUrl: url, secrets: { current, previous }, origin, batches };
}
