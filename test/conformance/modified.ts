/** `lastModifiedAt` before, at and after a change. */
import type { OperationId } from "../../src/contract/operations.ts";
import { idOf } from "../../src/verify/row.ts";
import type { Row } from "../support/service.ts";
import { allRows, listHandler, pathParameters, walk } from "./reading.ts";
import type { Stage } from "./stage.ts";

export const modifiedOnly = (id: OperationId): boolean => pathParameters(id).length === 0;

export async function modifiedFindings(stage: Stage, id: OperationId): Promise<string[]> {
  const { filters, fields, modifiedBy } = listHandler(stage, id);
  if (!filters.includes("lastModifiedAt")) return [];
  const rows = await allRows(stage, id);
  const row = rows[Math.floor(rows.length / 2)];
  const recordId = idOf(row);
  if (recordId === "")
    return [`${id}: lastModifiedAt cannot be tried because no record has an id; remove the filter or excuse it`];
  const moment = modifiedBy === undefined ? nextSecond(stage) : nextNoon(stage);
  try {
    stage.simulator.vendor.touch(stage.facts.vendorId?.(recordId, id) ?? recordId, id);
  } catch (error) {
    return [`${id}: the simulator cannot touch ${recordId} (${(error as Error).message}); map the id with vendorId`];
  }
  await stage.simulator.vendor.untilIdle();
  // If the vendor filters by day only, the service itself compares the records' own dates of change.
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
    const match = changed.find((record) => idOf(record) === recordId);
    found ??= match;
    if (problems.length === 0 && (match !== undefined) !== expected)
      findings.push(
        `${id}: lastModifiedAt=${lastModifiedAt} (${when} the change of ${recordId}, ${new Date(moment).toISOString()}) ${expected ? "does not find it" : "still finds it"}`,
      );
    if (when === "at" && rows.length > 20 && changed.length === rows.length)
      findings.push(`${id}: lastModifiedAt=${lastModifiedAt} returns all records, although only one changed`);
  }
  // The event of a poll takes its filterDate from the record's own date of change. The list must find the record by it.
  const filterDate = found?.["updatedDate"];
  if (typeof filterDate !== "string") return findings;
  return [...findings, ...(await filterDateFindings(stage, id, { filterDate, recordId }))];
}

/** With the `filterDate` of an event as `lastModifiedAt`, the list returns the event's record. */
export async function filterDateFindings(
  stage: Stage,
  id: OperationId,
  { filterDate, recordId }: { readonly filterDate: string; readonly recordId: string },
): Promise<string[]> {
  const { filters, modifiedBy } = listHandler(stage, id);
  if (!filters.includes("lastModifiedAt")) return [];
  const lastModifiedAt = modifiedBy === "midnight" ? `${filterDate.slice(0, 10)}T00:00:00Z` : filterDate;
  const { rows, problems } = await walk(stage, id, { query: { lastModifiedAt } });
  if (problems.length > 0) return problems.map((text) => `${text} (with filterDate ${filterDate})`);
  return rows.some((row) => idOf(row) === recordId)
    ? []
    : [
        `${id}: an event of ${recordId} has filterDate ${filterDate}, but lastModifiedAt=${lastModifiedAt} does not find the record`,
      ];
}

/** A few seconds later than every change so far, on a whole second. */
function nextSecond({ simulator }: Stage): number {
  simulator.wait(5000 - (simulator.now() % 1000));
  // Read the clock only once: the second may change between two reads.
  const now = simulator.now();
  return now - (now % 1000);
}

/** Noon is far from midnight in most time zones. */
function nextNoon(stage: Stage): number {
  const { simulator } = stage;
  const noon = 43_200_000;
  const sinceNoon = (simulator.now() - noon) % 86_400_000;
  simulator.wait(sinceNoon < 3_600_000 ? 1000 : 86_400_000 - sinceNoon);
  return nextSecond(stage);
}
