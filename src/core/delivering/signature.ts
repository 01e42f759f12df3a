/**
 * Signs deliveries: a signature over the raw body, and the Standard Webhooks headers with the same key. While a secret is
 * being rotated, both the new and the previous secret sign.
 */
import { createHmac } from "node:crypto";
import type { Secret } from "../secrets/secret.ts";
import { sign } from "../secrets/signature.ts";

export interface SigningSecrets {
  readonly current: Secret;
  readonly previous: Secret | undefined;
}

export interface SignedMessage {
  readonly subscriptionId: string;
  /** The same for every attempt and every replay. */
  readonly messageId: string;
  readonly body: string;
  /** Milliseconds. */
  readonly now: number;
}

export const messageIdOf = (subscriptionId: string, sequence: string): string => `msg_${subscriptionId}_${sequence}`;

export function signedHeaders(
  { subscriptionId, messageId, body, now }: SignedMessage,
  { current, previous }: SigningSecrets,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const message = `${messageId}.${timestamp}.${body}`;
  const standard = `v1,${standardSignature(current, message)}`;
  const headers = {
    "x-service-signature": sign(current, body),
    "x-service-subscription": subscriptionId,
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
  };
  if (previous === undefined) return { ...headers, "webhook-signature": standard };
  return {
    ...headers,
    "x-service-signature-previous": sign(previous, body),
    "webhook-signature": `${standard} v1,${standardSignature(previous, message)}`,
  };
}

const standardSignature = (secret: Secret, message: string): string =>
  createHmac("sha256", secret.signingKey()).update(message).digest("base64");
