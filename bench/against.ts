/**
 * npm run bench [list small] -- --against <commit>: compares requests to this checkout and to another commit with the same
 * proxy, in turn. A noisy machine slows down all three alike, so a change is judged by the ratios of the rounds and their
 * spread.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machine, quartiles } from "./figure.ts";
import { loadInTurn, type Round } from "./load.ts";
import { root } from "./program.ts";
import { type Compared, listOf5, listOf100, oneRecord, openSide, openVendor, write } from "./sides.ts";

export interface AgainstOptions {
  readonly commit: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** The benchmarks whose requests can be compared like this. */
export const comparable: Readonly<Record<string, readonly Compared[]>> = {
  list: [listOf100],
  small: [listOf5, oneRecord, write],
};

export interface ComparedOptions extends AgainstOptions {
  readonly requests: readonly Compared[];
}

export async function against({ commit, rounds, seconds, requests }: ComparedOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-against-"));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const opened = <Resource extends { close(): Promise<void> }>(resource: Resource): Resource => {
    stops.push(resource.close);
    return resource;
  };
  try {
    const vendor = opened(await openVendor());
    const here = opened(await openSide(vendor.url));
    const there = opened(await openSide(vendor.url, checkOut(commit, join(folder, "checkout"))));
    const sides = { proxy: vendor.proxy, here: here.side, there: there.side };
    const tables: string[] = [];
    for (const compared of requests) {
      await vendor.prepare(compared);
      const all = await loadInTurn(sides, { ...compared.request, rounds, seconds, warmUpRequests });
      tables.push(`${compared.name}\n${table(all, commit)}`);
    }
    return `${tables.join("\n\n")}\n\n${rounds} rounds of ${seconds} s a side, in turn; median (first to third quartile) of the rounds\n${machine()}`;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

const warmUpRequests = 2000;

/** Uses this checkout's node_modules, so that only the code differs. */
export function checkOut(commit: string, folder: string): string {
  mkdirSync(folder);
  const packed = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: packed });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

type Rounds = readonly Readonly<Record<"proxy" | "here" | "there", Round>>[];

function table(all: Rounds, commit: string): string {
  const spread = (values: readonly number[]): string => {
    const [low, middle, high] = quartiles(values).map((value) => value.toFixed(3));
    return `${middle} (${low} to ${high})`;
  };
  const line = (what: string, of: keyof Round): string[] => [
    what,
    spread(all.map(({ here, proxy }) => here[of] / proxy[of])),
    spread(all.map(({ there, proxy }) => there[of] / proxy[of])),
    spread(all.map(({ here, there }) => here[of] / there[of])),
  ];
  const rows = [
    ["", "here : proxy", `${commit} : proxy`, `here : ${commit}`],
    line("CPU time", "processor"),
    line("requests/s", "perSecond"),
  ];
  return rows.map((row) => row.map((cell) => cell.padEnd(26)).join("")).join("\n");
}
