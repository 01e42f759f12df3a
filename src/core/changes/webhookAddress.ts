/** The webhook URL for one company of a connection, and the vendor's facts about its subscription. */
import { randomBytes } from "node:crypto";
import type { VendorSubscription } from "../../contract/webhooks.ts";
import type { VendorSubscriptionName, VendorSubscriptionRow } from "../../store/vendorSubscriptions.ts";
import { hashKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";

interface Address {
  /** The random part of the URL, which authorises the vendor to post. */
  readonly token: string;
  readonly secret: string;
}

const columnOf = ({ connectionId, scope }: VendorSubscriptionName, column: "address" | "facts") => ({
  table: "vendor_subscriptions",
  row: scope === "" ? connectionId : `${connectionId}\t${scope}`,
  column,
});

export function newVendorAddress(vault: Vault, name: VendorSubscriptionName) {
  const address: Address = { token: randomBytes(24).toString("base64url"), secret: randomBytes(32).toString("hex") };
  const sealed = vault.seal(columnOf(name, "address"), JSON.stringify(address));
  return { ...name, tokenHash: hashKey(address.token), address: sealed };
}

type Row = Pick<VendorSubscriptionRow, "connectionId" | "scope" | "address" | "facts">;

export const openVendorAddress = (vault: Vault, row: Row): Address =>
  JSON.parse(vault.open(columnOf(row, "address"), row.address)) as Address;

export const openVendorFacts = (vault: Vault, row: Row): unknown =>
  row.facts === null ? undefined : JSON.parse(vault.open(columnOf(row, "facts"), row.facts));

export const sealVendorFacts = (vault: Vault, name: VendorSubscriptionName, { facts }: VendorSubscription): Buffer =>
  vault.seal(columnOf(name, "facts"), JSON.stringify(facts ?? null));
