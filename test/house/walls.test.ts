/** The walls of the architecture (docs/extend/architecture.md): which folder may import which, and where things belong. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { operationTable } from "../../src/contract/operations.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** The room of a file: its folder below src, a vendor's or a capability's folder, or the file itself at the top. */
function roomOf(file: string): string {
  const [, room = "", second = "", third] = file.split("/");
  if (room === "connectors") return third === undefined ? "connectors" : `connectors/${second}`;
  return room === "core" ? `core/${second}` : room;
}

/** The capabilities in order. Each lists the earlier ones that it may import, besides the contract, the kit and the store. */
const capabilities: Readonly<Record<string, readonly string[]>> = {
  tracing: [],
  secrets: [],
  outbound: ["secrets"],
  accounts: ["secrets"],
  people: ["secrets", "outbound", "accounts"],
  events: [],
  delivering: ["tracing", "secrets", "outbound", "accounts", "events"],
  issues: ["outbound", "events"],
  limits: [],
  session: ["tracing", "secrets", "outbound", "accounts", "events", "limits"],
  connecting: ["secrets", "outbound", "accounts", "events", "delivering", "limits", "session"],
  assistants: ["secrets", "outbound", "accounts", "connecting"],
  calling: ["accounts", "limits", "session"],
  writing: ["secrets", "accounts", "session", "calling"],
  tasks: ["tracing", "secrets", "accounts", "session", "calling", "writing"],
  changes: ["tracing", "secrets", "outbound", "accounts", "events", "limits", "session"],
};
const cores = Object.keys(capabilities).map((name) => `core/${name}`);

const mayImport: Readonly<Record<string, readonly string[]>> = {
  fast: [],
  contract: [],
  kit: ["contract", "fast"],
  connectors: ["contract"],
  store: ["contract"],
  ...Object.fromEntries(
    Object.entries(capabilities).map(([name, targets]) => [
      `core/${name}`,
      ["fast", "contract", "kit", "store", ...targets.map((target) => `core/${target}`)],
    ]),
  ),
  web: ["contract"],
  pages: ["contract", "web"],
  http: ["fast", "contract", ...cores, "store", "web", "pages"],
  reference: ["contract", ...cores, "web", "pages", "http"],
  console: ["contract", ...cores, "store", "web", "pages", "http", "reference"],
  mcp: ["contract", ...cores, "store", "web", "http"],
  worker: ["contract", ...cores, "store"],
  sandbox: [],
  verify: ["contract"],
  "config.ts": cores,
};
const wiring = new Set(["wiring", "cli.ts", "cli"]);

function allowed(from: string, to: string): boolean {
  if (from === to || wiring.has(from)) return true;
  if (from === "connectors") return to.startsWith("connectors/") || to === "contract";
  if (from.startsWith("connectors/")) return to === "contract" || to === "kit";
  return mayImport[from]?.includes(to) ?? false;
}

const imports = files.flatMap((file) =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)].map(([, target = ""]) => ({
    file,
    target: relative(root, join(root, dirname(file), target)),
  })),
);

