/** Conventions of Fortnox's lists, single records and writes. */
import type { ListHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay, localTime } from "../../kit/dates.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import type { Path } from "../../kit/path.ts";
import { type ListDescription, lists, undefinedIfRefused } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import type { FinancialYear, LockedPeriod } from "./types.ts";

interface Page {
  readonly MetaInformation?: { readonly "@TotalResources"?: number };
  readonly [name: string]: unknown;
}

export const largestPage = 500;

/** Rows are in a property of the reply that is named after the resource. */
const pagesOf = (name: string): Paging =>
  byPageNumber({
    page: "page",
    size: "limit",
    largest: largestPage,
    first: 1,
    records: (page: Page) => page[name],
    total: (page: Page) => page.MetaInformation?.["@TotalResources"],
  });

/** A list of Fortnox, with the property that holds its rows: `list("Customers", { path: "/customers", map: customer })`. */
export const list = <Record, Native>(name: string, description: ListDescription<Record, Native>): ListHandler<Record> =>
  lists({
    paging: pagesOf(name),
    order: (field, direction) => ({
      sortby: field,
      sortorder: direction === "DESC" ? "descending" : "ascending",
    }),
  })(description);

/** All rows of a list. */
export const allOf = <Native>(
  session: Session,
  path: string,
  name: string,
  query: VendorQuery = {},
): Promise<readonly Native[]> => everyRecord(pagesOf(name))<Native>(session, path, query);

export const financialYears = (session: Session): Promise<readonly FinancialYear[]> =>
  allOf<FinancialYear>(session, "/financialyears", "FinancialYears");

/** The last day of the locked period. Without one, the vendor returns no day. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const { LockedPeriod: locked } = (await session.read("/settings/lockedperiod")) as {
    readonly LockedPeriod?: LockedPeriod;
  };
  return locked?.EndDate || undefined;
}

/** The vendor would refuse to book on a day in the locked period, after it has stored the document. */
export async function checkOpenDay(moment: string | undefined, field: string, session: Session): Promise<void> {
  const day = calendarDay(moment ?? "");
  const closed = day === "" ? undefined : await undefinedIfRefused(closedUntil(session), "target_forbidden");
  if (closed === undefined || day > closed) return;
  throw cannotStore(
    `${field} is ${day}, but the books of Fortnox are locked until ${closed}. Send a later day.`,
    field,
  );
}

/** The vendor's clocks are Swedish, and it compares seconds (NOTES.md). */
const time = localTime("Europe/Stockholm");
export const zone = "Europe/Stockholm";

export const lastModified = (at: Date): VendorQuery => ({ lastmodified: time.write(at) });
export const modified = { lastModifiedAt: lastModified };

/** The record in a reply, which is wrapped in a property named after its kind. */
export const unwrapped =
  <Native>(kind: string) =>
  (reply: { readonly [name: string]: unknown }): Native | undefined =>
    reply[kind] as Native | undefined;

/** One record. A reply to a write is the whole record. */
export async function readRecord<Native>(session: Session, path: string, kind: string): Promise<Native> {
  return unwrapped<Native>(kind)((await session.read(path)) as { [name: string]: unknown }) as Native;
}

/** One kind of record: its path, the name of its id in ours, and the property that wraps it. */
export const resource = <Record, Native>(
  path: string,
  id: string,
  { kind, map, at }: { readonly kind: string; readonly map: Mapping<Record, Native>; readonly at?: Path },
) =>
  resourceOf<Record, Native>({
    path,
    ...(at && { at }),
    id,
    map,
    record: unwrapped<Native>(kind),
    change: "PUT",
    creating: { within: kind },
    changing: { within: kind },
  });
