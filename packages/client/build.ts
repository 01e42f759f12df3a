/**
 * npm run build -w @kontor/client
 *
 * Writes dist/: the compiled sources, the table of operations, and types for all of them. Both come from the service's own
 * tables, so an operation that is added there is here at once.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "../../src/reference/openapi/openapi.ts";
import { operationsOf, tableOf } from "./build/operations.ts";
import { typesOf } from "./build/types.ts";

const folder = import.meta.dirname;
const dist = join(folder, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const compiler = join(folder, "../../node_modules/.bin/tsc");
execFileSync(compiler, ["--project", join(folder, "tsconfig.build.json")], { stdio: "inherit" });

const description = describe({ connectors: [], baseUrl: "https://kontor.example" });
const operations = operationsOf(description);
writeFileSync(
  join(dist, "index.js"),
  `import { createApi } from "./api.js";
export { ConnectionError, KontorError, TaskError } from "./errors.js";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.js";
const operations = ${JSON.stringify(tableOf(operations))};
export const createClient = (options) => createApi(operations, options);
`,
);
writeFileSync(join(dist, "index.d.ts"), typesOf(description, operations));
