/** Checks the filters and sort orders of a live list with values that its records have. */

import type { FilterName } from "../contract/connector.ts";
import { operationOf, type ReadOptions, readList } from "./asking.ts";
import { dayAnswer, daysOf, looksAt, middleDay, orderAnswer, valuesIn, wordAnswer } from "./filters.ts";
import { isReplaced } from "./redact.ts";
import { nameOf, type Row } from "./row.ts";
import type { Offer, Verification } from "./verification.ts";

export interface CheckedList {
  readonly offer: Offer;
  readonly query: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

/** Redacted in recordings, so partial matches cannot be checked in a replay. */
const redactedFilters: readonly string[] = ["name", "email"];

export async function filterChecks(verifying: Verification, questioned: CheckedList): Promise<void> {
  const { offer, rows } = questioned;
  if (rows.length === 0) return;
  for (const name of offer.filters as readonly FilterName[]) {
    if (offer.requires.includes(name) || (verifying.isReplay && redactedFilters.includes(name))) continue;
    if (name === "lastModifiedAt") await modifiedCheck(verifying, questioned);
    else if (daysOf[name] !== undefined) await dayCheck(verifying, questioned, name);
    else if (looksAt[name] !== undefined) await wordChecks(verifying, questioned, name);
  }
}

async function wordChecks(verifying: Verification, questioned: CheckedList, name: FilterName): Promise<void> {
  const { offer, rows } = questioned;
  const counts = valuesIn(name, rows);
  const { enum: listed } = (operationOf(offer.id).query[name]?.schema ?? {}) as { readonly enum?: readonly string[] };
  const values = new Set([...[...counts.keys()].slice(0, listed === undefined ? 2 : 8), ...(listed ?? [])]);
  for (const value of values) {
    const answer = await ask(verifying, questioned, { [name]: value });
    // Values that the vendor does not support are rejected.
    if (answer.isRefused && !counts.has(value)) continue;
    verifying.fail("filters", [
      ...answer.problems,
      ...(answer.problems.length > 0 ? [] : wordAnswer({ id: offer.id, name, value, rows, answer: answer.rows })),
    ]);
  }
}

async function dayCheck(verifying: Verification, questioned: CheckedList, name: FilterName): Promise<void> {
  const { offer, rows } = questioned;
  const value = middleDay(name, rows);
  if (value === undefined) return;
  const answer = await ask(verifying, questioned, { [name]: value });
  verifying.fail("filters", [
    ...answer.problems,
    ...(answer.problems.length > 0 ? [] : dayAnswer({ id: offer.id, name, value, rows, answer: answer.rows })),
  ]);
}

const timeOf = (row: Row): string => (typeof row["updatedDate"] === "string" ? row["updatedDate"] : "");

/** The response must contain all records changed at or after that time, and no others. */
async function modifiedCheck(verifying: Verification, questioned: CheckedList): Promise<void> {
  const { offer, rows } = questioned;
  const { id, rules = [] } = offer;
  const times = rows
    .map(timeOf)
    .filter((time) => time !== "")
    .toSorted();
  const middle = times[Math.floor(times.length / 2)];
  // Some target systems compare another date, which their rules state.
  if (middle === undefined || rules.some((rule) => /lastModifiedAt/i.test(rule) && /transaction|booking/i.test(rule)))
    return;
  const first = await ask(verifying, questioned, { lastModifiedAt: middle });
  const since = first.isRefused ? `${middle.slice(0, 10)}T00:00:00Z` : middle;
  const answer = first.isRefused ? await ask(verifying, questioned, { lastModifiedAt: since }) : first;
  if (answer.problems.length > 0) return verifying.fail("filters", answer.problems);
  const came = new Set(answer.rows.map(nameOf));
  const old = answer.rows.find((row) => timeOf(row) !== "" && timeOf(row) < since);
  const missing = rows.filter((row) => timeOf(row) >= since && !came.has(nameOf(row)));
  verifying.fail("filters", [
    ...(old === undefined ? [] : [`${id}: lastModifiedAt=${since} also returns ${nameOf(old)} of ${timeOf(old)}`]),
    ...(missing.length === 0
      ? []
      : [`${id}: lastModifiedAt=${since} misses ${missing.length} records, such as ${nameOf(missing[0])}`]),
  ]);
}

/** Two pages are enough to check the order within and across pages. */
const beginning = { limit: 20, mostPages: 2 } as const;

export async function orderChecks(verifying: Verification, questioned: CheckedList): Promise<void> {
  const { offer, rows } = questioned;
  for (const field of rows.length === 0 ? [] : offer.orders)
    for (const direction of ["ASC", "DESC"] as const) {
      const answer = await ask(verifying, questioned, { orderField: field, orderDir: direction }, beginning);
      // Redacted values have no meaningful order.
      const comparable = (records: readonly Row[]) =>
        records.filter((row) => !verifying.isReplay || !isReplaced(row[field]));
      const found =
        answer.problems.length > 0
          ? answer.problems
          : orderAnswer({
              id: offer.id,
              field,
              direction,
              isCut: answer.isCut,
              rows: comparable(rows),
              answer: comparable(answer.rows),
            });
      verifying.fail("orders", found);
    }
}

async function ask(
  verifying: Verification,
  { offer, query }: CheckedList,
  more: Readonly<Record<string, string>>,
  part: Pick<ReadOptions, "limit" | "mostPages"> = {},
) {
  const { rows, problems, refused, isCut } = await readList(verifying, offer.id, {
    query: { ...query, ...more },
    ...part,
  });
  const parameters = Object.entries(more).map(([name, value]) => `${name}=${value}`);
  return {
    rows,
    isCut,
    problems: problems.map((text) => `${text} (with ${parameters.join(", ")})`),
    isRefused: refused?.status === 400 || refused?.status === 422,
  };
}
