/**
 * npm run build -w @kontor/client [-- folder]
 *
 * Writes dist/, or another folder: the compiled sources, the table of operations, and types for all of them. Both come from the service's own
 * tables, so an operation or an error code that is added there is here at once.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failures } from "../../src/contract/failure.ts";
import { describe } from "../../src/reference/openapi/openapi.ts";
import { operationsOf, tableOf } from "./build/operations.ts";
import { typesOf } from "./build/types.ts";

const folder = import.meta.dirname;
const dist = process.argv[2] ?? join(folder, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const compiler = join(folder, "../../node_modules/.bin/tsc");
execFileSync(compiler, ["--project", join(folder, "tsconfig.build.json"), "--outDir", dist], { stdio: "inherit" });

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
const codes = Object.keys(failures).map((code) => JSON.stringify(code));
writeFileSync(join(dist, "errorCodes.d.ts"), `export type ErrorCode = ${codes.join(" | ")};\n`);
writeFileSync(join(dist, "index.d.ts"), typesOf(description, operations));
