/** `npm run evidence`: lists in `documentedOnly.json` what no body has shown yet. `-- <slug>` does so for one vendor. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedOnly, documentedOnlyPath, storedDocumentedOnly } from "./fields.ts";
import { vendors } from "./vendors.ts";

const root = join(import.meta.dirname, "../..");
const slugs = process.argv.slice(2);

for (const connector of vendors.filter(({ id }) => slugs.length === 0 || slugs.includes(id))) {
  const found = documentedOnly(connector);
  const before = storedDocumentedOnly(connector.id)?.seenPercentage ?? 0;
  writeFileSync(join(root, documentedOnlyPath(connector.id)), `${JSON.stringify(found, undefined, 2)}\n`);
  const note = found.seenPercentage < before ? ` (it was ${before} % and may not fall: add evidence)` : "";
  process.stdout.write(`${connector.id}: ${found.seenPercentage} % of the fields were seen${note}\n`);
}
