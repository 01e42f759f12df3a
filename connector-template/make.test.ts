/** A connector that was just made runs, and fails in nothing but what only a person can write. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { BadRequest, makeConnector } from "./make.ts";

const origin = join(import.meta.dirname, "..");
const folders = ["src", "test", "simulators", "connector-template"];
const files = ["package.json", "tsconfig.json", "vitest.config.ts", "CHANGELOG.md"];

let root: string;
let made: string[];
const others = [
  ["muster-key", "key"],
  ["muster-haus", "self-hosted"],
] as const;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "kontor-new-"));
  for (const path of [...folders, ...files]) cpSync(join(origin, path), join(root, path), { recursive: true });
  symlinkSync(join(origin, "node_modules"), join(root, "node_modules"));
  made = makeConnector({ root, slug: "muster-buch", name: "Muster Buch" });
  for (const [slug, signIn] of others) made.push(...makeConnector({ root, slug, name: "Muster", signIn }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (command: string, ...given: string[]) => {
  const env = {
    ...process.env,
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    NODE_OPTIONS: undefined,
    TEST_POSTGRES: inject("postgres"),
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  return spawnSync(join(root, "node_modules/.bin", command), given, { cwd: root, encoding: "utf8", env });
};

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** All that the first makes sure of, and of the others what depends on how they sign in. */
const wanted = "Muster Buch conforms|Muster conforms.*(?:lists.*contacts|a token that ends|secrets)";
let results: Report["testResults"][number]["assertionResults"];
beforeAll(() => {
  const folders = ["muster-buch", ...others.map(([slug]) => slug)].map((slug) => `src/connectors/${slug}/`);
  run("vitest", "run", ...folders, "-t", wanted, "--maxWorkers=1", "--reporter=json", "--outputFile=report.json");
  const report = JSON.parse(readFileSync(join(root, "report.json"), "utf8")) as Report;
  results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
}, 120_000);
const resultsOf = (name: string, status: string) =>
  results.filter((one) => one.fullName.startsWith(`${name} conforms`) && one.status === status);

test("the suite finds what has to be written, and nothing else", () => {
  expect(resultsOf("Muster Buch", "passed").length).toBeGreaterThan(40);
  const failed = resultsOf("Muster Buch", "failed");
  expect(failed.map(({ fullName }) => fullName)).toEqual(["Muster Buch conforms fact sheet fact sheet"]);
  const said = failed.flatMap(({ failureMessages }) => failureMessages).join("\n");
  expect(said).toContain("about is still to be written");
  expect(said).toContain("NOTES.md is still to be written");
});

test("other ways to sign in work as well", () => {
  expect(resultsOf("Muster", "failed")).toEqual([]);
  expect(resultsOf("Muster", "passed")).toHaveLength(6);
});

test("the compiler takes it, and nothing of the example's name is left", { timeout: 120_000 }, () => {
  const slugs = ["muster-buch", ...others.map(([slug]) => slug)];
  const include = slugs.flatMap((slug) => [`src/connectors/${slug}`, `simulators/${slug}`]);
  writeFileSync(join(root, "tsconfig.made.json"), JSON.stringify({ extends: "./tsconfig.json", include }));
  // Four checkers at once take twice the processor's time, and other tests run beside this one.
  const lines = run("tsc", "-p", "tsconfig.made.json", "--checkers", "1").stdout.split("\n");
  expect(lines.filter((line) => made.some((path) => line.startsWith(path)))).toEqual([]);
  const texts = made.map((path) => readFileSync(join(root, path), "utf8"));
  expect(texts.filter((text) => /example-?books/i.test(text))).toEqual([]);
  expect(readFileSync(join(root, "src/connectors/index.ts"), "utf8")).toMatch(
    /sandboxExport.*, musterBuch, musterKey, musterHaus\]/s,
  );
});

describe("refuses", () => {
  test.each(["Muster", "muster_buch", "-muster", "muster--buch", "1muster", "../muster", ""])("the slug %j", (slug) => {
    expect(() => makeConnector({ root, slug, name: "Muster" })).toThrow(BadRequest);
  });

  test("a folder that exists, and touches nothing", () => {
    expect(() => makeConnector({ root, slug: "sandbox", name: "Sandkasten" })).toThrow("src/connectors/sandbox exists");
    expect(() => makeConnector({ root, slug: "muster-buch", name: "Noch einmal" })).toThrow(/exists already/);
    expect(readFileSync(join(root, "src/connectors/muster-buch/connector.ts"), "utf8")).toContain("Muster Buch");
  });
});
