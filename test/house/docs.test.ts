/** Checks what the documents say against the program. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { amountsPage } from "../../docs/generators/amounts.ts";
import { charts, performancePage, results } from "../../docs/generators/charts.ts";
import { coverage } from "../../docs/generators/coverage.ts";
import { differences } from "../../docs/generators/differences.ts";
import { evidenceModule } from "../../docs/generators/evidence.ts";
import manifest from "../../package.json" with { type: "json" };
import { connectors } from "../../src/connectors/index.ts";
import { describe } from "../../src/reference/openapi/openapi.ts";
import { guideFiles } from "../../src/reference/site/guides.ts";
import { headingsOf } from "../../src/reference/site/markdown.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

test("exactly the settings that config.ts reads are documented", () => {
  const sources = textOf("src/config.ts") + textOf("src/core/people/signInSettings.ts");
  const read = [...sources.matchAll(/"([A-Z]+(?:_[A-Z]+)*_?)"/g)];
  const documented = [...textOf("docs/operate/configuration.md").matchAll(/^\| `([A-Z_]+?)(?:<SLUG>)?` /gm)];
  const names = (found: readonly RegExpMatchArray[]) => new Set(found.map(([, name]) => name));
  expect(names(documented)).toEqual(names(read));
  expect(names(documented)).toContain("DATA_DIR");
});

test("decisions.md gives a reason for every dependency", () => {
  const decisions = textOf("docs/extend/decisions.md");
  const dependencies = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  // Type packages belong to the package that they describe.
  const unexplained = dependencies.filter((name) => !name.startsWith("@types/") && !decisions.includes(`\`${name}\``));
  expect(unexplained).toEqual([]);
});

/** Every Markdown file that people read. */
const documents = globSync(
  ["*.md", "docs/**/*.md", "src/**/*.md", "simulators/**/*.md", "connector-template/**/*.md"],
  {
    cwd: root,
  },
);
const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```/gm, "");

test("every link between documents leads to a file, and to a heading in it", () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(textOf(file)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)].map(
      ([, path = "", heading]) => ({
        file,
        target: path === "" ? file : join(dirname(file), path),
        heading,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
  const headings = (file: string): string[] => headingsOf(textOf(file)).map(({ id }) => id);
  const broken = links.filter(({ target, heading }) => heading !== undefined && !headings(target).includes(heading));
  expect(broken).toEqual([]);
});

test("every file of the repository that a document names exists", () => {
  const names = documents
    .filter((file) => file !== "CHANGELOG.md")
    .flatMap((file) =>
      [...textOf(file).matchAll(/`((?:src|test|docs|bench|simulators|connector-template)\/[\w./-]*\w)`/g)].map(
        ([, name = ""]) => ({ file, name }),
      ),
    );
  expect(names.length).toBeGreaterThan(20);
  const made = ["docs/proofs", "bench/results"];
  expect(names.filter(({ name }) => !existsSync(join(root, name)) && !made.includes(name))).toEqual([]);
});

test("every source file in the diagrams of architecture.md exists", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const path = new RegExp(`(?<![\\w/])(?:${folders.map(({ name }) => name).join("|")})/[\\w/-]+\\.ts`, "g");
  const names = [...textOf("docs/extend/architecture.md").matchAll(path)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !existsSync(join(root, "src", name)))).toEqual([]);
});

test("every connector's folder has the files that connectors.md names", () => {
  const fixed = ["connector.ts", "access.ts", "types.ts", "errors.ts", "NOTES.md"];
  const guide = textOf("docs/extend/connectors.md");
  expect(fixed.filter((name) => !guide.includes(`  ${name} `))).toEqual([]);
  const folders = globSync("src/connectors/*/", { cwd: root });
  expect(folders.length).toBeGreaterThan(10);
  const missing = folders.flatMap((folder) => {
    const suite = globSync(`${basename(folder)}.{test,live.test}.ts`, { cwd: join(root, folder) });
    const lacking = fixed.filter((name) => !existsSync(join(root, folder, name)));
    return [...lacking, ...(suite.length === 0 ? ["a conformance suite"] : [])].map((name) => `${folder}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test("every function and option that connectors.md names exists in the code", () => {
  const files = globSync(["src/**/*.ts", "test/{conformance,evidence}/*.ts", "simulators/**/*.ts"], { cwd: root });
  const words = new Set(files.flatMap((file) => textOf(file).match(/\w+/g) ?? []));
  const codes = [...withoutCode(textOf("docs/extend/connectors.md")).matchAll(/`([^`\n]+)`/g)].map(
    ([, code = ""]) => code,
  );
  const names = codes.flatMap((code) => code.match(/\b[a-z]+[A-Z]\w*|^[a-z]+(?=\(|$)/g) ?? []);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

test("every page of docs is listed in its index and shown as a guide", async () => {
  const pages = globSync("docs/**/*.md", { cwd: root })
    .map((file) => file.slice("docs/".length))
    .filter((file) => file !== "README.md");
  const shown = (await guideFiles()).map(({ file }) => file);
  expect(shown.toSorted()).toEqual(pages.toSorted());
  expect(pages.filter((page) => !textOf("docs/README.md").includes(`](${page})`))).toEqual([]);
});

test("every guide has its own URL, and earlier URLs still work", async () => {
  const names = (await guideFiles()).map(({ file }) => basename(file, ".md"));
  expect(new Set(names).size).toBe(names.length);
  const earlier =
    "architecture configuration connecting connectors console coverage decisions events performance reading";
  expect(names).toEqual(expect.arrayContaining([...earlier.split(" "), "reliability", "sandbox", "writing"]));
});

test("every request in the guides is in the OpenAPI description", () => {
  const { paths } = describe({ connectors, baseUrl: "https://kontor.example" });
  const routes = Object.entries(paths).map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }));
  const isDescribed = ({ method, path }: { method: string | undefined; path: string }): boolean =>
    // A prefix, such as `/accounting/`
    (path.endsWith("/") && routes.some((route) => route.path.startsWith(path))) ||
    routes.some(({ pattern, methods }) => pattern.test(path) && (method === undefined || methods.includes(method)));
  const guides = documents.filter(
    (file) => file === "README.md" || /^docs\/(?:start|guides|target-systems)/.test(file),
  );
  const requests = guides.flatMap((file) => requestsIn(textOf(file)).map((request) => ({ file, ...request })));
  expect(requests.length).toBeGreaterThan(80);
  expect(requests.filter((request) => !isDescribed(request))).toEqual([]);
});

/** The paths of the API that a text mentions, with their method if it is given. */
function requestsIn(text: string): { method: string | undefined; path: string }[] {
  const path = String.raw`(/(?:accounting|auth|tenants?|webhooks|operations|targetSystems|asyncTask|user)[^\s"?${"`"}]*|/events)`;
  const patterns = [
    // api "/webhooks"
    new RegExp(`()\\bapi "?${path}`, "g"),
    // "http://127.0.0.1:3000/accounting/invoices?limit=5"
    new RegExp(`()http://127\\.0\\.0\\.1:3000${path}`, "g"),
    // `/accounting/files` and `GET /webhooks/{webhookId}`
    new RegExp(`\`(?:(GET|POST|PUT|PATCH|DELETE) )?${path}[^\`]*\``, "g"),
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, method, found = ""]) => ({ method: method === "" ? undefined : method, path: found }))
    .filter(({ path: found }) => !/^\/auth\/(?:start|callback)/.test(found));
}

