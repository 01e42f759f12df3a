/** Conventions of Fortnox's lists, single records and writes. */
import type { ListHandler } from "../../contract/connector.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { localTime } from "../../kit/dates.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { type ListDescription, lists } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import type { FinancialYear } from "./types.ts";

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

/** The vendor's clocks are Swedish (NOTES.md), and it compares minutes. */
const time = localTime("Europe/Stockholm");
export const zone = "Europe/Stockholm";

export const lastModified = (at: Date): VendorQuery => ({ lastmodified: time.write(at).slice(0, 16) });
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
  { kind, map }: { readonly kind: string; readonly map: Mapping<Record, Native> },
) =>
  resourceOf<Record, Native>({
    path,
    id,
    map,
    record: unwrapped<Native>(kind),
    change: "PUT",
    creating: { within: kind },
    changing: { within: kind },
  });
