/**
 * `npm run test:faults -- <part of a file's name>…`: what `npm test` has no time for. Real programs that are killed, flooded
 * and soaked, in small (`npm run faults` does it in large), and where everything is tried at every place, all of it.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const isTriedInPart = (file: string): boolean => readFileSync(join(root, file), "utf8").includes("inTurn(");
const all = globSync("{src,test}/**/*.test.ts", { cwd: root }).filter(
  (file) => file.endsWith(".faults.test.ts") || isTriedInPart(file),
);
const named = process.argv.slice(2);
const files = named.length === 0 ? all : all.filter((file) => named.some((name) => file.includes(name)));
if (files.length === 0) {
  process.stderr.write(`There is no ${named.join(", ")}. There are ${all.join(", ")}.\n`);
  process.exit(2);
}
const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...files], {
  cwd: root,
  env: { ...process.env, FAULTS: "yes" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
