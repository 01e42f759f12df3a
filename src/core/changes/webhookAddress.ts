/** Where a vendor posts for one connection, and what it told when we asked it to. */
import { randomBytes } from "node:crypto";
import type { VendorSubscription } from "../../contract/webhooks.ts";
import type { VendorSubscriptionRow } from "../../store/vendorSubscriptions.ts";
import { hashKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";

interface Address {
  /** The random part of the address: whoever knows it may post. */
  readonly token: string;
  readonly secret: string;
}

const placeOf = (connectionId: string, column: "address" | "facts") => ({
  table: "vendor_subscriptions",
  row: connectionId,
  column,
});

export function newVendorAddress(vault: Vault, connectionId: string) {
  const address: Address = { token: randomBytes(24).toString("base64url"), secret: randomBytes(32).toString("hex") };
  const sealed = vault.seal(placeOf(connectionId, "address"), JSON.stringify(address));
  return { connectionId, tokenHash: hashKey(address.token), address: sealed };
}

type Row = Pick<VendorSubscriptionRow, "connectionId" | "address" | "facts">;

export const openVendorAddress = (vault: Vault, { connectionId, address }: Row): Address =>
  JSON.parse(vault.open(placeOf(connectionId, "address"), address)) as Address;

export const openVendorFacts = (vault: Vault, { connectionId, facts }: Row): unknown =>
  facts === null ? undefined : JSON.parse(vault.open(placeOf(connectionId, "facts"), facts));

export const sealVendorFacts = (vault: Vault, connectionId: string, { facts }: VendorSubscription): Buffer =>
  vault.seal(placeOf(connectionId, "facts"), JSON.stringify(facts ?? null));
