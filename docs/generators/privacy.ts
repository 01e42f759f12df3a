/** Generates the data map at the end of docs/operate/privacy.md from src/store/erasure/dataMap.ts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataMap, type StoredData } from "../../src/store/erasure/dataMap.ts";
import { table } from "./table.ts";

const file = join(import.meta.dirname, "../operate/privacy.md");
const heading = "## Data map";

const ownerOf = ({ ofConnections, ofTenant }: StoredData): string =>
  ofConnections === undefined ? (ofTenant === undefined ? "nobody" : "tenant") : "connection";

/** The page with its table. Everything up to the heading is written by hand. */
export function privacyPage(page: string): string {
  const end = page.indexOf(heading);
  const written = end === -1 ? page : page.slice(0, end);
  const rows = dataMap
    .map((row) => [`\`${row.table}\``, row.holds, ownerOf(row), row.protection, row.kept])
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const lines = table([["table", "holds", "erased with", "stored", "kept"], ...rows]);
  return `${written}${heading}\n\n${lines.join("\n")}\n`;
}

if (import.meta.main) writeFileSync(file, privacyPage(readFileSync(file, "utf8")));
