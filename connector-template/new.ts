/** `npm run connector:new -- <slug> "<Name>"` */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { BadWish, makeConnector } from "./make.ts";

const root = join(import.meta.dirname, "..");
const [slug = "", name = ""] = process.argv.slice(2);

if (slug === "" || name === "") {
  console.error('Say what it is called: npm run connector:new -- example-books "Example Books"');
  process.exitCode = 1;
} else {
  try {
    const made = makeConnector({ root, slug, name });
    spawnSync(join(root, "node_modules/.bin/biome"), ["check", "--write", ...made], { cwd: root, stdio: "ignore" });
    console.log(`${made.join("\n")}

They speak of an invented vendor. Now, in this order:
  src/connectors/${slug}/examples.test.ts: what others have seen it answer
  simulators/${slug}: the vendor as it documents itself
  src/connectors/${slug}: connector.ts, types.ts, errors.ts, conventions.ts, then one file a resource
  what is marked "(to be written)": the sentence in connector.ts, NOTES.md
  npx vitest run src/connectors/${slug}, and npm run coverage`);
  } catch (error) {
    if (!(error instanceof BadWish)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
