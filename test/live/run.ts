/**
 * `npm run test:live -- <slug>…`: the suites opposite real programs. Of those that are named, what is missing is an error
 * that says what to install; without names, those that are installed run, and the others are named.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { program as hledgerWeb } from "./hledgerWeb.ts";
import { howToInstall, isInstalled, type Program } from "./program.ts";
import { program as tryton } from "./tryton.ts";

const programs: Readonly<Record<string, Program>> = { "hledger-web": hledgerWeb, tryton };

const root = join(import.meta.dirname, "../..");
const named = process.argv.slice(2);
const slugs = named.length > 0 ? named : Object.keys(programs);
const missing = slugs.filter((slug) => {
  const program = programs[slug];
  if (program === undefined)
    process.stderr.write(`${slug}: there is no live suite; there are ${Object.keys(programs).join(", ")}.\n`);
  else if (!isInstalled(program))
    process.stderr.write(`${slug}: not tried, because ${program.command} is not installed: ${howToInstall(program)}\n`);
  return program === undefined || !isInstalled(program);
});
const files = globSync("src/connectors/*/*.live.test.ts", { cwd: root });
const wanted = files.filter(
  (file) => slugs.includes(basename(join(file, ".."))) && !missing.includes(basename(join(file, ".."))),
);

if (named.length > 0 && missing.length > 0) process.exitCode = 1;
else if (wanted.length > 0) {
  const env = { ...process.env, LIVE: "yes" };
  const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...wanted], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
