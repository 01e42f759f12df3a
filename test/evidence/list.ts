/**
 * `npm run evidence`: lists in `documentedOnly.json` what no body has shown yet. `-- <slug>` does so for one vendor, and
 * `--lower` accepts a smaller share, which has to be justified in the commit.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedOnly, documentedOnlyPath, storedDocumentedOnly } from "./fields.ts";
import { vendors } from "./vendors.ts";

const root = join(import.meta.dirname, "../..");
const slugs = process.argv.slice(2).filter((word) => word !== "--lower");
const mayLower = process.argv.includes("--lower");

for (const connector of vendors.filter(({ id }) => slugs.length === 0 || slugs.includes(id))) {
  const current = documentedOnly(connector);
  const before = storedDocumentedOnly(connector.id)?.seenPercentage ?? 0;
  const isLower = current.seenPercentage < before;
  const found = isLower && !mayLower ? { ...current, seenPercentage: before } : current;
  writeFileSync(join(root, documentedOnlyPath(connector.id)), `${JSON.stringify(found, undefined, 2)}\n`);
  const note = isLower ? ` (it was ${before} % and may not fall: add evidence)` : "";
  process.stdout.write(`${connector.id}: ${current.seenPercentage} % of the fields were seen${note}\n`);
}
