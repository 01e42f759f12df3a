/** What a benchmark finds out, and how it is shown. */
import { cpus, totalmem } from "node:os";

export interface Figure {
  readonly what: string;
  /** Begins with the number that the target is about. */
  readonly measured: string;
  /** Begins with ≤ or ≥ and the number that is allowed. */
  readonly target: string;
  readonly met: boolean;
  readonly how: string;
}

/** With the name of the benchmark that found it. */
export interface Kept extends Figure {
  readonly bench: string;
}

/** What a whole run leaves in bench/results/latest.json. */
export interface Results {
  readonly at: string;
  readonly machine: string;
  readonly seconds: number;
  readonly figures: readonly Kept[];
}

export interface Options {
  /** Ledger entries for the benchmarks of deep pages. */
  readonly entries: number;
  /** Seconds that each side of a comparison is loaded for, a round; a part of it where there are many. */
  readonly seconds: number;
  /** Of the rows that the program has to stay as quick with: 1 for as many as the target says. */
  readonly scale: number;
  /** For how long polls are watched. */
  readonly minutes: number;
}

export type Bench = (options: Options) => Promise<readonly Figure[]>;

export function show(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, target, met }) => [what, measured, target, met ? "yes" : "NO"]);
  const table = [["figure", "measured", "target", "met"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const how = [...new Set(figures.map((figure) => figure.how))].map((text) => `- ${text}`);
  return [...lines, "", "How:", ...how, "", machine()].join("\n");
}

export function machine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `Machine: ${cpus().length} × ${first?.model.trim() ?? "?"}, ${memory}, ${process.platform}, Node ${process.versions.node}`;
}

export const median = (values: readonly number[]): number => quartiles(values)[1];

export function quartiles(values: readonly number[]): [low: number, middle: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return [at(0.25), at(0.5), at(0.75)];
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
