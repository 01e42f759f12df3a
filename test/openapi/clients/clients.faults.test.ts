/** Clients generated from `/openapi.json` as users do it: generated, type-checked within a program, and run. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../../support/service.ts";
import { programs } from "./programs.ts";

const installed = join(import.meta.dirname, "../../../node_modules");
const generators = {
  "openapi-fetch": {
    script: new URL("../bin/cli.js", import.meta.resolve("openapi-typescript")),
    options: ["--output", "schema.d.ts"],
  },
  "hey-api": {
    script: new URL("../bin/run.js", import.meta.resolve("@hey-api/openapi-ts")),
    options: ["--output", "generated", "--input"],
  },
} as const;

/** A typical project setup: strict, for Node. */
const compilerOptions = {
  target: "ES2024",
  module: "NodeNext",
  strict: true,
  outDir: "out",
  types: ["node"],
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: false,
};

let service: Service;
let exportKey: string;
let folder: string;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  exportKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  folder = await mkdtemp(join(tmpdir(), "kontor-clients-"));
  await symlink(installed, join(folder, "node_modules"), "junction");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function node(script: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const run = promisify(execFile)(process.execPath, [script, ...options], {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  // Compilers and generators report their errors on stdout.
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string; message: string }) => Promise.reject(new Error(`${error.message}\n${error.stdout}`)),
  );
}

test.each(["openapi-fetch", "hey-api"] as const)(
  "a client for %s creates an invoice, pages through the ledger and reads a task's result",
  async (kind) => {
    const { script, options } = generators[kind];
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [`${kind}.ts`] }));
    await writeFile(join(folder, `${kind}.ts`), programs[kind]);
    const hooks = `--import=${import.meta.resolve("./typescriptApi.ts")}`;
    const description = `${service.url}/openapi.json`;
    await node(fileURLToPath(script), [...options, description], { NODE_OPTIONS: hooks });
    await node(join(installed, "typescript/bin/tsc"), ["--project", folder, "--checkers", "1"]);
    const printed = await node(join(folder, "out", `${kind}.js`), [], {
      KONTOR_URL: service.url,
      API_KEY: service.keys.apiKey,
      ACCOUNT_KEY: service.keys.accountKey,
      EXPORT_KEY: exportKey,
    });
    const { invoiceId, entries, status, exported } = JSON.parse(printed) as Record<string, unknown>;
    const invoice = await service.get("invoices.get", { ids: { invoiceId: String(invoiceId) } });
    expect(invoice).toMatchObject({ totalAmount: 119, currency: "EUR" });
    const ledger = await service.list("journalEntries.list");
    expect(ledger.length).toBeGreaterThan(100);
    expect(entries).toEqual(ledger.map(({ id }) => id));
    const thisYear = ledger.filter(({ transactionDate }) => String(transactionDate).startsWith("2026"));
    expect({ status, exported }).toEqual({ status: "SUCCESS", exported: thisYear.length });
  },
);
