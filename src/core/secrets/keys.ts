/**
 * API and account keys: a prefix that says which kind, 160 random bits, and a checksum, so that a mistyped or truncated
 * key is refused without asking the database, and scanners can recognise a leaked one. Only their SHA-256 is stored.
 */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { base32 } from "./ids.ts";

/** `token` and `renew` are the access and refresh tokens of assistants. */
const prefixes = { api: "kapi_", account: "kacc_", token: "ktok_", renew: "kren_" } as const;
export type KeyKind = keyof typeof prefixes;

export interface NewKey {
  /** Shown once. */
  readonly text: string;
  readonly hash: Buffer;
  readonly hint: string;
}

export function newKey(kind: KeyKind): NewKey {
  const body = prefixes[kind] + base32(randomBytes(20)).toLowerCase();
  const text = body + checksum(body);
  return { text, hash: hashKey(text), hint: text.slice(0, 9) };
}

export function isKey(kind: KeyKind, text: string): boolean {
  const body = text.slice(0, -7);
  return text.length === 44 && text.startsWith(prefixes[kind]) && checksum(body) === text.slice(-7);
}

export function hashKey(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}
