/**
 * How much of a row of docs/reliability.md a test does, and what it saw. `npm test` and `npm run test:faults` do a little of
 * each, `npm run faults` a tenth, and with FAULTS_SCALE=1 the whole.
 */
import { appendFileSync } from "node:fs";
import type { RowId } from "./rows.ts";

const scale = Number(process.env["FAULTS_SCALE"] ?? 0);

/** The share of the whole that is asked for, and never less than what shows the behaviour. */
export const scaled = (whole: number, least: number): number => Math.max(least, Math.ceil(whole * scale));

/** For a figure that only enough of it gives: the same in every `npm run faults`, less in `npm test`. */
export const measured = (whole: number, least: number): number => (scale > 0 ? whole : least);

/**
 * Where every place is tried with everything: so many for each place, the next place going on with the next ones, so that
 * each is met at many places; all of them in `npm run test:faults`.
 */
export const inTurn = <One>(all: readonly One[], place: number, least = 2): readonly One[] =>
  process.env["FAULTS"] !== undefined || all.length <= least
    ? all
    : Array.from({ length: least }, (_, next) => all[(place * least + next) % all.length] as One);

/** Milliseconds that a test may take: those of its small form, or as long as the whole needs. */
export const patience = (least: number): number => Math.max(least, scale * 3_600_000, scale > 0 ? 300_000 : 0);

export interface Figure {
  readonly row: RowId;
  readonly measured: string;
  readonly met: boolean;
}

/**
 * Says what was seen. What must never happen is for the test's own assertions; whether a figure that depends on the machine
 * and on the load is met is said here, and does not fail the test in small.
 */
export function reportFigure(row: RowId, measured: string, met = true): void {
  const file = process.env["FAULTS_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ row, measured, met } satisfies Figure)}\n`);
}
