/** A new connector runs at once, and its suite fails only for the texts that a person has to write. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { BadRequest, makeConnector } from "./make.ts";

const repository = join(import.meta.dirname, "..");
const folders = ["src", "test", "simulators", "connector-template"];
const files = ["package.json", "tsconfig.json", "vitest.config.ts", "CHANGELOG.md"];

let root: string;
let paths: string[];
const otherKinds = [
  { slug: "muster-key", signIn: "key" },
  { slug: "muster-haus", signIn: "self-hosted" },
  { slug: "muster-voll", full: true },
  { slug: "antwort-buch", name: "Antwort Buch", recorded: true },
] as const;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "kontor-new-"));
  for (const path of [...folders, ...files]) cpSync(join(repository, path), join(root, path), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  paths = makeConnector({ root, slug: "muster-buch", name: "Muster Buch" });
  for (const kind of otherKinds) paths.push(...makeConnector({ root, name: "Muster", ...kind }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (command: string, ...options: string[]) => {
  const env = {
    ...process.env,
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    NODE_OPTIONS: undefined,
    TEST_POSTGRES: inject("postgres"),
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  return spawnSync(join(root, "node_modules/.bin", command), options, { cwd: root, encoding: "utf8", env });
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

/** Every test of the first connector and of the recorded one. For the others, only what depends on how end users sign in. */
const testNames =
  "Muster Buch conforms|Antwort Buch conforms|Muster conforms.*(?:lists.*contacts|expired tokens|secrets)";
let results: Report["testResults"][number]["assertionResults"];
beforeAll(() => {
  const folders = ["muster-buch", ...otherKinds.map(({ slug }) => slug)].map((slug) => `src/connectors/${slug}/`);
  run("vitest", "run", ...folders, "-t", testNames, "--maxWorkers=1", "--reporter=json", "--outputFile=report.json");
  const report = JSON.parse(readFileSync(join(root, "report.json"), "utf8")) as Report;
  results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
});
const resultsOf = (name: string, status: string) =>
  results.filter((result) => result.fullName.startsWith(`${name} conforms`) && result.status === status);

test("the suite of a new connector reports only the texts that are still to be written", () => {
  expect(resultsOf("Muster Buch", "passed").length).toBeGreaterThan(40);
  const failed = resultsOf("Muster Buch", "failed");
  expect(failed.map(({ fullName }) => fullName)).toEqual(["Muster Buch conforms fact sheet fact sheet"]);
  const messages = failed.flatMap(({ failureMessages }) => failureMessages).join("\n");
  expect(messages).toContain("about is still to be written");
  expect(messages).toContain("NOTES.md is still to be written");
  expect(messages).toContain("docs/target-systems/muster-buch.md is still to be written");
});

test("a connector with nothing but recorded responses reports only these texts too", () => {
  expect(resultsOf("Antwort Buch", "passed").length).toBeGreaterThan(20);
  const failed = resultsOf("Antwort Buch", "failed");
  expect(failed.map(({ fullName }) => fullName)).toEqual(["Antwort Buch conforms fact sheet fact sheet"]);
});

test("connectors with another way to sign in, or with companies and webhooks, pass the suite", () => {
  expect(resultsOf("Muster", "failed")).toEqual([]);
  expect(resultsOf("Muster", "passed")).toHaveLength(9);
});

test("a new connector compiles and does not mention the example's name", () => {
  const slugs = ["muster-buch", ...otherKinds.map(({ slug }) => slug)];
  const include = slugs.flatMap((slug) => [`src/connectors/${slug}`, `simulators/${slug}`]);
  writeFileSync(join(root, "tsconfig.made.json"), JSON.stringify({ extends: "./tsconfig.json", include }));
  // Four checkers use twice the processor time of one, and other tests run at the same time.
  const lines = run("tsc", "-p", "tsconfig.made.json", "--checkers", "1").stdout.split("\n");
  expect(lines.filter((line) => paths.some((path) => line.startsWith(path)))).toEqual([]);
  const texts = paths.map((path) => readFileSync(join(root, path), "utf8"));
  expect(texts.filter((text) => /example-?books/i.test(text))).toEqual([]);
  expect(readFileSync(join(root, "src/connectors/index.ts"), "utf8")).toMatch(
    /sandboxExport.*, musterBuch, musterKey, musterHaus, musterVoll, antwortBuch\]/s,
  );
});

describe("refuses", () => {
  test.each(["Muster", "muster_buch", "-muster", "muster--buch", "1muster", "../muster", ""])("the slug %j", (slug) => {
    expect(() => makeConnector({ root, slug, name: "Muster" })).toThrow(BadRequest);
  });

  test.each(["new", "default", "contacts", "session"])("the slug %j, which the code cannot use as a name", (slug) => {
    expect(() => makeConnector({ root, slug, name: "Muster" })).toThrow(`cannot name a constant ${slug}`);
  });

  test("a slug whose name another connector has", () => {
    const request = { root, slug: "sandbox-key", name: "Muster" };
    expect(() => makeConnector(request)).toThrow("already has a connector named sandboxKey");
  });

  test("a folder that already exists, without changing a file", () => {
    expect(() => makeConnector({ root, slug: "sandbox", name: "Sandkasten" })).toThrow(
      "src/connectors/sandbox already exists",
    );
    expect(() => makeConnector({ root, slug: "muster-buch", name: "Noch einmal" })).toThrow(/already exists/);
    expect(readFileSync(join(root, "src/connectors/muster-buch/connector.ts"), "utf8")).toContain("Muster Buch");
  });
});
