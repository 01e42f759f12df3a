/** `lastModifiedAt` before, at and after a change. */
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import { listHandler, namesIn, walk, whole } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const modifiedOnly = (id: OperationId): boolean => namesIn(id).length === 0;

export async function modifiedFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const { filters, fields, modifiedBy } = listHandler(stage, id);
  if (!filters.includes("lastModifiedAt")) return [];
  const rows = await whole(stage, id);
  const row = rows[Math.floor(rows.length / 2)];
  const ours = idOf(row);
  if (ours === "") return [`${id}: lastModifiedAt cannot be tried, no record has an id; leave it out or excuse it`];
  const moment = modifiedBy === undefined ? nextSecond(stage) : nextNoon(stage);
  try {
    stage.simulator.vendor.touch(stage.facts.vendorId?.(ours, id) ?? ours, id);
  } catch (error) {
    return [`${id}: the simulator cannot touch ${ours} (${(error as Error).message}); say its own id with vendorId`];
  }
  await stage.simulator.vendor.settle();
  // Records that tell when they changed are told apart by the service where the vendor cannot.
  const byDay = modifiedBy === "midnight" || (modifiedBy === "day" && fields["updatedDate"] === undefined);
  const step = byDay ? 86_400_000 : 1000;
  const start = moment - (moment % step);
  const findings: string[] = [];
  let found: Row | undefined;
  for (const { when, at, expected } of [
    { when: "before", at: start - step, expected: true },
    { when: "at", at: start, expected: true },
    { when: "after", at: start + step, expected: false },
  ]) {
    const lastModifiedAt = `${new Date(at).toISOString().slice(0, 19)}Z`;
    const { rows: changed, problems } = await walk(stage, id, { query: { lastModifiedAt } });
    findings.push(...problems.map((text) => `${text} (with lastModifiedAt=${lastModifiedAt})`));
    const there = changed.find((one) => idOf(one) === ours);
    found ??= there;
    if (problems.length === 0 && (there !== undefined) !== expected)
      findings.push(
        `${id}: lastModifiedAt=${lastModifiedAt}, ${when} the change of ${ours} at ${new Date(moment).toISOString()}, ${expected ? "does not have it" : "still has it"}`,
      );
    if (when === "at" && rows.length > 20 && changed.length === rows.length)
      findings.push(`${id}: lastModifiedAt=${lastModifiedAt} leaves nothing out, although one record changed`);
  }
  // An event that a poll finds says when the record changed by the record's own word: the list has to know that moment.
  const filterDate = found?.["updatedDate"];
  if (typeof filterDate !== "string") return findings;
  return [...findings, ...(await filterDateFindings(stage, id, { filterDate, ours }))];
}

/** The list from the `filterDate` of an event on has the record that it is about. */
export async function filterDateFindings(
  stage: Stage,
  id: OperationId,
  { filterDate, ours }: { readonly filterDate: string; readonly ours: string },
): Promise<string[]> {
  const { filters, modifiedBy } = listHandler(stage, id);
  if (!filters.includes("lastModifiedAt")) return [];
  const lastModifiedAt = modifiedBy === "midnight" ? `${filterDate.slice(0, 10)}T00:00:00Z` : filterDate;
  const { rows, problems } = await walk(stage, id, { query: { lastModifiedAt } });
  if (problems.length > 0) return problems.map((text) => `${text} (with filterDate ${filterDate})`);
  return rows.some((row) => idOf(row) === ours)
    ? []
    : [
        `${id}: an event of ${ours} has filterDate ${filterDate}, but lastModifiedAt=${lastModifiedAt} does not have it`,
      ];
}

/** A little later than everything so far, on a whole second. */
function nextSecond({ simulator }: Stage): number {
  simulator.wait(5000 - (simulator.now() % 1000));
  // Read once: between two readings a millisecond may pass, and with it the second.
  const now = simulator.now();
  return now - (now % 1000);
}

/** Far from midnight in any zone. */
function nextNoon(stage: Stage): number {
  const { simulator } = stage;
  const noon = 43_200_000;
  const sinceNoon = (simulator.now() - noon) % 86_400_000;
  simulator.wait(sinceNoon < 3_600_000 ? 1000 : 86_400_000 - sinceNoon);
  return nextSecond(stage);
}
