/** Cases × target systems, as far as it is known without running them. */
import type { BusinessCase } from "./businessCase.ts";
import { type CaseName, cases } from "./index.ts";
import type { SystemFacts } from "./systems.ts";
import { vendorFacts } from "./vendors/index.ts";

/** Whether a case runs at a target system; otherwise the reason. */
export function hasResult(system: SystemFacts, name: CaseName): true | "not offered" | "not proven" {
  const { needs, needsLockedDay, entered }: BusinessCase = cases[name];
  const { connector, lockedDaysAgo } = system;
  if (needs.some((id) => connector.operations[id] === undefined)) return "not offered";
  if (needsLockedDay && lockedDaysAgo === undefined) return "not offered";
  if (entered !== undefined && vendorFacts[connector.id]?.[entered] === undefined) return "not proven";
  return true;
}
