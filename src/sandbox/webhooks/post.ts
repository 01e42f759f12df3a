/** Webhook posts and their signatures. */
import { createHmac } from "node:crypto";
import { derive } from "../oauth/secrets.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadlineMs: number;
}

/** Throws where there is no answer. Never follows a redirect. */
export type SendPost = (post: Post) => Promise<{ readonly status: number; readonly text: string }>;

/** The key of one subscription: the same at any time, and nowhere stored. */
export const signingSecret = (seed: Buffer, subscription: string): string => derive(seed, "webhook", subscription);

export const signatureOf = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");
