/** Conventions of Zoho Books' lists, single records and writes. */
import type { ListHandler } from "../../contract/connector.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { type ListDescription, lists, noRecord, readCached } from "../../kit/reading.ts";
import { type Resource, resource as resourceOf } from "../../kit/resource.ts";
import type { Organization, TransactionLock } from "./types.ts";

const largestPage = 200;

type Wrapped = { readonly [name: string]: unknown } | null | undefined;

/** Rows are in a property of the reply that is named after the list. No reply says how many there are. */
const pagesOf = (name: string): Paging =>
  byPageNumber({
    page: "page",
    size: "per_page",
    largest: largestPage,
    first: 1,
    records: (body: Wrapped) => body?.[name],
  });

/** A list of Zoho Books, with the property that holds its rows: `list("invoices", { path: "/invoices", map: invoice })`. */
export const list = <Record, Native>(name: string, description: ListDescription<Record, Native>): ListHandler<Record> =>
  lists({
    paging: pagesOf(name),
    order: (field, direction) => ({ sort_column: field, sort_order: direction === "DESC" ? "D" : "A" }),
  })(description);

/** All rows of a list. */
export const allOf = <Native>(
  session: Session,
  path: string,
  name: string,
  query: VendorQuery = {},
): Promise<readonly Native[]> => everyRecord(pagesOf(name))<Native>(session, path, query);

/** `2026-11-19T08:30:00+0000`, as in the vendor's documentation of the parameter. */
export const lastModified = (at: Date): VendorQuery => ({
  last_modified_time: `${at.toISOString().slice(0, 19)}+0000`,
});
export const modified = { lastModifiedAt: lastModified };

/** The record in a reply, which is wrapped in a property named after its kind. */
export const unwrapped =
  <Native>(kind: string) =>
  (reply: Wrapped): Native | undefined =>
    (reply?.[kind] ?? undefined) as Native | undefined;

export async function readRecord<Native>(session: Session, path: string, kind: string): Promise<Native> {
  const native = unwrapped<Native>(kind)((await session.read(path)) as Wrapped);
  if (native === undefined) throw noRecord();
  return native;
}

const atOnce = 5;

/** The single records of a page, a few at a time. */
export async function eachRead<Native>(
  listed: readonly Native[],
  read: (native: Native) => Promise<Native>,
): Promise<readonly Native[]> {
  const found: Native[] = [];
  for (let at = 0; at < listed.length; at += atOnce)
    found.push(...(await Promise.all(listed.slice(at, at + atOnce).map(read))));
  return found;
}

/** One kind of record: its path, the name of its id in ours, and the property that wraps it. */
export const resource = <Record, Native>(
  path: string,
  id: string,
  { kind, map }: { readonly kind: string; readonly map: Mapping<Record, Native> },
): Resource<Record, Native> =>
  resourceOf<Record, Native>({ path, id, map, record: unwrapped<Native>(kind), change: "PUT" });

export const organizationsOf = (session: Session): Promise<readonly Organization[]> =>
  readCached(session, "zoho organizations", () => allOf<Organization>(session, "/organizations", "organizations"));

const organizationOf = async (session: Session): Promise<Organization | undefined> =>
  (await organizationsOf(session)).find(({ organization_id: id }) => id === session.company);

export const companyCurrency = async (session: Session): Promise<string | undefined> =>
  (await organizationOf(session))?.currency_code ?? undefined;

/** Months are counted from zero (recorded: 3 for a year that begins in April). */
export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  const month = (await organizationOf(session))?.fiscal_year_start_month;
  return typeof month === "number" ? [`${String(month + 1).padStart(2, "0")}-01`] : [];
}

/** Locks of single modules have other scopes; the vendor itself keeps to them (vendor's page on transaction locking, 2026-11). */
const everyModule = 0;

/** The last day of the lock of all modules. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const locks = await allOf<TransactionLock>(session, "/transactionlocks", "transaction_locks");
  const days = locks
    .filter(({ transaction_lock_status: status, lock_scope: scope }) => status !== "disabled" && scope === everyModule)
    .flatMap(({ transaction_lock_date: day }) => day || []);
  return days.toSorted().at(-1);
}
