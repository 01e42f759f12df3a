/**
 * Tests pass on a machine of any speed: none compares a measured time with an upper bound. Times are figures
 * (`reportFigure` in test/faults/scale.ts), and a test that hangs is ended by its timeout.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const files = ["{src,simulators,connector-template}/**/*.test.ts", "test/**/*.ts"].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
);

const advice =
  "Assert an order, a count or a lower bound instead; report the time with reportFigure, and let the test's timeout end a test that hangs.";
/** A state that a busy machine reaches late must not fail a test. */
const shortestWait = 10_000;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

function* all(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* all(child);
}

/** Like `all`, without dates: `new Date(Date.now() - day)` is a date, not a measured time. */
function* values(node: Node): Generator<Node> {
  if (node.type === "NewExpression") return;
  yield node;
  for (const child of childrenOf(node)) yield* values(child);
}

const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === "Identifier" ? String(value["name"]) : undefined;

function memberOf(value: unknown): { object: string | undefined; property: string | undefined } {
  if (!isNode(value) || value.type !== "MemberExpression") return { object: undefined, property: undefined };
  return { object: nameOf(value["object"]), property: nameOf(value["property"]) };
}

function isReading(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const { object, property } = memberOf(node["callee"]);
  return property === "now" ? object === "Date" || object === "performance" : property === "hrtime";
}

/** The names of a file that hold moments, and those that hold the time between two moments. */
class Times {
  readonly moments = new Set<string>();
  readonly durations = new Set<string>();

  isMoment(node: Node): boolean {
    return [...values(node)].some((below) => isReading(below) || this.moments.has(nameOf(below) ?? ""));
  }

  isDuration(node: Node): boolean {
    return [...values(node)].some(
      (below) =>
        this.durations.has(nameOf(below) ?? "") ||
        (below.type === "BinaryExpression" && below["operator"] === "-" && this.isMoment(below["right"] as Node)),
    );
  }

  /** Adds the name if it is given such a value. Returns whether it is new. */
  add(name: string | undefined, value: unknown): boolean {
    if (name === undefined || !isNode(value)) return false;
    // A function that reads the clock is not a moment itself, unless its result is one.
    const result = /Function/.test(value.type) && isNode(value["body"]) ? value["body"] : value;
    if (result.type === "BlockStatement") return false;
    const names = this.isDuration(result) ? this.durations : this.moments;
    if (names.has(name) || !(names === this.durations || this.isMoment(result))) return false;
    names.add(name);
    return true;
  }
}

function timesIn(program: Node): Times {
  const times = new Times();
  const nodes = [...all(program)];
  const grow = (node: Node): boolean => {
    if (node.type === "VariableDeclarator") return times.add(nameOf(node["id"]), node["init"]);
    if (node.type === "AssignmentExpression") return times.add(nameOf(node["left"]), node["right"]);
    if (node.type !== "CallExpression") return false;
    const { object, property } = memberOf(node["callee"]);
    const [argument] = node["arguments"] as Node[];
    return property === "push" && times.add(object, argument);
  };
  while (nodes.filter(grow).length > 0);
  return times;
}

/** Calls such as `expect(subject).not.toBe(…)`, with their subject and matcher. */
function expectation(node: Node): { subject: Node; matcher: string } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const matcher = memberOf(node["callee"]).property;
  let inner = isNode(node["callee"]) ? node["callee"]["object"] : undefined;
  while (isNode(inner) && inner.type === "MemberExpression") inner = inner["object"];
  if (matcher === undefined || !isNode(inner) || nameOf(inner["callee"]) !== "expect") return undefined;
  const [subject] = inner["arguments"] as Node[];
  return subject && { subject, matcher };
}

const isWait = (node: Node): boolean => {
  const { object, property } = memberOf(node["callee"]);
  return (object === "vi" && property === "waitFor") || (object === "expect" && property === "poll");
};

function timeoutOf(node: Node): number | undefined {
  const [, options] = node["arguments"] as Node[];
  const properties = (options?.["properties"] ?? []) as Node[];
  const timeout = properties.find((property) => nameOf(property["key"]) === "timeout")?.["value"];
  if (!isNode(timeout)) return undefined;
  return typeof timeout["value"] === "number" ? timeout["value"] : Number.POSITIVE_INFINITY;
}

function faultOf(node: Node, times: Times): string | undefined {
  const expected = expectation(node);
  if (expected !== undefined && !expected.matcher.startsWith("toBeGreaterThan") && times.isDuration(expected.subject))
    return `compares a measured time. ${advice}`;
  if (node.type === "IfStatement" && isNode(node["test"]) && times.isDuration(node["test"])) {
    const consequent = node["consequent"] as Node;
    if ([...all(consequent)].some(({ type }) => type === "ThrowStatement"))
      return `throws after a measured time. ${advice}`;
  }
  if (node.type !== "CallExpression" || !isWait(node)) return undefined;
  const timeout = timeoutOf(node) ?? (memberOf(node["callee"]).object === "vi" ? 1000 : Number.POSITIVE_INFINITY);
  return timeout < shortestWait
    ? `waits less than ${shortestWait / 1000} s for a state that a busy machine reaches late. Use expect.poll, or name a longer timeout.`
    : undefined;
}

function faultsIn(name: string, text: string): string[] {
  if (!/\bnow\(\)|hrtime|waitFor|\.poll\(/.test(text)) return [];
  const program: unknown = parseSync(name, text).program;
  if (!isNode(program)) return [];
  const times = timesIn(program);
  return [...all(program)].flatMap((node) => {
    const fault = faultOf(node, times);
    return fault === undefined ? [] : [`${name}:${text.slice(0, node.start).split("\n").length} ${fault}`];
  });
}

test("finds assertions on measured times, and short waits", () => {
  const faultCount = (text: string): number => faultsIn("example.test.ts", text).length;
  expect(faultCount("const began = Date.now(); expect(Date.now() - began).toBeLessThan(8000);")).toBe(1);
  expect(
    faultCount(
      "const t = performance.now(); const took = (performance.now() - t) / 1000; expect(took).toBeLessThan(5);",
    ),
  ).toBe(1);
  expect(faultCount("const t = Date.now(); const all = []; all.push(Date.now() - t); expect(all[0]).toBe(1);")).toBe(1);
  expect(faultCount("const t = Date.now(); if (Date.now() - t > 5000) throw new Error();")).toBe(1);
  expect(faultCount("await vi.waitFor(() => check());")).toBe(1);
  expect(faultCount("await expect.poll(state, { timeout: 1000 }).toBe(true);")).toBe(1);
  expect(faultCount("const began = Date.now(); expect(Date.now()).toBeGreaterThanOrEqual(began + 500);")).toBe(0);
  expect(
    faultCount("expect(stateAt(new Date(Date.now() - 60_000))).toBe(1); await expect.poll(state).toBe(true);"),
  ).toBe(0);
});

test("no test depends on the speed of the machine", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => faultsIn(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});
