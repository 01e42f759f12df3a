/**
 * The scale of the tests behind docs/operate/reliability.md, and their figures. `npm test` and `npm run test:faults` run a small
 * part of each row, `npm run faults` a tenth, and FAULTS_SCALE=1 the full load.
 */
import { appendFileSync } from "node:fs";
import type { RowId } from "./rows.ts";

const scale = Number(process.env["FAULTS_SCALE"] ?? 0);

/** The requested share of the full load, and never less than the behaviour needs to show. */
export const scaled = (full: number, least: number): number => Math.max(least, Math.ceil(full * scale));

/** For figures that need the full load: the same in every `npm run faults`, less in `npm test`. */
export const measured = (full: number, least: number): number => (scale > 0 ? full : least);

/** Whether selections in turn are complete: in `npm run test:faults`, and if chosen test files run (vitest.config.ts). */
export const runsAll = process.env["FAULTS"] !== undefined || process.env["CHOSEN_FILES"] !== undefined;

/**
 * A rotating selection of values for tests that try many values in many places: each place gets the next few values, so
 * that every value is tried somewhere.
 */
export const inTurn = <Value>(values: readonly Value[], index: number, least = 2): readonly Value[] =>
  runsAll || values.length <= least
    ? values
    : Array.from({ length: least }, (_, next) => values[(index * least + next) % values.length] as Value);

/** A sixth of the vendors, cases or checks, of which each place takes the next. `npm run test:faults` tries all. */
export const someOf = <Value>(values: readonly Value[], place = 0): readonly Value[] =>
  inTurn(values, place, Math.ceil(values.length / 6));

/** The timeout of a test in milliseconds: for its small scale, or longer for a larger one. */
export const patience = (least: number): number => Math.max(least, scale * 3_600_000, scale > 0 ? 300_000 : 0);

export interface Figure {
  readonly row: RowId;
  readonly measured: string;
  readonly met: boolean;
}

/**
 * Records a figure. Assertions of the test cover what must never happen. Whether a figure that depends on the machine is
 * met is recorded here, and does not fail the test.
 */
export function reportFigure(row: RowId, measured: string, met = true): void {
  const file = process.env["FAULTS_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ row, measured, met } satisfies Figure)}\n`);
}
