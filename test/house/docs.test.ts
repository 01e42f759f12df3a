/** What the documents say about the program is held against the program. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { charts, performancePage, results } from "../../docs/charts.ts";
import { coverage } from "../../docs/coverage.ts";
import { kinds } from "../../docs/kinds.ts";
import manifest from "../../package.json" with { type: "json" };
import { connectors } from "../../src/connectors/index.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

test("every setting that is read is documented, and no other", () => {
  const read = [...textOf("src/config.ts").matchAll(/"([A-Z]+(?:_[A-Z]+)*_?)"/g)];
  const documented = [...textOf("docs/configuration.md").matchAll(/^\| `([A-Z_]+?)(?:<SLUG>)?` /gm)];
  const names = (found: readonly RegExpMatchArray[]) => new Set(found.map(([, name]) => name));
  expect(names(documented)).toEqual(names(read));
  expect(names(documented)).toContain("DATA_DIR");
});

test("every dependency has its reason", () => {
  const decisions = textOf("docs/decisions.md");
  const dependencies = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  // Types belong to what they describe.
  const unexplained = dependencies.filter((name) => !name.startsWith("@types/") && !decisions.includes(`\`${name}\``));
  expect(unexplained).toEqual([]);
});

test("every link between documents leads to a file", () => {
  const documents = globSync(["*.md", "docs/*.md"], { cwd: root });
  const links = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => ({ file, target })),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, target }) => !existsSync(join(root, dirname(file), target)))).toEqual([]);
});

test("the table of what connectors offer is current", () => {
  expect(textOf("docs/coverage.md"), "run: npm run coverage").toBe(coverage(connectors));
});

test("the tables and charts of the performance page are those of the last whole run", () => {
  const page = textOf("docs/performance.md");
  expect(page, "run: npm run charts").toBe(performancePage(page, results()));
  const drawings = charts(results());
  expect(
    Object.keys(drawings)
      .map((name) => `docs/charts/${name}`)
      .toSorted(),
  ).toEqual(globSync("docs/charts/*", { cwd: root }).toSorted());
  for (const [name, drawing] of Object.entries(drawings)) {
    expect(textOf(`docs/charts/${name}`), "run: npm run charts").toBe(drawing);
    expect(page).toContain(`(charts/${name})`);
  }
});

test.each(kinds)("$says is shown by the tests that the table names", ({ shownBy, tests }) => {
  const slugs = connectors.map(({ id }) => id);
  expect(shownBy.filter((slug) => !slugs.includes(slug))).toEqual([]);
  for (const [file, name] of tests) expect(textOf(file)).toContain(`"${name}"`);
});
