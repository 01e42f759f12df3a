/** The package of `npm pack`: whether it has all files that the service needs, and starts from an empty folder. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { guideFiles } from "../../src/reference/site/guides.ts";
import { linkPackages } from "../support/imageFolder.ts";
import { type Kontor, npxKontor } from "../support/process.ts";

// Packing removes the types of all files, and the first start creates a database.

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let folder = "";
let packed: Packed;
let service: Kontor;

/** Packed from a copy, because `npm pack` creates files beside the sources. */
async function pack(target: string): Promise<Packed> {
  const checkout = join(folder, "checkout");
  const parts = [
    "bin",
    "src",
    "docs",
    "release",
    "package.json",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "SECURITY.md",
  ];
  for (const part of parts) await cp(join(root, part), join(checkout, part), { recursive: true });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", target], {
    cwd: checkout,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [result] = JSON.parse(stdout) as Packed[];
  if (result === undefined) throw new Error("npm packed nothing.");
  return result;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-package-"));
  packed = await pack(folder);
  const empty = join(folder, "empty");
  const installed = join(empty, "node_modules", "kontor");
  await mkdir(installed, { recursive: true });
  await mkdir(join(empty, "node_modules", ".bin"));
  await run("tar", ["-xzf", join(folder, packed.filename), "-C", installed, "--strip-components=1"]);
  await symlink("../kontor/bin/kontor.js", join(empty, "node_modules", ".bin", "kontor"));
  // As npm does without a network: the packages that the lock file names are here already.
  await linkPackages(empty);
  const settings = { DATA_DIR: join(folder, "data"), PORT: "0", SANDBOX_ENTRIES: "1000" };
  service = npxKontor(empty, ["start"], settings);
});
afterAll(async () => {
  if (service.process.exitCode === null) service.process.kill("SIGTERM");
  await service.ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test("the package has no sources, tests or recordings", () => {
  const files = packed.files.map(({ path }) => path);
  expect(files).toEqual(
    expect.arrayContaining(["bin/kontor.js", "dist/cli.mjs", "dist/store/migrations/0001_house.sql"]),
  );
  expect(files.filter((file) => /\.ts$|\/evidence\/|^(?:src|test|bench|simulators|data)\//.test(file))).toEqual([]);
});

test("npx kontor start runs the package in an empty folder, with its guides and its version", async () => {
  const [url = ""] = await service.until(/http:\/\/127\.0\.0\.1:\d+/);
  await service.until(/is running\./);
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok", version: manifest.version });
  const pages = (await guideFiles())
    .filter(({ file }) => ["guides/", "operate/", "target-systems/"].some((folder) => file.startsWith(folder)))
    .map(({ file }) => `/docs/guides/${file.replace(/^.*\//, "").replace(/\.md$/, "")}`);
  for (const path of ["/docs", "/docs/invoices.create", "/openapi.json", "/changelog", "/connect.js", ...pages])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  const demo = JSON.parse(await readFile(join(folder, "data", "demo.json"), "utf8")) as Record<
    "apiKey" | "accountKey",
    string
  >;
  const headers = { "x-api-key": demo.apiKey, "x-account-key": demo.accountKey };
  expect((await fetch(`${url}/accounting/invoices?limit=5`, { headers })).status).toBe(200);
});
