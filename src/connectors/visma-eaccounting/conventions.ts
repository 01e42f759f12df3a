/** Conventions of Visma eAccounting: OData queries over pages that say how many records there are. */
import type { Call, ListHandler } from "../../contract/connector.ts";
import { cannotStore, type Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay, todayIn } from "../../kit/dates.ts";
import { byPageNumber, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { type ListDescription, lists, undefinedIfMissing, undefinedIfRefused } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import type { CompanySettings, FiscalYear, Page } from "./types.ts";

/** The vendor serves Sweden, Norway and the Netherlands, which have the same time, and Finland. */
const zone = "Europe/Stockholm";
export const today = (): string => todayIn(zone);

/** The vendor's documentation of pages: 50 by default, at most 1,000. */
export const largestPage = 1000;

const paging = byPageNumber({
  page: "$page",
  size: "$pagesize",
  first: 1,
  largest: largestPage,
  records: ({ Data }: Page<unknown>) => Data,
  total: ({ Meta }: Page<unknown>) => Meta?.TotalNumberOfResults,
});

export const list: <Record, Native>(description: ListDescription<Record, Native>) => ListHandler<Record> = lists({
  paging,
  filterSeparator: " and ",
  order: (field, direction) => ({ $orderby: direction === "DESC" ? `${field} desc` : field }),
});

/** All rows of a list. */
export const allOf = everyRecord(paging);

/** Records that changed at or after that time. Customers and articles call the field otherwise. */
export const changedSince =
  (field: "ChangedUtc" | "ModifiedUtc") =>
  (at: Date): VendorQuery => ({ $filter: `${field} ge ${at.toISOString()}` });

export const modified = { lastModifiedAt: changedSince("ModifiedUtc") };

/** One kind of record. A change sends the whole record, because the vendor empties what a PUT leaves out. */
export const resource = <Record, Native extends object>(folder: string, id: string, map: Mapping<Record, Native>) =>
  resourceOf<Record, Native>({
    path: folder,
    id,
    map,
    change: "PUT",
    changing: {
      prepare: (call: Call, session: Session) => session.read(`${folder}${path`/${call.ids[id]}`}`),
      body: (encoded, current) => ({ ...(current as object), ...encoded }),
      readBack: (_reply: unknown, call: Call, session: Session) =>
        session.read(`${folder}${path`/${call.ids[id]}`}`) as Promise<Native>,
      readBackOnlyReads: true,
    },
  });

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isGuid = (id: string | undefined): id is string => id !== undefined && guid.test(id);

/** A record that a body refers to, or a refusal that names the field. */
export async function referenced<Native>(
  session: Session,
  {
    folder,
    id,
    field,
    kind,
  }: { readonly folder: string; readonly id: string; readonly field: string; readonly kind: string },
): Promise<Native> {
  const missing = (): Failure => cannotStore(`Visma eAccounting has no ${kind} ${id}.`, field);
  if (!isGuid(id)) throw missing();
  const found = await undefinedIfMissing(session.read(`${folder}${path`/${id}`}`));
  if (found === undefined) throw missing();
  return found as Native;
}

export const readSettings = async (session: Session): Promise<CompanySettings> =>
  (await session.read("/companysettings")) as CompanySettings;

/** The last locked day. Without one, the vendor returns null. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const { AccountingLockedTo: last } = await readSettings(session);
  return last ? calendarDay(last) : undefined;
}

/** The vendor refuses to book on a locked day. */
export async function checkOpenDay(moment: string | undefined, field: string, session: Session): Promise<void> {
  const day = calendarDay(moment ?? "");
  const closed = day === "" ? undefined : await undefinedIfRefused(closedUntil(session), "target_forbidden");
  if (closed === undefined || day > closed) return;
  throw cannotStore(
    `${field} is ${day}, but the books of Visma eAccounting are locked until ${closed}. Send a later day.`,
    field,
  );
}

export const fiscalYears = (session: Session): Promise<readonly FiscalYear[]> =>
  allOf<FiscalYear>(session, "/fiscalyears");

const isIn = ({ StartDate: first, EndDate: last }: FiscalYear, day: string): boolean =>
  calendarDay(first ?? "") <= day && day <= calendarDay(last ?? "");

export const yearOf = (years: readonly FiscalYear[], day: string): FiscalYear | undefined =>
  years.find((year) => isIn(year, day));

export const yearStarting = (years: readonly FiscalYear[], day: string): FiscalYear | undefined =>
  years.find(({ StartDate }) => calendarDay(StartDate ?? "") === day);
