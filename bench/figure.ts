/** The figures of benchmarks, and how they are printed. */
import { cpus, totalmem } from "node:os";

export interface Figure {
  readonly what: string;
  /** Starts with the number that is compared with the target. */
  readonly measured: string;
  /** Starts with ≤ or ≥ and the allowed number. */
  readonly target: string;
  readonly met: boolean;
  readonly how: string;
}

/** A figure with the name of its benchmark. */
export interface Kept extends Figure {
  readonly bench: string;
}

/** The content of bench/results/latest.json after a complete run. */
export interface Results {
  readonly at: string;
  readonly machine: string;
  readonly seconds: number;
  readonly figures: readonly Kept[];
}

export interface Options {
  /** The number of ledger entries for the benchmarks of deep pages. */
  readonly entries: number;
  /** Seconds of load per side and round of a comparison. Comparisons with many sides use a part of it. */
  readonly seconds: number;
  /** The scale of the growth benchmarks: 1 for as many rows as the target says. */
  readonly scale: number;
  /** Minutes for which polls are watched. */
  readonly minutes: number;
  /** The target systems that are measured. All, if it is empty. */
  readonly vendors: readonly string[];
}

export const failure = "failed";

/** What fails does not stop other measurements. */
export function failed(what: string, error: unknown): Figure {
  console.error(error);
  return { what, measured: failure, target: "to be measured", met: false, how: `${what}: ${String(error)}` };
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
