/** The URLs of deliveries. They may contain a secret of the receiver, so the database stores them encrypted. */
import type { Database } from "../../store/postgres/database.ts";
import { findPlainAddresses, setAddress } from "../../store/subscriptions.ts";
import { hashToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

export interface SealedAddress {
  /** Scheme, host and port: they identify the receiver. The full URL in rows from before URLs were encrypted. */
  readonly callbackUrl: string;
  /** Encrypted for table `subscriptions`, the id of the row or of its parent, column `address`. */
  readonly address: Buffer | null;
}

const addressColumn = (id: string) => ({ table: "subscriptions", row: id, column: "address" });

export const sealAddress = (vault: Vault, id: string, url: string) => ({
  callbackUrl: new URL(url).origin,
  address: vault.seal(addressColumn(id), url),
  addressHash: hashToken(url),
});

export const openAddress = (vault: Vault, id: string, { callbackUrl, address }: SealedAddress): string =>
  address === null ? callbackUrl : vault.open(addressColumn(id), address);

/** Runs once after an upgrade: encrypts URLs that were stored in plain text. */
export async function sealPlainAddresses(database: Database, vault: Vault): Promise<void> {
  for (const { id, callbackUrl } of await findPlainAddresses(database))
    await setAddress(database, { id, ...sealAddress(vault, id, callbackUrl) });
}
