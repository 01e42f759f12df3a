/**
 * `npm run test:live -- <slug>…`: runs the live tests against real programs. A named program that is missing is an error
 * with instructions. Without names, all installed programs are tested and the others are listed. Dolibarr and Odoo start
 * from their source and take long, so they run only by name, or if the variable with their source is set.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { program as dolibarr } from "./dolibarr.ts";
import { program as hledgerWeb } from "./hledgerWeb.ts";
import { keepRuns, lastRuns, notesVariable, runsWith } from "./lastRuns.ts";
import { program as odoo } from "./odoo.ts";
import { howToInstall, isInstalled, type Program } from "./program.ts";
import { type SeededProgram, variableOf, whyMissing } from "./seeded.ts";
import { program as tryton } from "./tryton.ts";

const programs: Readonly<Record<string, Program | SeededProgram>> = {
  "hledger-web": hledgerWeb,
  tryton,
  dolibarr,
  odoo,
};

const namedSlugs = process.argv.slice(2);

/** Why a program cannot be tested here, or nothing if it can. */
function reasonFor(slug: string): string | undefined {
  const program = programs[slug];
  if (program === undefined) return `there are no live tests for it. Available: ${Object.keys(programs).join(", ")}.`;
  if ("sources" in program) return whyMissing(program) ?? whyLater(program);
  if (isInstalled(program)) return undefined;
  return `${program.command} is not installed. To install it: ${howToInstall(program)}`;
}

function whyLater(program: SeededProgram): string | undefined {
  if (namedSlugs.length > 0 || process.env[variableOf(program, "SOURCE")] !== undefined) return undefined;
  return `it takes long. To run it: npm run test:live -- ${program.slug}`;
}

const root = join(import.meta.dirname, "../..");
const slugs = namedSlugs.length > 0 ? namedSlugs : Object.keys(programs);
const missing = slugs.filter((slug) => {
  const reason = reasonFor(slug);
  if (reason !== undefined) process.stderr.write(`${slug}: skipped, because ${reason}\n`);
  return reason !== undefined;
});
const files = globSync("src/connectors/*/*.live.test.ts", { cwd: root });
const slugOf = (file: string): string => basename(dirname(file));
const testFiles = files.filter((file) => slugs.includes(slugOf(file)) && !missing.includes(slugOf(file)));

if (namedSlugs.length > 0 && missing.length > 0) process.exitCode = 1;
else if (testFiles.length > 0) {
  const notes = mkdtempSync(join(tmpdir(), "kontor-live-"));
  const report = join(notes, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = { ...process.env, LIVE: "yes", [notesVariable]: notes };
  const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...testFiles, ...reporters], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  const today = new Date().toISOString().slice(0, 10);
  keepRuns(runsWith(lastRuns(), passedIn(report), notes, today));
  rmSync(notes, { recursive: true });
  process.exitCode = status ?? 1;
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** The suites that passed, by slug. */
function passedIn(report: string): readonly string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults.filter(({ status }) => status === "passed").map(({ name }) => slugOf(name));
}
