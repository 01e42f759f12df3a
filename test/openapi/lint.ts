/** Lints the OpenAPI description with Redocly's recommended rules; a warning fails. Nothing is started for it. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectors } from "../../src/connectors/index.ts";
import { describe } from "../../src/http/openapi/openapi.ts";

const folder = await mkdtemp(join(tmpdir(), "kontor-openapi-"));
try {
  const description = describe({ connectors, baseUrl: "https://kontor.example" });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(description));
  const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const { stdout } = spawnSync(
    process.execPath,
    [redocly, "lint", "openapi.json", "--extends", "recommended", "--format", "json", "--max-problems", "1000"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  const { problems } = JSON.parse(stdout) as {
    problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  for (const { severity, ruleId, message, location } of problems)
    process.stderr.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ""})\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
