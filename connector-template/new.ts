/** `npm run connector:new -- <slug> "<Name>" [--sign-in key|oauth|self-hosted] [--full | --recorded]` */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BadRequest, isSignInRequest, makeConnector } from "./make.ts";

const usage = `Usage: npm run connector:new -- <slug> "<Name>" [--sign-in key|oauth|self-hosted] [--full | --recorded]
--full adds a choice of companies and webhooks.
--recorded makes one list, and a stand-in from recorded responses instead of a simulator with rules.
Example: npm run connector:new -- example-books "Example Books" --sign-in key`;

const root = join(import.meta.dirname, "..");

interface Arguments {
  readonly slug: string;
  readonly name: string;
  readonly signIn: string;
  readonly full: boolean;
  readonly recorded: boolean;
}

function readArguments(): Arguments | undefined {
  const options = {
    "sign-in": { type: "string", default: "oauth" },
    full: { type: "boolean", default: false },
    recorded: { type: "boolean", default: false },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [slug, name] = positionals;
    if (slug === undefined || name === undefined || positionals.length > 2) return undefined;
    return { slug, name, signIn: values["sign-in"], full: values.full, recorded: values.recorded };
  } catch {
    // An option that does not exist, or that lacks its value.
    return undefined;
  }
}

function make({ slug, name, signIn, full, recorded }: Arguments): void {
  if (full && recorded)
    throw new BadRequest("--full and --recorded exclude each other. Add companies and webhooks later.");
  if (!isSignInRequest(signIn)) throw new BadRequest(`--sign-in must be key, oauth or self-hosted, not "${signIn}".`);
  const paths = makeConnector({ root, slug, name, signIn, full, recorded });
  spawnSync(join(root, "node_modules/.bin/biome"), ["check", "--write", ...paths], { cwd: root, stdio: "ignore" });
  console.log(`${paths.join("\n")}

These files describe an invented vendor. Replace it step by step; the numbers are sections of docs/extend/connectors.md:
  2. src/connectors/${slug}/evidence: real responses of the vendor, with their sources
  4. simulators/${slug}: a stand-in made from these responses, or the vendor as its documentation describes it
  5. access.ts and connector.ts: sign-in, the choice of a company, and the sentence marked "(to be written)"
  6. errors.ts: the vendor's error responses
  7. types.ts, conventions.ts and one file per resource: reads
  8. the same files: writes
  9. webhooks.ts: notifications of changes, if the vendor sends any
  10. npm run check -- ${slug}: formatting, types and the conformance suite
  11. NOTES.md and docs/target-systems/${slug}.md, marked "(to be written)", then npm run evidence and npm run coverage`);
}

const request = readArguments();
if (request === undefined) {
  console.error(usage);
  process.exitCode = 1;
} else {
  try {
    make(request);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
