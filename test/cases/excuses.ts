/**
 * What a vendor cannot represent, with its documentation or a live run as the reason. An excuse that is not needed fails
 * the test. Defects of Kontor are not excuses: they are listed in `todo/`, and disappear there.
 */
import type { Outcome } from "./businessCase.ts";
import type { CaseName } from "./index.ts";

export interface Excuse {
  readonly outcome: Exclude<Outcome, "right" | "warned" | "silent" | "failed">;
  readonly reason: string;
}

export const excuses: Readonly<Record<string, { readonly [Name in CaseName]?: Excuse }>> = {};
