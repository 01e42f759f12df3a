/**
 * `npm run test:live -- <slug>…`: runs the live tests against real programs. A namedSlugs program that is not installed is an
 * error with instructions. Without names, all installed programs are tested and the missing ones are listed.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { program as hledgerWeb } from "./hledgerWeb.ts";
import { howToInstall, isInstalled, type Program } from "./program.ts";
import { program as tryton } from "./tryton.ts";

const programs: Readonly<Record<string, Program>> = { "hledger-web": hledgerWeb, tryton };

const root = join(import.meta.dirname, "../..");
const namedSlugs = process.argv.slice(2);
const slugs = namedSlugs.length > 0 ? namedSlugs : Object.keys(programs);
const missing = slugs.filter((slug) => {
  const program = programs[slug];
  if (program === undefined)
    process.stderr.write(`${slug} has no live tests. Available: ${Object.keys(programs).join(", ")}.\n`);
  else if (!isInstalled(program))
    process.stderr.write(
      `${slug}: skipped because ${program.command} is not installed. To install it: ${howToInstall(program)}\n`,
    );
  return program === undefined || !isInstalled(program);
});
const files = globSync("src/connectors/*/*.live.test.ts", { cwd: root });
const testFiles = files.filter(
  (file) => slugs.includes(basename(join(file, ".."))) && !missing.includes(basename(join(file, ".."))),
);

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
