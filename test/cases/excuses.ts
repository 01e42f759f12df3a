/**
 * What a vendor cannot represent, with its documentation or a live run as the reason: one file for each target system in
 * `excuses/`. An excuse that is not needed fails the test. Defects of Kontor are not excuses: they are listed in `todo/`,
 * and disappear there.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Outcome } from "./businessCase.ts";
import type { CaseName } from "./index.ts";

export interface Excuse {
  readonly outcome: Exclude<Outcome, "right" | "warned" | "silent" | "failed">;
  readonly reason: string;
}

type Excuses = { readonly [Name in CaseName]?: Excuse };

const folder = join(import.meta.dirname, "excuses");

export const excuses: Readonly<Record<string, Excuses>> = Object.fromEntries(
  globSync("*.json", { cwd: folder })
    .toSorted()
    .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(join(folder, file), "utf8")) as Excuses]),
);
