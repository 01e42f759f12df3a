/**
 * Outcomes that are not right yet, by target system: `todo/<slug>.json`. `npm run cases -- --update` rewrites the files
 * after a change. Their number is limited by `todo/limits.json`, which is only ever lowered.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./businessCase.ts";
import type { CaseName } from "./index.ts";

export interface Todo {
  readonly outcomes: { readonly [Name in CaseName]?: Shortcoming };
  /** Cases whose dry run did not predict the write, and what it said. */
  readonly dryRuns: { readonly [Name in CaseName]?: string };
}

export interface Shortcoming {
  readonly outcome: Outcome;
  readonly symptom: string;
}

export interface Limits {
  readonly outcomes: number;
  readonly dryRuns: number;
}

const folder = join(import.meta.dirname, "todo");

export const todoFile = (slug: string): string => join(folder, `${slug}.json`);
export const limitsFile = join(folder, "limits.json");

export function todoOf(slug: string): Todo {
  const file = todoFile(slug);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Todo) : { outcomes: {}, dryRuns: {} };
}

export const limits = (): Limits => JSON.parse(readFileSync(limitsFile, "utf8")) as Limits;
