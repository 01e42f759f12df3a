/** Where deliveries go. The address may carry a secret of its receiver: beside the database it is whole, in it sealed. */
import type { Database } from "../../store/postgres/database.ts";
import { findPlainAddresses, setAddress } from "../../store/subscriptions.ts";
import { hashToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

export interface SealedAddress {
  /** Scheme, host and port: what answers there is one receiver. Of rows from before addresses were sealed, all of it. */
  readonly callbackUrl: string;
  /** Encrypted; the place is `subscriptions`, the row's id or that of the one above it, `address`. */
  readonly address: Buffer | null;
}

const placeOf = (id: string) => ({ table: "subscriptions", row: id, column: "address" });

export const sealAddress = (vault: Vault, id: string, url: string) => ({
  callbackUrl: new URL(url).origin,
  address: vault.seal(placeOf(id), url),
  addressHash: hashToken(url),
});

export const openAddress = (vault: Vault, id: string, { callbackUrl, address }: SealedAddress): string =>
  address === null ? callbackUrl : vault.open(placeOf(id), address);

/** Once after an upgrade: what was stored in the clear. */
export async function sealPlainAddresses(database: Database, vault: Vault): Promise<void> {
  for (const { id, callbackUrl } of await findPlainAddresses(database))
    await setAddress(database, { id, ...sealAddress(vault, id, callbackUrl) });
}
