/** A business case: a fact as a bookkeeper states it, and the unified records that it must produce at every target system. */
import type { OperationId } from "../../src/contract/operations.ts";
import type { Books } from "./books.ts";
import type { FactName } from "./vendorFacts.ts";

export interface BusinessCase {
  /** One sentence that a bookkeeper agrees with. */
  readonly fact: string;
  /** The rules of the contract that it proves: A1 to A13 of reading, W1 to W9 of writing. */
  readonly rules: readonly string[];
  /** A target system without these operations has no result. */
  readonly needs: readonly OperationId[];
  /** A target system without closed periods, or whose simulator has none, has no result. */
  readonly needsLockedDay?: true;
  /** A target system whose API knows no closed periods has no result. */
  readonly needsClosing?: true;
  /** A target system whose documents are transferred to the ledger by hand has no result. */
  readonly needsPosting?: true;
  /** A target system whose API has only one language has no result. */
  readonly needsSecondLanguage?: true;
  /** The fact is entered at the vendor, as its own users would, and read through the API. */
  readonly entered?: FactName;
  run(books: Books): Promise<void>;
}

/** From best to worst. */
export const outcomes = [
  /** Stored or read as the fact says, or refused where the fact says so. */
  "right",
  /** Refused, and the error names the field. */
  "refused",
  /** Refused, but the error names no field, or another one. */
  "unclear",
  /** Stored otherwise, and `meta.differences` says so. */
  "differs",
  /** Wrong, and a warning came with it. */
  "warned",
  /** Wrong, and nothing said so. */
  "silent",
  /** An error that is no answer to the fact: a status of 5xx, or a response that the description does not allow. */
  "failed",
] as const;

export type Outcome = (typeof outcomes)[number];

/** Whether the dry runs of a case agreed with its writes. */
export type Prediction = "predicts" | "misses";
