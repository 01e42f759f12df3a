/** The whole suite as a value: what each check finds, for who wants to know rather than to be told by a test. */
import { checks } from "./checks.ts";
import { excusing } from "./excuses.ts";
import type { Facts } from "./facts.ts";
import { openStage, type Stage } from "./stage.ts";

/** By the name of the check; those that find nothing are left out. */
export type Findings = Record<string, string[]>;

export async function findingsOf(facts: Facts, names?: readonly string[]): Promise<Findings> {
  const stage = await openStage(facts);
  try {
    return await findingsOn(stage, names);
  } finally {
    await stage.close();
  }
}

/** Until one is found that is enough. */
export async function findingsOn(
  stage: Stage,
  names?: readonly string[],
  isEnough: (finding: string) => boolean = () => false,
): Promise<Findings> {
  const { facts } = stage;
  const excuses = excusing(facts.excuses);
  const found: Findings = {};
  for (const { name, each, run } of checks) {
    if (names !== undefined && !names.includes(name)) continue;
    for (const one of each(facts)) {
      const left = excuses.left(await run(stage, one));
      if (left.length > 0) found[name] = [...(found[name] ?? []), ...left];
      if (left.some(isEnough)) return found;
    }
  }
  return found;
}
