/** Generates the list of body fields that affect amounts, at the end of docs/guides/amounts.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { moneyFieldPaths } from "../../src/contract/moneyFields.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { table } from "./table.ts";

const file = join(import.meta.dirname, "../guides/amounts.md");
const heading = "## Fields that affect amounts";

/** The page with its list of fields. Everything up to the heading is written by hand. */
export function amountsPage(page: string): string {
  const end = page.indexOf(heading);
  const written = end === -1 ? page : page.slice(0, end);
  return `${written}${heading}\n\n${table([["body", "fields"], ...rows()]).join("\n")}\n`;
}

function rows(): string[][] {
  const bodies = new Map<string, string[]>();
  for (const { body } of Object.values(operations) as Operation[]) {
    const { title } = (body ?? {}) as { readonly title?: string };
    if (body === undefined || title === undefined || bodies.has(title)) continue;
    const paths = moneyFieldPaths(body);
    if (paths.length > 0) bodies.set(title, paths);
  }
  return [...bodies].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([title, paths]) => [title, codes(paths)]);
}

const codes = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(", ");

if (import.meta.main) writeFileSync(file, amountsPage(readFileSync(file, "utf8")));
