/** `npm run connector:new -- <slug> "<Name>" [--sign-in key|oauth|self-hosted]` */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BadRequest, isSignInRequest, makeConnector } from "./make.ts";

const root = join(import.meta.dirname, "..");
const options = { "sign-in": { type: "string", default: "oauth" } } as const;
const { positionals, values } = parseArgs({ options, allowPositionals: true });
const [slug = "", name = ""] = positionals;
const signIn = values["sign-in"];

if (slug === "" || name === "" || !isSignInRequest(signIn)) {
  console.error(`Say what it is called and how one signs in:
  npm run connector:new -- example-books "Example Books" --sign-in key|oauth|self-hosted`);
  process.exitCode = 1;
} else {
  try {
    const made = makeConnector({ root, slug, name, signIn });
    spawnSync(join(root, "node_modules/.bin/biome"), ["check", "--write", ...made], { cwd: root, stdio: "ignore" });
    console.log(`${made.join("\n")}

They speak of an invented vendor. Now, in this order, by the sections of docs/extend/connectors.md:
  2. src/connectors/${slug}/examples.test.ts: what others have seen it answer
  4. simulators/${slug}: the vendor as it documents itself
  5. access.ts and connector.ts: sign-in and tenancy, and the sentence that is "(to be written)"
  6. errors.ts: how it refuses
  7. types.ts, conventions.ts, then one file a resource: what it reads
  8. the same files: what it writes
  9. webhooks.ts: how it tells of changes
  10. npx vitest run src/connectors/${slug}: the suite
  11. NOTES.md, which is "(to be written)", and npm run coverage`);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
