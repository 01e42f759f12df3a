/**
 * `npm run test:live -- <slug>…`: runs the live tests against real programs. A named program that is missing is an error
 * with instructions. Without names, all programs at hand are tested and the missing ones are listed.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { program as dolibarr } from "./dolibarr.ts";
import { program as hledgerWeb } from "./hledgerWeb.ts";
import { program as odoo } from "./odoo.ts";
import { howToInstall, isInstalled, type Program } from "./program.ts";
import { type SeededProgram, whyMissing } from "./seeded.ts";
import { program as tryton } from "./tryton.ts";

const programs: Readonly<Record<string, Program | SeededProgram>> = {
  "hledger-web": hledgerWeb,
  tryton,
  dolibarr,
  odoo,
};

/** Why a program cannot be tested here, or nothing if it can. */
function reasonFor(slug: string): string | undefined {
  const program = programs[slug];
  if (program === undefined) return `there are no live tests for it. Available: ${Object.keys(programs).join(", ")}.`;
  if ("sources" in program) return whyMissing(program);
  if (isInstalled(program)) return undefined;
  return `${program.command} is not installed. To install it: ${howToInstall(program)}`;
}

const root = join(import.meta.dirname, "../..");
const namedSlugs = process.argv.slice(2);
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
  const env = { ...process.env, LIVE: "yes" };
  const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...testFiles], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
