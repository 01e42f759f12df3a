/** Signatures that callers check: HMAC-SHA256 in lower-case hex, the key being the hex-decoded secret. */
import { createHmac, randomBytes } from "node:crypto";
import type { Secret } from "./secret.ts";

/** 64 hex digits. */
export const newSigningSecret = (): string => randomBytes(32).toString("hex");

export function sign(secret: Secret, message: string | Buffer): string {
  return createHmac("sha256", secret.signingKey()).update(message).digest("hex");
}

/** The query parameters that sign a callback with an account key. */
export function callbackSignature(
  secret: Secret,
  accountKey: string,
  now: number,
): { ts: string; service_signature: string } {
  const ts = String(Math.floor(now / 1000));
  return { ts, service_signature: sign(secret, `accountKey=${accountKey}&ts=${ts}`) };
}
