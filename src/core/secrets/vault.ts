/**
 * Encrypts secrets at rest with AES-256-GCM. The blob names its key, so that master keys can be rotated while the service
 * runs. The table, row and column are authenticated, so that a blob copied to another row is refused.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { openRandomBytes } from "./randomBytes.ts";

export interface MasterKey {
  readonly id: string;
  /** Not bytes: Node would convert them on every use, which takes four times as long as encrypting a small secret. */
  readonly key: KeyObject;
}

export interface SealedColumn {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

export interface Vault {
  seal(column: SealedColumn, content: string | Buffer): Buffer;
  open(column: SealedColumn, blob: Buffer): string;
  openBytes(column: SealedColumn, blob: Buffer): Buffer;
  /** Keyed hashes of a text, with the current key first. A stored hash may be of any key. */
  hashes(purpose: string, text: string): Buffer[];
}

const version = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const hashBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes;

/** The first key encrypts, all keys decrypt. They are read on every use, because a rotation may have changed them. */
export function openVault(keys: readonly MasterKey[] | (() => readonly MasterKey[])): Vault {
  const keysNow = typeof keys === "function" ? keys : () => keys;
  const nextNonce = openRandomBytes(nonceBytes);
  const openBytes: Vault["openBytes"] = (column, blob) => {
    const id = keyIdOf(blob);
    const key = keysNow().find((masterKey) => masterKey.id === id)?.key;
    if (blob[0] !== version || key === undefined)
      throw new Error(`The master key ${id} for the secret in ${column.table}.${column.column} is missing.`);
    const nonce = blob.subarray(1 + keyIdBytes, headerBytes);
    const tag = blob.subarray(headerBytes, headerBytes + tagBytes);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(placeBytes(column)).setAuthTag(tag);
    return Buffer.concat([decipher.update(blob.subarray(headerBytes + tagBytes)), decipher.final()]);
  };
  return {
    openBytes,
    open: (column, blob) => openBytes(column, blob).toString("utf8"),
    hashes: (purpose, text) =>
      keysNow().map(({ key }) =>
        createHmac("sha256", key).update(`kontor ${purpose}\n`).update(text).digest().subarray(0, hashBytes),
      ),
    seal: (column, content) => {
      const [current] = keysNow();
      if (current === undefined) throw new Error("There is no master key.");
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(placeBytes(column));
      const sealed = typeof content === "string" ? cipher.update(content, "utf8") : cipher.update(content);
      const rest = cipher.final();
      const keyId = Buffer.from(current.id, "hex");
      return Buffer.concat([Buffer.of(version), keyId, nonce, cipher.getAuthTag(), sealed, rest]);
    },
  };
}

/** The id of the key that encrypted the blob. */
export const keyIdOf = (blob: Buffer): string => blob.subarray(1, 1 + keyIdBytes).toString("hex");

/** The id is derived from the key, so that keys need no names. */
export function masterKey(base64: string): MasterKey {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 32) throw new Error("A master key must be 32 bytes in base64.");
  return {
    id: createHash("sha256")
      .update("kontor key id")
      .update(bytes)
      .digest("hex")
      .slice(0, keyIdBytes * 2),
    key: createSecretKey(bytes),
  };
}

export const newMasterKey = (): string => randomBytes(32).toString("base64");

const placeBytes = ({ table, row, column }: SealedColumn): Buffer => Buffer.from(JSON.stringify([table, row, column]));
