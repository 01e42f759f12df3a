/** What all of DATEV's lists have in common: lines of JSON, one fiscal year at a time. */
import type { Filters } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { readWholeLines } from "../../kit/lists/lines.ts";
import { path } from "../../kit/path.ts";
import { ifFound, remembered } from "../../kit/reading.ts";
import type { FiscalYear } from "./types.ts";

/** `20240101`: the first day. */
export type YearId = string;

/** What a year's records are read with. */
export interface Year {
  readonly id: YearId;
  readonly facts: FiscalYear;
  /** How many digits its general ledger accounts have. */
  readonly accountLength: number;
}

/** The years' first days, in their order. */
export async function yearIds(session: Session): Promise<readonly YearId[]> {
  return (await readWholeLines<number>(session, "/fiscal-years")).map(String).toSorted();
}

export const dayOf = (id: YearId): string => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6)}`;
const yearIdOf = (day: string): YearId => day.replaceAll("-", "");

/** Undefined where no fiscal year begins then. */
export async function readYear(session: Session, id: YearId): Promise<Year | undefined> {
  if (id < "19920101" || id > "20991231" || !/^\d{8}$/.test(id)) return undefined;
  const [facts] = (await ifFound(readWholeLines<FiscalYear>(session, path`/fiscal-years/${id}`))) ?? [];
  if (facts === undefined) return undefined;
  const { accountLength } = facts;
  if (typeof accountLength !== "number")
    throw new Failure("target_bad_response", `The fiscal year ${id} does not tell how long its account numbers are.`);
  const year = { id, facts, accountLength };
  session.memory.set(`fiscal year ${id}`, year);
  return year;
}

/** Every list of a year is read with what its year says, which hardly ever changes. */
const knownYear = async (session: Session, id: YearId): Promise<Year | undefined> =>
  (session.memory.get(`fiscal year ${id}`) as Year | undefined) ?? readYear(session, id);

/** The year that was asked for; else the last that has begun. */
export async function yearOf(
  session: Session,
  { fiscalYearStartDate }: Pick<Filters, "fiscalYearStartDate"> = {},
): Promise<Year | undefined> {
  if (fiscalYearStartDate !== undefined) return knownYear(session, yearIdOf(fiscalYearStartDate));
  const current = await remembered(session, "current fiscal year", () => currentYear(session));
  return current === undefined ? undefined : knownYear(session, current);
}

async function currentYear(session: Session): Promise<YearId | undefined> {
  const today = yearIdOf(new Date().toISOString().slice(0, 10));
  const ids = await yearIds(session);
  return ids.findLast((id) => id <= today) ?? ids[0];
}

/** One of a year's records, with the year that it has to be read with. */
export interface OfYear<Native> {
  readonly native: Native;
  readonly year: Year;
}

/** A year's whole list. */
export async function readOfYear<Native>(
  session: Session,
  year: Year | undefined,
  list: string,
  query?: VendorQuery,
): Promise<readonly OfYear<Native>[]> {
  if (year === undefined) return [];
  const natives = await readWholeLines<Native>(session, `${path`/fiscal-years/${year.id}`}/${list}`, query);
  return natives.map((native) => ({ native, year }));
}

export const nativeOf = <Native>({ native }: OfYear<Native>): Native => native;

/** Every list but that of journal entries is. */
export const wholeRule = "The list is read whole and cut here: DATEV has no pages for it.";
export const latestYearRule = "Without fiscalYearStartDate it is that of the last fiscal year that has begun.";
/** Whoever asks without one would get a year by chance. */
export const oneYear = { fiscalYearStartDate: () => true } as const;
