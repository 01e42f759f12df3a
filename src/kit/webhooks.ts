/** How vendors prove that a post is theirs. */
import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import type { Receipt, VendorPost } from "../contract/webhooks.ts";
import { parseLossless } from "./losslessJson.ts";

/** Compares in constant time. */
export function isSame(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}

export interface Hmac {
  /** The name of the signature header, in lower case. */
  readonly header: string;
  readonly digest: "sha256" | "sha1" | "sha512";
  readonly encoding: "base64" | "hex";
}

/** Whether the body was signed with the secret. */
export function isSignedByHmac({ headers, body, secret }: VendorPost, { header, digest, encoding }: Hmac): boolean {
  return isSame(headers[header], createHmac(digest, secret).update(body).digest(encoding));
}

export interface Rsa {
  readonly header: string;
  readonly digest: "sha256" | "sha512";
  /** The vendor's public key, in PEM. */
  readonly publicKey: string;
}

export function isSignedByRsa({ headers, body }: VendorPost, { header, digest, publicKey }: Rsa): boolean {
  const signature = headers[header];
  if (signature === undefined) return false;
  return verify(`RSA-${digest.toUpperCase()}`, body, createPublicKey(publicKey), Buffer.from(signature, "base64"));
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
