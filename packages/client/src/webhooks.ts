/** Verifies deliveries of webhooks, which follow the Standard Webhooks specification. */

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** A Fetch API `Request`, or the headers and the raw body of another kind of request. */
export type WebhookRequest =
  | Request
  | { readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>; readonly body: string };

/** Seconds. An older delivery may have been recorded and sent again by somebody else. */
const tolerance = 5 * 60;

/**
 * Returns the body, parsed, if one of the secrets signed it; throws a `WebhookVerificationError` otherwise. Several secrets:
 * while a secret is rotated, or for several subscriptions.
 */
export async function verifyWebhook(request: WebhookRequest, secret: string | readonly string[]): Promise<unknown> {
  const body = request instanceof Request ? await request.text() : request.body;
  const id = headerOf(request, "webhook-id");
  const timestamp = headerOf(request, "webhook-timestamp");
  const signatures = headerOf(request, "webhook-signature")
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [bytesOfBase64(part.slice(3))] : []));
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new WebhookVerificationError("The delivery is too old, or the clocks differ: see webhook-timestamp.");
  const message = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const each of [secret].flat()) {
    const key = await importKey(each);
    for (const signature of signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, message)) return JSON.parse(body) as unknown;
  }
  throw new WebhookVerificationError("The signature does not match. Check that secret and raw body are unchanged.");
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers as Record<string, string | string[]>)[name];
  if (typeof value !== "string") throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Secrets are hex digits. */
function importKey(secret: string) {
  const pairs = secret.match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}
