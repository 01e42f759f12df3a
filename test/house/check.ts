/**
 * `npm run check`: formatting, linting, types, unused code, patterns and the OpenAPI description. `npm run check -- <slug>`
 * checks one connector: its folders, all types, and its tests.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

type Command = readonly [program: string, ...parameters: string[]];

const everything: readonly Command[] = [["npm", "run", "check:all"]];

function checksOf(slug: string): readonly Command[] {
  const folders = [`src/connectors/${slug}`, `simulators/${slug}`].filter((folder) => existsSync(join(root, folder)));
  if (folders.length === 0) {
    process.stderr.write(`There is no connector ${slug} in src/connectors.\n`);
    process.exit(2);
  }
  return [
    ["biome", "check", ...folders],
    ["oxlint", "--type-aware", "--deny-warnings", ...folders],
    ["tsc"],
    ["vitest", "run", ...folders.map((folder) => `${folder}/`)],
  ];
}

const slugs = process.argv.slice(2);
const commands = slugs.length === 0 ? everything : slugs.flatMap(checksOf);
for (const [program, ...parameters] of commands) {
  const { status } = spawnSync(program, parameters, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}` },
  });
  if (status !== 0) {
    process.stderr.write(`${[program, ...parameters].join(" ")} failed.\n`);
    process.exit(status ?? 1);
  }
}
