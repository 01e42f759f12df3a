/** Cases × target systems, as the cases, excuses and todos say it. The test proves that it is so. */
import type { BusinessCase, Outcome } from "./businessCase.ts";
import { excuses } from "./excuses.ts";
import { type CaseName, cases } from "./index.ts";
import type { SystemFacts } from "./systems.ts";
import { type Todo, todoOf } from "./todo.ts";
import { vendorFacts } from "./vendors/index.ts";

export const caseNames = Object.keys(cases) as CaseName[];

/** Whether a case runs at a target system; otherwise the reason. */
export function applies(
  system: SystemFacts,
  name: CaseName,
): true | "not offered" | "not proven" | "not representable" {
  const { needs, needsClosing, needsLockedDay, needsPosting, needsSecondLanguage, entered }: BusinessCase = cases[name];
  const { connector, lockedDaysAgo, neverCloses, transfersToLedger, secondLanguage, oneLanguage } = system;
  if (needs.some((id) => connector.operations[id] === undefined)) return "not offered";
  if (needsLockedDay && lockedDaysAgo === undefined) return "not offered";
  if (needsClosing && neverCloses !== undefined) return "not representable";
  if (needsPosting && transfersToLedger) return "not offered";
  if (needsSecondLanguage && secondLanguage === undefined)
    return oneLanguage === undefined ? "not offered" : "not representable";
  if (entered === undefined) return true;
  const fact = vendorFacts[connector.id]?.[entered];
  if (fact === undefined) return "not proven";
  return "cannot" in fact ? "not representable" : true;
}

export interface Expected {
  readonly outcome: Outcome;
  readonly isExcused: boolean;
}

export function expectedOutcome(slug: string, name: CaseName, todo: Todo = todoOf(slug)): Expected {
  const excuse = excuses[slug]?.[name];
  if (excuse !== undefined) return { outcome: excuse.outcome, isExcused: true };
  return { outcome: todo.outcomes[name]?.outcome ?? "right", isExcused: false };
}

/** One letter per outcome, for the table. */
export const letters: Readonly<Record<Outcome, string>> = {
  right: "✓",
  refused: "r",
  unclear: "u",
  differs: "d",
  warned: "w",
  silent: "s",
  failed: "f",
};

const absences = { "not offered": "–", "not proven": "·", "not representable": "(–)" } as const;

export interface Row {
  readonly name: CaseName;
  readonly fact: string;
  readonly rules: readonly string[];
  /** A letter per target system; in parentheses if it is excused. */
  readonly cells: readonly string[];
}

export const matrixOf = (shown: readonly SystemFacts[]): readonly Row[] =>
  caseNames.map((name) => ({
    name,
    fact: cases[name].fact,
    rules: cases[name].rules,
    cells: shown.map((system) => cellOf(system, name)),
  }));

function cellOf(system: SystemFacts, name: CaseName): string {
  const applicable = applies(system, name);
  if (applicable !== true) return absences[applicable];
  const { outcome, isExcused } = expectedOutcome(system.connector.id, name);
  return isExcused ? `(${letters[outcome]})` : letters[outcome];
}

export interface Counts {
  readonly right: number;
  readonly refused: number;
  readonly excused: number;
  /** Facts that the vendor's books cannot have, or that its API cannot show. They do not run. */
  readonly unrepresentable: number;
  readonly todo: number;
  readonly dryRuns: number;
  readonly total: number;
}

export function countsOf(system: SystemFacts): Counts {
  const slug = system.connector.id;
  const todo = todoOf(slug);
  const names = caseNames.filter((name) => applies(system, name) === true);
  const expected = names.map((name) => expectedOutcome(slug, name, todo));
  return {
    right: expected.filter(({ outcome }) => outcome === "right").length,
    refused: expected.filter(({ outcome }) => outcome === "refused").length,
    excused: expected.filter(({ isExcused }) => isExcused).length,
    unrepresentable: caseNames.filter((name) => applies(system, name) === "not representable").length,
    todo: expected.filter(({ outcome, isExcused }) => outcome !== "right" && !isExcused).length,
    dryRuns: names.filter((name) => todo.dryRuns[name] === undefined).length,
    total: names.length,
  };
}
