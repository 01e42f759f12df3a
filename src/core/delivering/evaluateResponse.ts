/** Decides from the receiver's response whether a delivery succeeded, is retried or has failed. */

import { type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import { retryAfterSeconds } from "../outbound/retryAfter.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { nextWait } from "./retrySchedule.ts";

export type DeliveryOutcome =
  | { readonly kind: "done" }
  /** Retry after that many seconds. */
  | { readonly kind: "retry"; readonly wait: number }
  /** All attempts are used up. */
  | { readonly kind: "failed" }
  /** The receiver wants no more deliveries (410). */
  | { readonly kind: "gone" };

export interface Evaluation {
  readonly outcome: DeliveryOutcome;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** The beginning of the response body, or the reason why there is none. */
  readonly answer: string | undefined;
  /** Whether the endpoint sent a complete and successful response in time. */
  readonly isHealthy: boolean;
}

export interface AttemptContext {
  /** The number of earlier attempts. */
  readonly attempts: number;
  readonly now: number;
  readonly random: number;
}

/** The status decides as soon as it arrives: 2xx means delivered, even if the body never ends. */
export function evaluateResponse(
  response: HttpResponse | OutboundFault,
  { attempts, now, random }: AttemptContext,
): Evaluation {
  const { status } = response;
  const isFault = response instanceof OutboundFault;
  const isSuccess = status !== undefined && status >= 200 && status < 300;
  const answer = isFault ? response.message : excerpt(response.bytes);
  const facts = { status, answer, isHealthy: isSuccess && !isFault };
  if (isSuccess) return { ...facts, outcome: { kind: "done" } };
  if (status === 410) return { ...facts, outcome: { kind: "gone" } };
  const retryAfter = isFault ? undefined : retryAfterSeconds(response.headers["retry-after"], now);
  const wait = nextWait({ attempts: attempts + 1, retryAfter, random });
  return { ...facts, outcome: wait === undefined ? { kind: "failed" } : { kind: "retry", wait } };
}

const longestExcerpt = 500;

/** Scrubs a longer text than it keeps, because a secret cut in half would not be recognised. */
function excerpt(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return undefined;
  const text = bytes.subarray(0, 8 * longestExcerpt).toString("utf8");
  // PostgreSQL cannot store NUL characters in text.
  return scrubText(text)
    .replaceAll(longWord, (word) => (/\d/.test(word) ? "…" : word))
    .slice(0, longestExcerpt)
    .replaceAll("\0", "\uFFFD");
}

/** Long words with a digit are unreadable and may be secrets. */
const longWord = /[^\s"'<>,;]{16,}/g;
