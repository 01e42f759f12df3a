/**
 * npm run faults [R1 S4 …] [-- --write]
 *
 * Runs the tests behind docs/reliability.md with more of everything (FAULTS_SCALE, a tenth unless told otherwise, 1 is the
 * whole) and prints its table: which row holds, and what was seen. --write puts the table there.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RowId, rows } from "../test/faults/rows.ts";
import type { Seen } from "../test/faults/scale.ts";
import { machine } from "./figure.ts";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs", "reliability.md");
const scale = process.env["FAULTS_SCALE"] ?? "0.1";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const isRow = (name: string): name is RowId => Object.hasOwn(rows, name);
const unknown = positionals.filter((name) => !isRow(name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. There are ${Object.keys(rows).join(", ")}.`);
  process.exit(2);
}
const asked = positionals.length > 0 ? positionals.filter(isRow) : Object.keys(rows).filter(isRow);

/** One after the other: what one measures would disturb the next. */
async function run(files: readonly string[], folder: string): Promise<Report> {
  const report = join(folder, "report.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const given = ["run", "--maxWorkers=1", "--no-file-parallelism", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, ...given, ...files], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, FAULTS_SCALE: scale, FAULTS_FIGURES: join(folder, "figures") },
  });
  await once(child, "exit");
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

function lineOf(id: RowId, { testResults }: Report, seen: readonly Seen[]): readonly string[] {
  const { what, target, tests } = rows[id];
  const found = tests.flatMap(([file, names]) => {
    const all = testResults.filter(({ name }) => name.endsWith(file)).flatMap((one) => one.assertionResults);
    return names === undefined ? all : all.filter(({ fullName }) => new RegExp(names).test(fullName));
  });
  const run = found.filter(({ status }) => status === "passed" || status === "failed");
  const passed = run.filter(({ status }) => status === "passed").length;
  const figures = seen.filter(({ row }) => row === id);
  const measured = [...figures.map((one) => one.measured), `${passed} of ${run.length} tests pass`].join("; ");
  const holds = passed > 0 && passed === run.length && figures.every(({ met }) => met);
  return [id, what, target, measured, holds ? "yes" : "NO"];
}

const header = ["row", "what happens", "target", "measured", "holds"];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
try {
  const files = [...new Set(asked.flatMap((id) => rows[id].tests.map(([file]) => file)))];
  const report = await run(files, folder);
  const figures = await readFile(join(folder, "figures"), "utf8").catch(() => "");
  const seen = figures
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Seen);
  const lines = asked.map((id) => lineOf(id, report, seen));
  const table = [line(header), line(header.map(() => "---")), ...lines.map(line)].join("\n");
  const when = `${new Date().toISOString().slice(0, 10)}, FAULTS_SCALE=${scale}. ${machine()}`;
  console.log(`${table}\n\n${when}`);
  if (values.write) {
    const [before = "", rest = ""] = (await readFile(page, "utf8")).split("<!-- table -->\n");
    const after = rest.slice(rest.indexOf("<!-- end -->"));
    await writeFile(page, `${before}<!-- table -->\n${table}\n\n${when}\n\n${after}`);
  }
  process.exitCode = lines.every((cells) => cells.at(-1) === "yes") ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
