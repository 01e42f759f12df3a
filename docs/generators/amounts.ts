/** Generates the lists of body fields that affect amounts, and that are only compared, at the end of docs/guides/amounts.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import { comparedFieldPaths, moneyFieldPaths } from "../../src/contract/moneyFields.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { table } from "./table.ts";

const file = join(import.meta.dirname, "../guides/amounts.md");
const heading = "## Fields that affect amounts";

/** The page with its list of fields. Everything up to the heading is written by hand. */
export function amountsPage(page: string): string {
  const end = page.indexOf(heading);
  const written = end === -1 ? page : page.slice(0, end);
  const lists = [
    heading,
    listOf(moneyFieldPaths),
    "## Fields that are only compared",
    "A difference in them is reported, but neither refused nor undone.",
    listOf(comparedFieldPaths),
  ];
  return `${written}${lists.join("\n\n")}\n`;
}

type PathsOf = (body: TSchema) => string[];

const listOf = (pathsOf: PathsOf): string => table([["body", "fields"], ...rows(pathsOf)]).join("\n");

function rows(pathsOf: PathsOf): string[][] {
  const bodies = new Map<string, string[]>();
  for (const { body } of Object.values(operations) as Operation[]) {
    const { title } = (body ?? {}) as { readonly title?: string };
    if (body === undefined || title === undefined || bodies.has(title)) continue;
    const paths = pathsOf(body);
    if (paths.length > 0) bodies.set(title, paths);
  }
  return [...bodies].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([title, paths]) => [title, codes(paths)]);
}

const codes = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(", ");

if (import.meta.main) writeFileSync(file, amountsPage(readFileSync(file, "utf8")));
