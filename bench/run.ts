/**
 * npm run bench [name...] [-- --entries=1000000 --seconds=10]
 * npm run bench -- --against <commit> [--rounds=15 --seconds=2]
 *
 * Measures the figures that the project promises itself and prints them with how they were found. Needs /proc, so Linux.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { against } from "./against.ts";
import { connectors } from "./connectors.ts";
import { deliveries } from "./deliveries.ts";
import { type Bench, type Figure, machine, show } from "./figure.ts";
import { hostile } from "./hostile.ts";
import { list } from "./list.ts";
import { mapping } from "./mapping.ts";
import { pages } from "./pages.ts";
import { requestLog } from "./requestLog.ts";
import { scale } from "./scale.ts";
import { memory, start } from "./start.ts";
import { tasks } from "./tasks.ts";
import { vendorMapping } from "./vendorMapping.ts";

const benches: Readonly<Record<string, Bench>> = {
  ...{
    start,
    memory,
    list,
    connectors,
    mapping,
    vendors: vendorMapping,
    pages,
    hostile,
    tasks,
    deliveries,
    requestLog,
    scale,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    entries: { type: "string", default: "100000" },
    seconds: { type: "string" },
    against: { type: "string" },
    rounds: { type: "string", default: "15" },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}

if (values.against === undefined) await measure();
else {
  const { against: commit, rounds, seconds = "2" } = values;
  console.log(await against({ commit, rounds: Number(rounds), seconds: Number(seconds) }));
}

async function measure(): Promise<void> {
  const options = { entries: Number(values.entries), seconds: Number(values.seconds ?? "5") };
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`${name} …`);
    figures.push(...(await bench(options)));
  }
  console.log(`\n${show(figures)}`);
  if (positionals.length === 0) await keep(figures);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}

/** Of whole runs only: figures of one machine and one day belong together. */
async function keep(figures: readonly Figure[]): Promise<void> {
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const kept = { at: new Date().toISOString(), machine: machine(), figures };
  await writeFile(join(folder, "latest.json"), `${JSON.stringify(kept, null, 2)}\n`);
}
