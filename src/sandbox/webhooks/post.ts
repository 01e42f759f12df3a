/** Webhook posts and their signatures. */
import { derive, hmac } from "../engine/secrets.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadlineMs: number;
}

/** Throws if there is no response. Never follows a redirect. */
export type SendPost = (post: Post) => Promise<{ readonly status: number; readonly text: string }>;

/** The key of one subscription. It is derived every time, so nothing secret is stored. */
export const signingSecret = (seed: Buffer, subscription: string): string => derive(seed, "webhook", subscription);

export const signatureOf = (secret: string, body: string): string => hmac(secret, body);
