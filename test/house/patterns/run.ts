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

/** Put together at run time, so that they are not read here; each with what keeps it linear. */
const assembled: Readonly<Record<string, string>> = {
  "src/contract/parameters.ts": "begins at the beginning; only the digits of a fraction repeat",
  "src/core/secrets/scrubText.ts": "names of secrets: every repetition has a bound, and so has the text",
  "src/pages/colour.ts": "begins at the beginning, and no part of it can begin with what the part before ends with",
  "src/verify/recording.ts": "paths of the operation table, on paths of our own",
};

const root = join(import.meta.dirname, "../../..");

const built = new Set<string>();
const isAssembled = (node: object): boolean => {
  const { type, callee } = node as { type?: string; callee?: { name?: string } };
  return /^(?:New|Call)Expression$/.test(type ?? "") && callee?.name === "RegExp";
};

function patternsIn(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ file, source: regex.pattern, flags: regex.flags });
    if (isAssembled(node)) built.add(file);
    for (const below of Object.values(node)) visit(below);
  };
  visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  return found;
}

/** What is wrong with it, and a text that shows it. Proven, not guessed: a guess fails one run and not the next. */
function faultOf({ file, source, flags }: Pattern): string[] {
  const found = checkSync(source, flags, { checker: "automaton", timeout: 120_000 });
  const name = `${file}: /${source}/${flags}`;
  if (found.status === "safe") return [];
  if (found.status === "vulnerable")
    return [`${name} takes ${found.complexity.summary} time, for example on ${found.attack.pattern}`];
  const { error } = found;
  const reason = "message" in error ? error.message : error.kind;
  return [`${name} cannot be proven to take linear time (${reason}): write it otherwise, or search step by step`];
}

const sources = globSync("src/**/*.{ts,js}", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const patterns = sources.flatMap(patternsIn);
const files = new Set([...built, ...Object.keys(assembled)]);
const unlisted = [...files].filter((file) => !built.has(file) || assembled[file] === undefined);
const faults = [
  ...patterns.flatMap(faultOf),
  ...unlisted.map((file) => `${file}: patterns that are put together are listed in this test, with a reason`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (patterns.length < 100) process.stderr.write("Too few patterns were found: is src still where it was?\n");
process.exitCode = faults.length > 0 || patterns.length < 100 ? 1 : 0;
