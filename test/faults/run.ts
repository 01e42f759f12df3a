/**
 * `npm run test:faults -- <part of a file name>…`: tests that are too slow for `npm test`. They kill, flood and soak real
 * programs on a small scale (`npm run faults` uses a larger one), and run tests that `npm test` runs only in part completely.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const runsInPart = (file: string): boolean =>
  /\b(?:inTurn|someOf|conformance)\(/.test(readFileSync(join(root, file), "utf8"));
const allFiles = globSync("{src,test}/**/*.test.ts", { cwd: root }).filter(
  (file) => file.endsWith(".faults.test.ts") || runsInPart(file),
);
const namedParts = process.argv.slice(2);
const files =
  namedParts.length === 0 ? allFiles : allFiles.filter((file) => namedParts.some((name) => file.includes(name)));
if (files.length === 0) {
  process.stderr.write(`No test file matches ${namedParts.join(", ")}. Available: ${allFiles.join(", ")}.\n`);
  process.exit(2);
}
const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...files], {
  cwd: root,
  env: { ...process.env, FAULTS: "yes" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
