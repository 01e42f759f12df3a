/**
 * Lints the OpenAPI description with Redocly's recommended rules and Spectral's OpenAPI rules. Warnings fail, too. Needs no
 * running service.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectors } from "../../src/connectors/index.ts";
import { describe } from "../../src/reference/openapi/openapi.ts";

/** The output of a linter, whatever its exit code: it exits with an error if it found problems. */
async function output(folder: string, program: string, ...options: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [fileURLToPath(program), "lint", "openapi.json", "--format", "json", ...options],
      { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => (stdout === "" ? reject(new Error(`${program}: ${stderr}`)) : resolve(stdout)),
    );
  });
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

async function redocly(folder: string): Promise<string[]> {
  const options = ["--extends", "recommended", "--max-problems", "1000"];
  const printed = await output(folder, import.meta.resolve("@redocly/cli/bin/cli.js"), ...options);
  const { problems } = JSON.parse(printed) as RedoclyReport;
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ""})`);
}

type SpectralReport = readonly { readonly code: string; readonly message: string; readonly path: readonly string[] }[];

async function spectral(folder: string): Promise<string[]> {
  const options = ["--ruleset", "spectral.yaml"];
  await writeFile(join(folder, "spectral.yaml"), 'extends: ["spectral:oas"]\n');
  const printed = await output(folder, import.meta.resolve("@stoplight/spectral-cli/dist/index.js"), ...options);
  const problems = JSON.parse(printed.slice(0, printed.lastIndexOf("]") + 1)) as SpectralReport;
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join("/")})`);
}

const folder = await mkdtemp(join(tmpdir(), "kontor-openapi-"));
try {
  const description = describe({ connectors, baseUrl: "https://kontor.example" });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(description));
  const problems = (await Promise.all([redocly(folder), spectral(folder)])).flat();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
