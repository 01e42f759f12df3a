/** `npm run test:specs -- <folder>`: runs the conformance suites with the vendors' API descriptions in that folder. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stdout.write("skipped: no specs given\n");
} else {
  const env = { ...process.env, VENDOR_DESCRIPTIONS: resolve(folder) };
  const { status } = spawnSync("vitest", ["run", "src/connectors"], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
}
