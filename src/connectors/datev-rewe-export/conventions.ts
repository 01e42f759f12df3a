/** Conventions of DATEV's lists: NDJSON, one fiscal year at a time. */
import type { Filters } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { readJsonLines } from "../../kit/lists/lines.ts";
import { path } from "../../kit/path.ts";
import { readCached, undefinedIfMissing } from "../../kit/reading.ts";
import type { FiscalYear } from "./types.ts";

/** The first day of the year: `20240101`. */
export type YearId = string;

/** The facts needed to read the records of a fiscal year. */
export interface Year {
  readonly id: YearId;
  readonly facts: FiscalYear;
  /** The number of digits of its general ledger accounts. */
  readonly accountLength: number;
}

/** The first days of all fiscal years, in order. */
export async function yearIds(session: Session): Promise<readonly YearId[]> {
  return (await readJsonLines<number>(session, "/fiscal-years")).map(String).toSorted();
}

export const dayOf = (id: YearId): string => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6)}`;
const yearIdOf = (day: string): YearId => day.replaceAll("-", "");

/** Undefined if no fiscal year starts on that day. */
export async function readYear(session: Session, id: YearId): Promise<Year | undefined> {
  if (id < "19920101" || id > "20991231" || !/^\d{8}$/.test(id)) return undefined;
  const [facts] = (await undefinedIfMissing(readJsonLines<FiscalYear>(session, path`/fiscal-years/${id}`))) ?? [];
  if (facts === undefined) return undefined;
  const { accountLength } = facts;
  if (typeof accountLength !== "number")
    throw new Failure("target_bad_response", `The fiscal year ${id} has no account length.`);
  const year = { id, facts, accountLength };
  session.memory.set(`fiscal year ${id}`, year);
  return year;
}

/** Cached, because every list needs the facts of its year and they hardly ever change. */
const knownYear = async (session: Session, id: YearId): Promise<Year | undefined> =>
  (session.memory.get(`fiscal year ${id}`) as Year | undefined) ?? readYear(session, id);

/** The requested fiscal year, or the latest one that has started. */
export async function yearOf(
  session: Session,
  { fiscalYearStartDate }: Pick<Filters, "fiscalYearStartDate"> = {},
): Promise<Year | undefined> {
  if (fiscalYearStartDate !== undefined) return knownYear(session, yearIdOf(fiscalYearStartDate));
  const current = await readCached(session, "current fiscal year", () => currentYear(session));
  return current === undefined ? undefined : knownYear(session, current);
}

async function currentYear(session: Session): Promise<YearId | undefined> {
  const today = yearIdOf(new Date().toISOString().slice(0, 10));
  const ids = await yearIds(session);
  return ids.findLast((id) => id <= today) ?? ids[0];
}

/** A record with its fiscal year. */
export interface OfYear<Native> {
  readonly native: Native;
  readonly year: Year;
}

/** The complete list of a fiscal year. */
export async function readOfYear<Native>(
  session: Session,
  year: Year | undefined,
  list: string,
  query?: VendorQuery,
): Promise<readonly OfYear<Native>[]> {
  if (year === undefined) return [];
  const natives = await readJsonLines<Native>(session, `${path`/fiscal-years/${year.id}`}/${list}`, query);
  return natives.map((native) => ({ native, year }));
}

export const nativeOf = <Native>({ native }: OfYear<Native>): Native => native;

/** True of every list except journal entries. */
export const unpagedRule = "DATEV does not page this list.";
export const latestYearRule = "Without fiscalYearStartDate, the latest fiscal year that has started is used.";
/** `read` has already applied the filter. */
export const oneYear = { fiscalYearStartDate: () => true } as const;