test("no two samples of the guides use the same Idempotency-Key", () => {
  const keys = documents
    .filter((file) => file.startsWith("docs/"))
    .flatMap((file) => [...textOf(file).matchAll(/Idempotency-Key: ([^"$\s]+)"/g)].map(([, key]) => key));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the list of fields that affect amounts is current", () => {
  const page = textOf("docs/guides/amounts.md");
  expect(page, "run: npm run coverage").toBe(amountsPage(page));
});

test("the coverage page is current", () => {
  expect(textOf("docs/reference/coverage.md"), "run: npm run coverage").toBe(coverage(connectors));
});

test("the table of what operations rest on is current", () => {
  expect(textOf("src/connectors/evidence.ts"), "run: npm run coverage").toBe(evidenceModule());
});

test("the performance page shows the tables and charts of the last complete run", () => {
  const page = textOf("docs/operate/performance.md");
  expect(page, "run: npm run charts").toBe(performancePage(page, results()));
  const drawings = charts(results());
  expect(
    Object.keys(drawings)
      .map((name) => `docs/operate/charts/${name}`)
      .toSorted(),
  ).toEqual(globSync("docs/operate/charts/*", { cwd: root }).toSorted());
  for (const [name, drawing] of Object.entries(drawings)) {
    expect(textOf(`docs/operate/charts/${name}`), "run: npm run charts").toBe(drawing);
    expect(page).toContain(`(charts/${name})`);
  }
});

test.each(differences)("$behaviour: shown by the tests that the table names", ({ targetSystems, tests }) => {
  const slugs = connectors.map(({ id }) => id);
  expect(targetSystems.filter((slug) => !slugs.includes(slug))).toEqual([]);
  for (const [file, name] of tests) expect(textOf(file)).toContain(`"${name}"`);
});
