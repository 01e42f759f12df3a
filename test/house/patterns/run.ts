/**
 * `npm run check`: no regular expression of the product may take more than linear time. They run on input from callers,
 * end users and vendors, and block all other requests while they run.
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

/** Files with patterns that are built at run time and cannot be checked here, with the reason why they are linear. */
const assembled: Readonly<Record<string, string>> = {
  "src/verify/evidenceDrafts.ts": "paths of the operation table, matched against our own paths",
  "src/contract/parameters.ts": "anchored at the start; only the digits of a fraction repeat",
  "src/core/secrets/scrubText.ts": "names of secrets: every repetition is bounded, and so is the text",
  "src/pages/colour.ts": "anchored at the start, and no part can start with the end of the previous part",
  "src/verify/recording.ts": "paths of the operation table, matched against our own paths",
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

/** The fault of a pattern, with an example. Uses proofs only, because heuristics give different results in each run. */
function faultOf({ file, source, flags }: Pattern): string[] {
  const found = checkSync(source, flags, { checker: "automaton", timeout: 600_000 });
  const name = `${file}: /${source}/${flags}`;
  if (found.status === "safe") return [];
  if (found.status === "vulnerable")
    return [`${name} takes ${found.complexity.summary} time, for example on ${found.attack.pattern}`];
  const { error } = found;
  const reason = "message" in error ? error.message : error.kind;
  return [`${name} cannot be proven to take linear time (${reason}). Rewrite it, or search step by step.`];
}

const sources = globSync("src/**/*.{ts,js}", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const patterns = sources.flatMap(patternsIn);
const files = new Set([...built, ...Object.keys(assembled)]);
const unlisted = [...files].filter((file) => !built.has(file) || assembled[file] === undefined);
const faults = [
  ...patterns.flatMap(faultOf),
  ...unlisted.map((file) => `${file}: list files with patterns built at run time in this test, with a reason`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (patterns.length < 100) process.stderr.write("Too few patterns were found. Has src moved?\n");
process.exitCode = faults.length > 0 || patterns.length < 100 ? 1 : 0;
