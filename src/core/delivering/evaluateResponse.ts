/** What a receiver's answer means for a delivery. */

import { type Answer, OutboundFault } from "../outbound/exchange.ts";
import { secondsAsked } from "../outbound/retryAfter.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { nextWait } from "./retrySchedule.ts";

export type Outcome =
  | { readonly kind: "done" }
  /** To be tried again after so many seconds. */
  | { readonly kind: "retry"; readonly wait: number }
  /** Tried often enough. */
  | { readonly kind: "failed" }
  /** The receiver wants nothing any more (410). */
  | { readonly kind: "gone" };

export interface Evaluation {
  readonly outcome: Outcome;
  /** Undefined where nothing came back. */
  readonly status: number | undefined;
  /** The beginning of the answer, or why there is none. */
  readonly answer: string | undefined;
  /** Whether the endpoint answered as it should: in time, all of it, well. */
  readonly well: boolean;
}

export interface AttemptContext {
  /** Before this one. */
  readonly attempts: number;
  readonly now: number;
  readonly random: number;
}

/** The status counts as soon as it is there: who said 2xx has taken it, even if the rest of the answer never ends. */
export function evaluateResponse(came: Answer | OutboundFault, { attempts, now, random }: AttemptContext): Evaluation {
  const { status } = came;
  const isFault = came instanceof OutboundFault;
  const taken = status !== undefined && status >= 200 && status < 300;
  const answer = isFault ? came.message : excerpt(came.bytes);
  const said = { status, answer, well: taken && !isFault };
  if (taken) return { ...said, outcome: { kind: "done" } };
  if (status === 410) return { ...said, outcome: { kind: "gone" } };
  const asked = isFault ? undefined : secondsAsked(came.headers["retry-after"], now);
  const wait = nextWait({ attempts: attempts + 1, asked, random });
  return { ...said, outcome: wait === undefined ? { kind: "failed" } : { kind: "retry", wait } };
}

const longestExcerpt = 500;

/** More is read than is kept: a secret that the end cuts in two would not be known for one. */
function excerpt(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return undefined;
  const text = bytes.subarray(0, 8 * longestExcerpt).toString("utf8");
  // The database takes any character but this one.
  return scrubText(text)
    .replaceAll(longWord, (word) => (/\d/.test(word) ? "…" : word))
    .slice(0, longestExcerpt)
    .replaceAll("\0", "\uFFFD");
}

/** What nobody reads, but may be somebody's secret: long words with a digit in them. */
const longWord = /[^\s"'<>,;]{16,}/g;
