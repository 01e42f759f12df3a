/**
 * npm run bench <name...> -- --against <commit>: runs benchmarks of this checkout and of another commit in turn, each with its
 * own code, and compares their figures. With --of <commit>, that commit is compared instead of this checkout. Figures are
 * matched by their place, because their texts may have changed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgainstOptions, checkOut } from "./against.ts";
import { machine, median } from "./figure.ts";
import { root } from "./program.ts";

export interface AlternatedOptions extends AgainstOptions {
  readonly names: readonly string[];
  /** The commit to compare with the other one, instead of this checkout. */
  readonly of?: string | undefined;
}

interface Measured {
  readonly what: string;
  readonly value: number;
}

/** The values of each figure of a side, in the order of the rounds. */
type Side = Map<string, { readonly what: string; readonly values: number[] }>;

export async function alternated({ commit, of, names, rounds, seconds }: AlternatedOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-alternated-"));
  try {
    const mine = of === undefined ? root : checkOut(of, join(folder, "mine"));
    const other = checkOut(commit, join(folder, "other"));
    const here: Side = new Map();
    const there: Side = new Map();
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        add(here, name, await measure(mine, name, seconds));
        add(there, name, await measure(other, name, seconds));
      }
    }
    return `${table(here, there, of ?? "here", commit)}\n\n${rounds} rounds, in turn; medians\n${machine()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function add(side: Side, name: string, figures: readonly Measured[]): void {
  for (const [place, { what, value }] of figures.entries()) {
    const id = `${name} ${place}`;
    const figure = side.get(id) ?? { what, values: [] };
    figure.values.push(value);
    side.set(id, figure);
  }
}

function table(here: Side, there: Side, mine: string, other: string): string {
  const rows = [...here].map(([id, { what, values }]) => {
    const first = median(values);
    const second = median(there.get(id)?.values ?? []);
    return [what, first.toPrecision(3), second.toPrecision(3), (first / second).toFixed(3)];
  });
  return [["figure", mine, other, `${mine} : ${other}`], ...rows].map((row) => row.join(" | ")).join("\n");
}

/** The first number of each figure that a benchmark prints. */
async function measure(folder: string, name: string, seconds: number): Promise<Measured[]> {
  const child = spawn(process.execPath, [join(folder, "bench", "run.ts"), name, `--seconds=${seconds}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child, "close");
  return printed.split("\n").flatMap((line) => {
    const [, what, value] = /^ {2}(.+): \+? ?([\d.]+)/.exec(line) ?? [];
    return what === undefined || value === undefined ? [] : [{ what, value: Number(value) }];
  });
}
