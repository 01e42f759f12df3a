/**
 * npm run bench [name...] [-- --seconds=10]
 * npm run bench growth [-- --scale=1 --minutes=10]
 * npm run bench connectors [-- --vendors=xero,odoo]
 * npm run bench [name...] -- --against <commit> [--of <commit> --rounds=15 --seconds=2]
 *
 * Measures the figures that the project has targets for, and prints them with the method. Needs Linux, because of /proc.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { against, comparable } from "./against.ts";
import { alternated } from "./alternated.ts";
import { answers } from "./answers.ts";
import { client } from "./client.ts";
import { connectors } from "./connectors.ts";
import { deliveries } from "./deliveries.ts";
import { type Bench, failed, failure, type Kept, machine, type Results, show } from "./figure.ts";
import { growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import { list } from "./list.ts";
import { mapping } from "./mapping.ts";
import { scale } from "./scale.ts";
import { small } from "./small.ts";
import { start } from "./start.ts";
import { tasks } from "./tasks.ts";
import { tracing } from "./tracing.ts";
import { vendorMapping } from "./vendorMapping.ts";

const benches: Readonly<Record<string, Bench>> = {
  start,
  answers,
  list,
  small,
  client,
  connectors,
  mapping,
  vendors: vendorMapping,
  hostile,
  tasks,
  deliveries,
  scale,
  tracing,
  ...growth,
};

/** Ledger entries at scale 1. */
const wholeEntries = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "2" },
    scale: { type: "string", default: "0.04" },
    minutes: { type: "string", default: "0.3" },
    against: { type: "string" },
    of: { type: "string" },
    rounds: { type: "string", default: "15" },
    vendors: { type: "string", default: "" },
  },
});
const chosen = positionals.flatMap((name) => (name === "growth" ? Object.keys(growth) : [name]));
const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(", ")}. Available: growth, ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}

if (values.against === undefined) await measure();
else {
  const options = { commit: values.against, rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const names = chosen.length === 0 ? ["list"] : chosen;
  const requests = names.flatMap((name) => comparable[name] ?? []);
  const isComparable = values.of === undefined && names.every((name) => comparable[name] !== undefined);
  console.log(
    await (isComparable ? against({ ...options, requests }) : alternated({ ...options, of: values.of, names })),
  );
}

async function measure(): Promise<void> {
  const scale = Number(values.scale);
  const minutes = Number(values.minutes);
  const seconds = Number(values.seconds);
  const vendors = values.vendors.split(",").filter(Boolean);
  const options = { entries: Math.round(wholeEntries * scale), seconds, scale, minutes, vendors };
  const figures: Kept[] = [];
  const began = performance.now();
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const start = performance.now();
    const found = await bench(options).catch((error: unknown) => [failed(name, error)]);
    figures.push(...found.map((figure) => ({ bench: name, ...figure })));
    console.error(`${name} … ${((performance.now() - start) / 1000).toFixed(0)} s`);
    // Print figures as they come, in case the run is stopped.
    for (const { what, measured } of found) console.error(`  ${what}: ${measured}`);
  }
  const took = (performance.now() - began) / 1000;
  console.log(`\n${show(figures)}\nMeasured in ${Math.floor(took / 60)} min ${Math.round(took % 60)} s.`);
  if (chosen.length === 0 && figures.every(({ measured }) => measured !== failure)) await keep(figures, took);
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1;
}

/** Saves only complete runs without failures, because figures of one machine and day belong together. */
async function keep(figures: readonly Kept[], seconds: number): Promise<void> {
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const results: Results = { at: new Date().toISOString(), machine: machine(), seconds: Math.round(seconds), figures };
  await writeFile(join(folder, "latest.json"), `${JSON.stringify(results, null, 2)}\n`);
}
