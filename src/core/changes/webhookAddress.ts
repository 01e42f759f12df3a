/** Where a vendor posts for one company of a connection, and what it told when we asked it to. */
import { randomBytes } from "node:crypto";
import type { VendorSubscription } from "../../contract/webhooks.ts";
import type { VendorSubscriptionName, VendorSubscriptionRow } from "../../store/vendorSubscriptions.ts";
import { hashKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";

interface Address {
  /** The random part of the address: whoever knows it may post. */
  readonly token: string;
  readonly secret: string;
}

const placeOf = ({ connectionId, scope }: VendorSubscriptionName, column: "address" | "facts") => ({
  table: "vendor_subscriptions",
  row: scope === "" ? connectionId : `${connectionId}\t${scope}`,
  column,
});

export function newVendorAddress(vault: Vault, name: VendorSubscriptionName) {
  const address: Address = { token: randomBytes(24).toString("base64url"), secret: randomBytes(32).toString("hex") };
  const sealed = vault.seal(placeOf(name, "address"), JSON.stringify(address));
  return { ...name, tokenHash: hashKey(address.token), address: sealed };
}

type Row = Pick<VendorSubscriptionRow, "connectionId" | "scope" | "address" | "facts">;

export const openVendorAddress = (vault: Vault, row: Row): Address =>
  JSON.parse(vault.open(placeOf(row, "address"), row.address)) as Address;

export const openVendorFacts = (vault: Vault, row: Row): unknown =>
  row.facts === null ? undefined : JSON.parse(vault.open(placeOf(row, "facts"), row.facts));

export const sealVendorFacts = (vault: Vault, name: VendorSubscriptionName, { facts }: VendorSubscription): Buffer =>
  vault.seal(placeOf(name, "facts"), JSON.stringify(facts ?? null));
