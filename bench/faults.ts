/**
 * npm run faults [R1 S4 …] [-- --write]
 *
 * Runs the tests behind docs/operate/reliability.md on a larger scale (FAULTS_SCALE, 0.1 by default, 1 for the full load) and
 * prints its table: which rows hold, and the figures. --write updates these rows in the page and keeps the others, so that
 * long rows can run separately. Each row says when it ran and at which scale.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RowId, rows } from "../test/faults/rows.ts";
import type { Figure } from "../test/faults/scale.ts";
import { machine } from "./figure.ts";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/operate/reliability.md");
const scale = process.env["FAULTS_SCALE"] ?? "0.1";

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file could not be loaded. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const isRow = (name: string): name is RowId => Object.hasOwn(rows, name);
const unknown = positionals.filter((name) => !isRow(name));
if (unknown.length > 0) {
  console.error(`Unknown row ${unknown.join(", ")}. Available: ${Object.keys(rows).join(", ")}.`);
  process.exit(2);
}
const selected = positionals.length > 0 ? positionals.filter(isRow) : Object.keys(rows).filter(isRow);

/** Runs one file at a time, because measurements would disturb each other. */
async function run(files: readonly string[], folder: string): Promise<Report> {
  const report = join(folder, "report.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const parameters = [
    "run",
    "--maxWorkers=1",
    "--no-file-parallelism",
    "--isolate",
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const child = spawn(process.execPath, [vitest, ...parameters, ...files], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, FAULTS: "yes", FAULTS_SCALE: scale, FAULTS_FIGURES: join(folder, "figures") },
  });
  await once(child, "exit");
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

function lineOf(id: RowId, { testResults }: Report, seen: readonly Figure[]): readonly string[] {
  const { what, target, tests } = rows[id];
  const found = tests.flatMap(([file, names]) => {
    const all = testResults.filter(({ name }) => name.endsWith(file)).flatMap((result) => result.assertionResults);
    return names === undefined ? all : all.filter(({ fullName }) => new RegExp(names).test(fullName));
  });
  const run = found.filter(({ status }) => status === "passed" || status === "failed");
  const passed = run.filter(({ status }) => status === "passed").length;
  const figures = seen.filter(({ row }) => row === id);
  // A file that could not be loaded reports no tests at all.
  const hasRun = tests.every(([file]) =>
    testResults.some(({ name, status }) => name.endsWith(file) && status === "passed"),
  );
  const measured = [...figures.map((figure) => figure.measured), `${passed} of ${run.length} tests pass`].join("; ");
  const hasPassed = hasRun && passed > 0 && passed === run.length && figures.every(({ met }) => met);
  return [id, what, target, measured, hasPassed ? "yes" : "NO", `${today}, ${Number(scale) * 100} %`];
}

/** What did not pass, with its reason: the table only counts it. */
function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${name}\n${message ?? "could not be loaded"}`] : [];
    return failed.map(({ fullName, failureMessages }) => [fullName, ...(failureMessages ?? [])].join("\n"));
  });
}

const today = new Date().toISOString().slice(0, 10);
const header = ["row", "what happens", "target", "measured", "passed", "run"];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const tableOf = (lines: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...lines].map(line).join("\n");

/** The table of the page with these lines instead of the older ones. */
function merged(lines: readonly (readonly string[])[], page: string): string {
  const cells = (text: string): string[] =>
    text
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const older = page
    .split("\n")
    .filter((text) => text.startsWith("|"))
    .map(cells);
  const newest = new Map([...older, ...lines].map((row) => [row[0], row]));
  return tableOf(
    Object.keys(rows)
      .map((id) => newest.get(id))
      .filter((row) => row !== undefined),
  );
}

const folder = await mkdtemp(join(tmpdir(), "kontor-faults-"));
try {
  const files = [...new Set(selected.flatMap((id) => rows[id].tests.map(([file]) => file)))];
  const report = await run(files, folder);
  const figures = await readFile(join(folder, "figures"), "utf8").catch(() => "");
  const seen = figures
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Figure);
  const lines = selected.map((id) => lineOf(id, report, seen));
  console.log(`${tableOf(lines)}\n\n${machine()}`);
  for (const failure of failuresOf(report)) console.error(`\nFailed: ${failure}`);
  if (values.write) {
    const [before = "", rest = ""] = (await readFile(page, "utf8")).split("<!-- table -->\n");
    const after = rest.slice(rest.indexOf("<!-- end -->"));
    await writeFile(page, `${before}<!-- table -->\n${merged(lines, rest)}\n\n${machine()}\n\n${after}`);
    spawnSync(join(root, "node_modules/.bin/biome"), ["format", "--write", page], { cwd: root, stdio: "ignore" });
  }
  process.exitCode = lines.every((cells) => cells[4] === "yes") ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
