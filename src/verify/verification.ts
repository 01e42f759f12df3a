/** What the checks of a live list are handed. */
import type { OperationId } from "../contract/operations.ts";
import type { MeasuredReads } from "./asking.ts";
import type { RecordCheck } from "./records.ts";

/** As GET /targetSystems/{slug} tells it. */
export interface Offer {
  readonly id: OperationId;
  readonly fields: readonly string[];
  readonly filters: readonly string[];
  readonly orders: readonly string[];
  readonly requires: readonly string[];
  readonly rules?: readonly string[];
}

export interface Verification extends Pick<MeasuredReads, "ask" | "times"> {
  readonly isReplay: boolean;
  readonly now: number;
  /** What is wrong with a record. */
  readonly faultsOf: RecordCheck;
  fail(check: string, texts: readonly string[]): void;
  note(check: string, texts: readonly string[]): void;
  /** Sent with every call of a list. */
  always(offer: Offer): Promise<Readonly<Record<string, string>>>;
}
