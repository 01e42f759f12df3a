/** Runs the commands of the guides by task against the sandbox, as a reader would paste them. */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { day, type Service, startService } from "../support/service.ts";

// Tasks and polls take a few seconds on a busy machine.

let service: Service;
let folder: string;
let sandboxKey: string;

beforeAll(async () => {
  service = await startService({ POLL_SECONDS: "10" }, { worker: true });
  folder = await mkdtemp(join(tmpdir(), "kontor-guides-"));
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data/demo.json"), JSON.stringify(service.keys));
  const sandbox = await openSandbox({ pool: service.storage.database, day, entries: 1000 });
  sandboxKey = await sandbox.issueToken("Test");
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const separator = "=== next block ===";

/** Runs all blocks in one shell, because they share variables. Returns the output of each block. */
async function run(guide: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`../../docs/guides/${guide}.md`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = ""]) =>
    block.replaceAll("http://127.0.0.1:3000", service.url).replace("sandbox_…", sandboxKey),
  );
  const script = ["set -eu -o pipefail", ...blocks].join(`\necho; echo '${separator}'\n`);
  // The guides use the reader's own Node, which is the one that runs this test.
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  const options = { cwd: folder, env: { PATH: path }, timeout: 90_000 };
  const { stdout } = await promisify(execFile)("bash", ["-c", script], options);
  return stdout.split(separator).slice(1);
}

const hasTools = ["bash", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
test.skipIf(!hasTools)("send your first invoice (skipped without bash and curl)", async () => {
  const outputs = await run("first-invoice");
  expect(outputs.join("")).not.toContain('"errors"');
  const [, found, , checked, total, type, paid] = outputs;
  expect(found).toContain('"data":[]');
  expect(checked).toContain('"valid":true,"problems":[]');
  expect(total?.trim()).toBe("285.6");
  expect(type?.trim()).toBe("application/pdf");
  expect(paid?.trim()).toMatch(/\}PAID$/);
});

test.skipIf(!hasTools)("import a year of entries (skipped without bash and curl)", async () => {
  const outputs = await run("import-entries");
  expect(outputs.join("")).not.toContain('"errors"');
  const [, years, , , status, proof] = outputs;
  expect(years).toContain('"status":"OPEN"');
  expect(status?.trim()).toBe("SUCCESS");
  expect(proof).toContain("Rent 12/2026");
});

test.skipIf(!hasTools)("keep in sync (skipped without bash and curl)", async () => {
  const outputs = await run("keep-in-sync");
  expect(outputs.join("")).not.toContain('"errors"');
  const [, , , created, changed] = outputs;
  const idIn = (output = "") => (JSON.parse(output) as { data: { invoiceId: string } }).data.invoiceId;
  expect(idIn(changed)).toBe(idIn(created));
});

test.skipIf(!hasTools)("handle a vendor's outage (skipped without bash and curl)", async () => {
  const [, short, long, during, after, limited] = await run("outage");
  expect(short).not.toContain('"errors"');
  const outage = { code: "target_unavailable", targetSystem: "sandbox-key", targetStatus: 503, next: "wait" };
  expect(JSON.parse(long ?? "")).toMatchObject({ errors: [outage] });
  expect(during).toContain('"next":"wait"');
  expect(after).toContain('"invoiceId"');
  expect(limited).toContain('"code":"target_rate_limited"');
});
