/** Signatures of vendors' webhooks. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Receipt, VendorPost } from "../contract/webhooks.ts";
import { parseLossless } from "./losslessJson.ts";

/** Compares in constant time. */
export function timingSafeEquals(received: string | undefined, expected: string): boolean {
  if (received === undefined) return false;
  const left = Buffer.from(received);
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
  return timingSafeEquals(headers[header], createHmac(digest, secret).update(body).digest(encoding));
}

/** The body as JSON, with integers beyond 2^53 as text. Undefined if it is not JSON. */
export function jsonOf({ body }: VendorPost): unknown {
  try {
    return parseLossless(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export const invalidSignature: Receipt = { kind: "invalidSignature" };
