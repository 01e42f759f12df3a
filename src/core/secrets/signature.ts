/** Signatures that callers check: HMAC-SHA256 in lower-case hex, the key being the hex-decoded secret. */
import { createHmac, randomBytes } from "node:crypto";
import type { Secret } from "./secret.ts";

/** 64 hex digits. */
export const newSigningSecret = (): string => randomBytes(32).toString("hex");

export function sign(secret: Secret, message: string | Buffer): string {
  return createHmac("sha256", secret.signingKey()).update(message).digest("hex");
}

interface SignedCallback {
  readonly accountKey: string;
  readonly endUserId?: string;
  readonly endUserName?: string;
}

/**
 * The query parameters that sign a callback with an account key. The second signature covers the end user, too: one line for
 * each value, which has no line breaks.
 */
export function callbackSignature(
  secret: Secret,
  { accountKey, endUserId = "", endUserName = "" }: SignedCallback,
  now: number,
) {
  const ts = String(Math.floor(now / 1000));
  const lines = [`accountKey=${accountKey}`, `endUserId=${endUserId}`, `endUserName=${endUserName}`, `ts=${ts}`];
  return {
    ts,
    service_signature: sign(secret, `accountKey=${accountKey}&ts=${ts}`),
    service_signature_v2: sign(secret, lines.join("\n")),
  };
}
