/** The findings of the suite as a value, for tests of the suite itself. */
import { checks } from "./checks.ts";
import { makeExcuses } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { openStage, type Stage } from "./stage.ts";

/** By the name of the check. Checks without findings are omitted. */
export type Findings = Record<string, string[]>;

export async function findingsOf(facts: Facts, names?: readonly string[]): Promise<Findings> {
  const stage = await openStage(facts);
  try {
    return await findingsOn(stage, names);
  } finally {
    await stage.close();
  }
}

/** Runs the checks, and stops at the first finding that is enough. */
export async function findingsOn(
  stage: Stage,
  names?: readonly string[],
  isEnough: (finding: string) => boolean = () => false,
): Promise<Findings> {
  const { facts } = stage;
  const excuses = makeExcuses(facts.excuses);
  const found: Findings = {};
  for (const { name, each, run } of checks) {
    if (names !== undefined && !names.includes(name)) continue;
    for (const subject of each(facts)) {
      const findings = excuses.unexcused(await run(stage, subject));
      if (findings.length > 0) found[name] = [...(found[name] ?? []), ...findings];
      if (findings.some(isEnough)) return found;
    }
  }
  return found;
}