test("every file imports only from rooms that its room may import", () => {
  expect(imports.length).toBeGreaterThan(100);
  const breaches = imports.filter(({ file, target }) => !allowed(roomOf(file), roomOf(target)));
  expect(breaches.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("the capabilities of core import only earlier capabilities", () => {
  const order = Object.keys(capabilities);
  expect(
    globSync("src/core/*", { cwd: root })
      .map((folder) => basename(folder))
      .toSorted(),
  ).toEqual(order.toSorted());
  const upwards = Object.entries(capabilities).flatMap(([name, targets]) =>
    targets
      .filter((target) => order.indexOf(target) >= order.indexOf(name))
      .map((target) => `${name} imports ${target}`),
  );
  expect(upwards).toEqual([]);
});

/** Rooms with floors, lowest first. A file may import its own floor and lower ones. Files beside the folders are on top. */
const floors: Readonly<Record<string, readonly string[]>> = {
  http: ["server", "data", "endpoints", "log"],
  reference: ["openapi", "site"],
  mcp: ["server", "tools"],
  console: ["texts", "parts", "pages", "actions"],
};

test.each(Object.entries(floors))("the floors of %s import only lower floors", (room, order) => {
  const folders = globSync(`src/${room}/*/`, { cwd: root }).map((folder) => basename(folder));
  expect(folders.toSorted()).toEqual(order.toSorted());
  const floorOf = (file: string): number => {
    const [, , folder = "", below] = file.split("/");
    return below === undefined ? order.length : order.indexOf(folder);
  };
  const inside = imports.filter(({ file, target }) => roomOf(file) === room && roomOf(target) === room);
  expect(inside.length).toBeGreaterThan(10);
  const upwards = inside.filter(({ file, target }) => floorOf(target) > floorOf(file));
  expect(upwards.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("no file imports itself indirectly", () => {
  expect(circles(new Map(files.map((file) => [file, targetsOf(file)])))).toEqual([]);
});

const mostInAFolder = 25;

// A vendor is one folder, with a file for each of its resources, however many it has.
test(`no folder of src outside connectors holds more than ${mostInAFolder} source files`, () => {
  const counts = new Map<string, number>();
  for (const file of files.filter((path) => !path.startsWith("src/connectors/")))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > mostInAFolder)).toEqual([]);
});

const targetsOf = (file: string): string[] =>
  imports.filter((entry) => entry.file === file && files.includes(entry.target)).map(({ target }) => target);

/** Import cycles: the strongly connected components, by Tarjan's algorithm. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack = [] as string[];
  const found: string[][] = [];
  const visit = (node: string): void => {
    indexes.set(node, indexes.size);
    lows.set(node, indexes.size - 1);
    stack.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!indexes.has(target)) visit(target);
      if (stack.includes(target)) lows.set(node, Math.min(lows.get(node) ?? 0, lows.get(target) ?? 0));
    }
    if (lows.get(node) !== indexes.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return found;
}

test("the product imports no tests, simulators or benchmarks", () => {
  const outside = imports.map(({ target }) => target).filter((target) => !target.startsWith("src/"));
  expect([...new Set(outside)]).toEqual(["package.json"]);
});

/** What a file loads when it is loaded: neither types nor what it imports later. */
const staticTargetsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm)].map(([, target = ""]) =>
    relative(root, join(root, dirname(file), target)),
  );

test("the command line loads connectors only when a command needs them, because they take most of the time", () => {
  const seen = new Set<string>();
  const load = (file: string): void => {
    if (seen.has(file) || !file.endsWith(".ts")) return;
    seen.add(file);
    for (const target of staticTargetsOf(file)) load(target);
  };
  load("src/cli/commands.ts");
  expect(seen.size).toBeGreaterThan(100);
  expect([...seen].filter((file) => file.startsWith("src/connectors/"))).toEqual([]);
});

test("only config.ts reads the environment", () => {
  // The command line passes process.env on, and the embedded PostgreSQL inherits the environment.
  const readers = files.filter((file) => /process\.env/.test(textOf(file)));
  expect(readers.filter((file) => !file.startsWith("src/cli"))).toEqual([
    "src/config.ts",
    "src/store/postgres/embedded.ts",
  ]);
});

test("a vendor's name occurs only in its own folder and in the list", () => {
  const vendors = connectors.filter(({ builtIn }) => builtIn === undefined);
  expect(vendors.length).toBeGreaterThan(3);
  const names = [...new Set(vendors.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]))];
  const folders = globSync("src/connectors/*/", { cwd: root }).map((folder) => basename(folder));
  // The table of what operations rest on is generated for all vendors.
  const lists = ["src/connectors/index.ts", "src/connectors/evidence.ts"];
  const strangers = files
    .filter((file) => !lists.includes(file))
    .flatMap((file) => {
      const text = textOf(file).toLowerCase();
      const ownFolder = folders.find((folder) => file.startsWith(`src/connectors/${folder}/`));
      return names
        .filter((name) => text.includes(name) && (ownFolder === undefined || !isOf(name, ownFolder)))
        .map((name) => `${file}: ${name}`);
    });
  expect(strangers).toEqual([]);
});

/** Whether the vendor of this name has this folder. Editions of one product share a folder. */
const isOf = (name: string, folder: string): boolean =>
  connectors.some(({ id, name: title }) => id.startsWith(folder) && [id, title.toLowerCase()].includes(name));

describe("every connector", () => {
  test.each(connectors.map((connector) => [connector.id, connector] as const))(
    "%s is a valid fact sheet",
    (id, connector) => {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(connector.name).not.toBe("");
      expect(connector.about).toMatch(/\.$/);
      const known = new Map(operationTable);
      for (const [operation, handler] of Object.entries(connector.operations)) {
        const row = known.get(operation as never);
        expect(row, `${operation} is in the table`).toBeDefined();
        if (row === undefined || !("list" in handler)) continue;
        for (const name of [...handler.filters, ...handler.requires])
          expect(Object.keys(row.query), `${operation} takes ${name}`).toContain(name);
      }
    },
  );
});

/** The operations that no connector offers, and why. */
const answeredByUs: Readonly<Record<string, string>> = {
  "asyncTask.get": "tasks belong to Kontor, not to the target system",
  "bookingProposals.createAsync": "a task that carries out bookingProposals.create",
  "expenses.createAsync": "a task that carries out expenses.create",
  "files.createAsync": "a task that carries out files.create",
  "passThrough.create": "forwards a request to any target system",
};

test("the sandbox offers every operation that connectors can offer", () => {
  const sandbox = connectors.find(({ id }) => id === "sandbox");
  const missing = operationTable.map(([id]) => id).filter((id) => sandbox?.operations[id] === undefined);
  expect(missing.toSorted()).toEqual(Object.keys(answeredByUs).toSorted());
});
