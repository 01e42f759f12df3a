/**
 * The last passing run of each live suite, which the coverage page dates. A suite notes the program and its version, and
 * `npm run test:live` keeps them if the suite passed.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface LiveRun {
  /** The program and its version: `Example 6.0.29`. */
  readonly program: string;
  readonly date: string;
}

type Runs = Readonly<Record<string, LiveRun>>;

const file = join(import.meta.dirname, "lastRuns.json");

export const lastRuns = (): Runs => JSON.parse(readFileSync(file, "utf8")) as Runs;

/** The folder for the notes of the suites, which run in another process. */
export const notesVariable = "LIVE_NOTES";

/** Suites that somebody runs in part, without `npm run test:live`, are not noted. */
export function noteProgram(slug: string, program: string): void {
  const folder = process.env[notesVariable];
  if (folder !== undefined) writeFileSync(join(folder, slug), program);
}

/** The runs with those of the suites that passed now. */
export function runsWith(runs: Runs, passed: readonly string[], notes: string, date: string): Runs {
  const noted = passed.filter((slug) => existsSync(join(notes, slug)));
  const fresh = noted.map((slug) => [slug, { program: readFileSync(join(notes, slug), "utf8"), date }] as const);
  return { ...runs, ...Object.fromEntries(fresh) };
}

export const keepRuns = (runs: Runs): void => writeFileSync(file, `${JSON.stringify(runs, undefined, 2)}\n`);
