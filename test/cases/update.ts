/** Rewrites the todos from the results of a run. */
import { rmSync, writeFileSync } from "node:fs";
import { excuses } from "./excuses.ts";
import type { Result } from "./run.ts";
import { systems } from "./systems.ts";
import { type Limits, limits, limitsFile, type Shortcoming, type Todo, todoFile, todoOf } from "./todo.ts";

export function updateTodos(results: readonly Result[]): void {
  const count = { outcomes: 0, dryRuns: 0 };
  for (const { connector } of systems) {
    const ownResults = results.filter(({ system }) => system === connector.id);
    // `CASES` may have left it out.
    const todo = ownResults.length === 0 ? todoOf(connector.id) : todoFrom(connector.id, ownResults);
    count.outcomes += Object.keys(todo.outcomes).length;
    count.dryRuns += Object.keys(todo.dryRuns).length;
    if (Object.keys({ ...todo.outcomes, ...todo.dryRuns }).length === 0)
      rmSync(todoFile(connector.id), { force: true });
    else writeJson(todoFile(connector.id), todo);
  }
  writeJson(limitsFile, lowered(count));
}

/** New cases may raise a limit, but only by hand. */
function lowered(count: Limits): Limits {
  const before = limits();
  return {
    outcomes: Math.min(before.outcomes, count.outcomes),
    dryRuns: Math.min(before.dryRuns, count.dryRuns),
  };
}

function todoFrom(slug: string, results: readonly Result[]): Todo {
  const before = todoOf(slug);
  const outcomes: { [name: string]: Shortcoming } = {};
  const dryRuns: { [name: string]: string } = {};
  for (const { name, outcome, symptom, prediction, missed } of results) {
    const known = before.outcomes[name];
    // The symptom of the same outcome may contain new ids and days only.
    const isExcused = excuses[slug]?.[name]?.outcome === outcome;
    if (outcome !== "right" && !isExcused) outcomes[name] = known?.outcome === outcome ? known : { outcome, symptom };
    if (prediction === "misses") dryRuns[name] = before.dryRuns[name] ?? missed;
  }
  return { outcomes, dryRuns };
}

const writeJson = (file: string, value: object): void =>
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
