/** The outcome of a write as the journal stores it: a record or a failure, never a rendered answer. */

import { Failure, type FailureCode, type FailureDetails } from "../../contract/failure.ts";
import type { Difference } from "../calling/request.ts";

export interface WrittenRecord {
  readonly record: unknown;
  /** The vendor's reply, if it names a job that has to be polled. */
  readonly raw?: unknown;
  readonly warnings: readonly string[];
  /** The fields that the target system stored differently from the body. */
  readonly differences?: readonly Difference[];
  /** False if the stored record could not be read and compared. */
  readonly verified?: false;
}

export type WriteOutcome = WrittenRecord | Failure;

interface StoredFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly details: Omit<FailureDetails, "cause" | "known">;
}

/** The form in which answers were stored before 0.2. */
interface EarlierAnswer {
  readonly data: unknown;
  readonly rawData?: unknown;
  readonly meta?: { readonly warnings?: readonly string[] };
}

export function encodeOutcome(outcome: WriteOutcome): string {
  if (!(outcome instanceof Failure)) return JSON.stringify(outcome);
  const { cause: _cause, known: _known, ...details } = outcome.details;
  return JSON.stringify({ failure: { code: outcome.code, message: outcome.message, details } satisfies StoredFailure });
}

export function decodeOutcome(text: string): WriteOutcome {
  const stored = JSON.parse(text) as WrittenRecord | { readonly failure: StoredFailure } | EarlierAnswer;
  if ("data" in stored) return { record: stored.data, raw: stored.rawData, warnings: stored.meta?.warnings ?? [] };
  if (!("failure" in stored)) return stored;
  const { code, message, details } = stored.failure;
  return new Failure(code, message, details);
}
