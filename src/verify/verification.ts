/** The context of the checks. */
import type { OperationId } from "../contract/operations.ts";
import type { MeasuredReads } from "./asking.ts";
import type { RecordCheck } from "./records.ts";

/** An operation as returned by GET /targetSystems/{slug}. */
export interface Offer {
  readonly id: OperationId;
  readonly fields: readonly string[];
  readonly filters: readonly string[];
  readonly orders: readonly string[];
  readonly requires: readonly string[];
  readonly readsWholeList?: boolean;
  readonly rules?: readonly string[];
}

export interface Verification extends Pick<MeasuredReads, "ask" | "times"> {
  readonly isReplay: boolean;
  readonly now: number;
  /** Checks a record against the contract. */
  readonly faultsOf: RecordCheck;
  fail(check: string, texts: readonly string[]): void;
  note(check: string, texts: readonly string[]): void;
  /** The required parameters of a list. */
  always(offer: Offer): Promise<Readonly<Record<string, string>>>;
}
