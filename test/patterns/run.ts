/**
 * `npm run check`: no pattern of the product may take more than linear time on any text. Patterns meet what callers,
 * end users and vendors send, and while one runs nobody else is answered.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { checkSync } from "recheck";

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const root = join(import.meta.dirname, "../..");

function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const below of Object.values(node)) visit(below);
  };
  visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  return found;
}

/** What is wrong with it, and a text that shows it. */
function faultOf({ file, source, flags }: Pattern): string[] {
  const found = checkSync(source, flags, { timeout: 20_000 });
  // What is only guessed at random, or not decided in time, would fail one run and not the next.
  if (found.status !== "vulnerable" || found.complexity.isFuzz) return [];
  return [
    `${file}: /${source}/${flags} takes ${found.complexity.summary} time, for example on ${found.attack.pattern}`,
  ];
}

const files = globSync("src/**/*.{ts,js}", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const patterns = files.flatMap(patternsIn);
const faults = patterns.flatMap(faultOf);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (patterns.length < 100) process.stderr.write("Too few patterns were found: is src still where it was?\n");
process.exitCode = faults.length > 0 || patterns.length < 100 ? 1 : 0;
