import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { someOf } from "../faults/scale.ts";
import { type Outcome, outcomes } from "./businessCase.ts";
import { excuses } from "./excuses.ts";
import { type CaseName, cases } from "./index.ts";
import { applies, caseNames, type Expected, expectedOutcome } from "./matrix.ts";
import { type Result, runCases } from "./run.ts";
import { type SystemFacts, systems } from "./systems.ts";
import { limits, todoOf } from "./todo.ts";
import { vendorFacts } from "./vendors/index.ts";

/** A sixth of the cases at each system when all tests run. `npm run cases` and `npm run test:faults` run all of them. */
function casesAt(system: SystemFacts): readonly CaseName[] {
  const names = caseNames.filter((name) => applies(system, name) === true);
  return someOf(names, systems.indexOf(system));
}

let results: readonly Result[] = [];
beforeAll(async () => {
  results = await runCases(casesAt);
  const file = process.env["CASES_RESULTS"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
});

const slugs = systems.map(({ connector }) => connector.id);
const resultsOf = (slug: string) => results.filter(({ system }) => system === slug);

describe.each(slugs)("%s", (slug) => {
  test("stores and reads every case as expected", () => {
    expect(resultsOf(slug).flatMap(outcomeFinding)).toEqual([]);
  });

  test("predicts writes by dry runs as expected", () => {
    expect(resultsOf(slug).flatMap(predictionFinding)).toEqual([]);
  });
});

function outcomeFinding({ system, name, outcome, symptom }: Result): string[] {
  const expected = expectedOutcome(system, name);
  if (outcome === expected.outcome) return [];
  return [`${name} is ${outcome} instead of ${expected.outcome} (${remedyFor(outcome, expected)}): ${symptom}`];
}

function remedyFor(outcome: Outcome, expected: Expected): string {
  if (expected.isExcused) return "change or remove the excuse";
  const isBetter = outcomes.indexOf(outcome) < outcomes.indexOf(expected.outcome);
  return isBetter ? "run: npm run cases -- --update" : "worse than before";
}

function predictionFinding({ system, name, prediction, missed }: Result): string[] {
  const isKnown = todoOf(system).dryRuns[name] !== undefined;
  if (isKnown === (prediction === "misses")) return [];
  return [isKnown ? `${name} is predicted now (run: npm run cases -- --update)` : `${name}: ${missed}`];
}

test("every case that was to run has a result", () => {
  const expected = systems.flatMap((system) => casesAt(system).map((name) => `${system.connector.id} ${name}`));
  expect(results.map(({ system, name }) => `${system} ${name}`)).toEqual(expected);
});

test("the sandbox needs no excuse", () => {
  expect(excuses["sandbox"]).toBeUndefined();
});

test("excuses and todos are about cases that run", () => {
  const stale = systems.flatMap((system) => {
    const slug = system.connector.id;
    const todo = todoOf(slug);
    const named = Object.keys({ ...excuses[slug], ...todo.outcomes, ...todo.dryRuns }) as CaseName[];
    return named.filter((name) => applies(system, name) !== true).map((name) => `${slug} ${name}`);
  });
  expect(stale).toEqual([]);
  expect(Object.keys(excuses).filter((slug) => !slugs.includes(slug))).toEqual([]);
});

/** A page, a source file, a revision of a public repository, or what a running program did. */
const cites = /\b[\w-]+\.(?:com|io|nl|no|dk|de|ch|se)\b|\.class\.php\b|@[\da-f]{7}\b|live run|OpenAPI description/;

test("every fact that a vendor cannot represent cites its documentation", () => {
  const reasons = systems.flatMap(({ connector, oneLanguage, neverCloses }) => [
    ...Object.values(vendorFacts[connector.id] ?? {}).flatMap((fact) => ("cannot" in fact ? [fact.cannot] : [])),
    ...(oneLanguage === undefined ? [] : [oneLanguage]),
    ...(neverCloses === undefined ? [] : [neverCloses]),
  ]);
  expect(reasons.filter((reason) => !cites.test(reason))).toEqual([]);
});

test("every excuse cites the vendor's documentation, its description or source, or a live run", () => {
  const bare = Object.entries(excuses).flatMap(([slug, reasons]) =>
    Object.entries(reasons)
      .filter(([, { reason }]) => !cites.test(reason))
      .map(([name]) => `${slug} ${name}`),
  );
  expect(bare).toEqual([]);
});

test("no outcome is excused and a todo at the same time", () => {
  const both = slugs.flatMap((slug) =>
    Object.keys(excuses[slug] ?? {}).filter((name) => name in todoOf(slug).outcomes),
  );
  expect(both).toEqual([]);
});

test("the number of todos does not rise", () => {
  const todos = slugs.map(todoOf);
  const count = {
    outcomes: todos.reduce((sum, todo) => sum + Object.keys(todo.outcomes).length, 0),
    dryRuns: todos.reduce((sum, { dryRuns }) => sum + Object.keys(dryRuns).length, 0),
  };
  expect(count.outcomes).toBeLessThanOrEqual(limits().outcomes);
  expect(count.dryRuns).toBeLessThanOrEqual(limits().dryRuns);
});

/** Rules that no case proves yet. */
const unproven: string[] = [];

test("the cases cover the contract's rules", () => {
  const proven = new Set(Object.values(cases).flatMap(({ rules }) => rules));
  const reading = Array.from({ length: 13 }, (_, index) => `A${index + 1}`);
  // W9 is proven by the dry run of every write.
  const writing = Array.from({ length: 8 }, (_, index) => `W${index + 1}`);
  expect([...reading, ...writing].filter((rule) => !proven.has(rule))).toEqual(unproven);
});
