/** How vendors prove that a post is theirs, and shake hands. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Receipt, VendorPost } from "../contract/webhooks.ts";
import { parseLossless } from "./losslessJson.ts";

/** Compares in a time that tells nothing. */
export function isSame(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}

export interface Hmac {
  /** The header with the signature, in small letters. */
  readonly header: string;
  readonly digest: "sha256" | "sha1" | "sha512";
  readonly encoding: "base64" | "hex";
}

/** Whether the raw bytes were signed with the secret. */
export function isSignedByHmac({ headers, body, secret }: VendorPost, { header, digest, encoding }: Hmac): boolean {
  return isSame(headers[header], createHmac(digest, secret).update(body).digest(encoding));
}

/** For vendors that want a word of their query back before they post anything. */
export function handshake({ query }: VendorPost, parameter: string): Receipt | undefined {
  const word = query[parameter];
  return word === undefined ? undefined : { kind: "handshake", body: word };
}

/** The body as JSON, once its sender is known; whole numbers beyond 2^53 as text. Undefined: it is none. */
export function jsonOf({ body }: VendorPost): unknown {
  try {
    return parseLossless(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export const invalidSignature: Receipt = { kind: "invalidSignature" };
