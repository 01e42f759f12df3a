/** What became of a write, as the journal keeps it: a record or a failure, never a rendered answer. */
import { Failure, type FailureCode, type FailureDetails } from "../../contract/failure.ts";

export interface WrittenRecord {
  readonly record: unknown;
  /** What the vendor said, where it names a job that has to be looked after. */
  readonly raw?: unknown;
  readonly warnings: readonly string[];
}

export type Outcome = WrittenRecord | Failure;

interface KeptFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly details: Omit<FailureDetails, "cause">;
}

/** As answers were kept before 0.2. */
interface EarlierAnswer {
  readonly data: unknown;
  readonly rawData?: unknown;
  readonly meta?: { readonly warnings?: readonly string[] };
}

export function encodeOutcome(outcome: Outcome): string {
  if (!(outcome instanceof Failure)) return JSON.stringify(outcome);
  const { cause: _, ...details } = outcome.details;
  return JSON.stringify({ failure: { code: outcome.code, message: outcome.message, details } satisfies KeptFailure });
}

export function decodeOutcome(text: string): Outcome {
  const kept = JSON.parse(text) as WrittenRecord | { readonly failure: KeptFailure } | EarlierAnswer;
  if ("data" in kept) return { record: kept.data, raw: kept.rawData, warnings: kept.meta?.warnings ?? [] };
  if (!("failure" in kept)) return kept;
  const { code, message, details } = kept.failure;
  return new Failure(code, message, details);
}
