/** Conventions of Business Central's entity sets, which follow OData. */
import { createHash } from "node:crypto";

import type { Call } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { byOffset, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { type Path, pathOf } from "../../kit/path.ts";
import { type ListDescription, lists, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { resource } from "../../kit/resource.ts";
import { quoted } from "./fields.ts";
import type { Entity, Page } from "./types.ts";

const pages = { skip: "$skip", size: "$top", largest: 1000, records: (body: Page) => body.value };
/** Records with the same sort key are sorted by id. */
export const list = lists({
  paging: byOffset({ ...pages, total: (body: Page) => body["@odata.count"] }),
  order: (field, direction) => ({ $orderby: `${field} ${direction.toLowerCase()},id` }),
  filterSeparator: " and ",
});

export interface SetDescription<Record, Native> {
  /** The name of the record's id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** Related sets that are read together with a record, such as its lines. */
  readonly expand?: string;
}
interface SetList<Record, Native> extends Omit<ListDescription<Record, Native>, "path" | "map" | "query"> {
  readonly query?: VendorQuery;
}
/** The operations of a set of records: `entitySet("/customers", { id: "contactId", map: customer })`. */
export function entitySet<Record, Native extends Entity>(
  setPath: Path,
  { id, map, expand }: SetDescription<Record, Native>,
) {
  const path = (call: Call): string => pathOf(setPath, call);
  const at = (call: Call): string => `${path(call)}${key(call.ids[id])}`;
  const query = expand === undefined ? {} : { $expand: expand };
  /** Replies to writes have no lines, and totals that do not include them. */
  const readBack = (pathOfRecord: (native: Native, call: Call) => string) =>
    expand !== undefined && {
      readBack: async (native: Native, call: Call, session: Session) =>
        (await session.read(pathOfRecord(native, call), query)) as Native,
    };
  const operations = resource<Record, Native>({
    path,
    at,
    id,
    map,
    query,
    change: "PATCH",
    // New records cannot be found again: Business Central assigns the ids itself (resource pages, 2026-11).
    creating: { ...readBack((native, call) => `${path(call)}${key(native.id)}`) },
    changing: {
      ...readBack((_native, call) => at(call)),
      prepare: (call, session) => session.read(at(call)),
      headers: (_call, current: Entity) => matching(current),
    },
    removing: {
      prepare: (call, session) => session.read(at(call), { $select: "id" }),
      headers: matching,
    },
  });
  return {
    ...operations,
    at,
    /** A set below a record, such as its lines. */
    below: <Part, Line extends Entity>(lines: string, part: SetDescription<Part, Line>) =>
      entitySet<Part, Line>(below(at, lines), part),
    list: (description: SetList<Record, Native> = {}) =>
      list({ ...description, path, map, query: { $count: true, ...query, ...description.query } }),
  };
}

/** All records of a list, across pages. */
export const readEvery = everyRecord(byOffset(pages));

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Only ids are allowed between the brackets: the vendor would take an encoded slash there as a slash. */
export function key(id: string | undefined): string {
  if (id === undefined || !guidForm.test(id)) throw noRecord();
  return `(${id})`;
}

/** The path of a set below a record: `below(at, "salesInvoiceLines")`. */
export const below =
  (at: (call: Call) => string, set: string) =>
  (call: Call): string =>
    `${at(call)}/${set}`;

/** The records of a list without pages. */
export async function readValues<Native>(
  session: Session,
  path: string,
  query?: VendorQuery,
): Promise<readonly Native[]> {
  const { value } = (await session.read(path, query)) as Page;
  if (Array.isArray(value)) return value as Native[];
  throw new Failure("target_bad_response", "The target system's response does not contain a list of records.");
}

export const modified = {
  lastModifiedAt: (moment: Date): VendorQuery => ({ $filter: `lastModifiedDateTime ge ${moment.toISOString()}` }),
};
export const equals =
  (field: string) =>
  (text: string): VendorQuery => ({ $filter: `${field} eq ${quoted(text)}` });
export const fromDay =
  (field: string) =>
  (from: string): VendorQuery => ({ $filter: `${field} ge ${from}` });
export const yearFrom = (field: string) => (first: string) => ({
  $filter: `${field} ge ${first} and ${field} le ${lastDayOfYear(first)}`,
});

/** Conditions that a field equals one of the quoted values. There are several because URLs are limited in length. */
export const isOneOf = (field: string, values: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(values.length / valuesPerCondition) }, (_, part) => {
    const alternatives = values.slice(part * valuesPerCondition, (part + 1) * valuesPerCondition);
    return `(${alternatives.map((value) => `${field} eq ${value}`).join(" or ")})`;
  });
const valuesPerCondition = 20;

/** The document's date is also its posting date: by default Business Central would post it today. */
export const documentDayAs = (name: string) => (timestamp: string) => ({
  [name]: calendarDay(timestamp),
  postingDate: calendarDay(timestamp),
});

/** Every change has to name the version of the record that it changes. */
export const matching = (current: Pick<Entity, "@odata.etag">) => ({ "if-match": current["@odata.etag"] ?? "*" });

/** Posting a journal posts everything in it, so each write gets a journal of its own, with a code derived from the write. */
export const journalCodeOf = (marker: string): string =>
  `K${createHash("sha256").update(marker).digest("hex").slice(0, 9)}`.toUpperCase();

/** Runs an action on a record: `act(session, "/journals(…)", "post")`. */
export const act = (session: Session, path: string, action: string): Promise<unknown> =>
  session.send({ method: "POST", path: `${path}/Microsoft.NAV.${action}` });

/** Deletes a new record, and returns whether it is gone. */
export async function discard(session: Session, path: string): Promise<boolean> {
  try {
    const found = (await undefinedIfMissing(session.read(path, { $select: "id" }))) as Entity | undefined;
    if (found !== undefined) await session.send({ method: "DELETE", path, headers: matching(found) });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** A record that is not found was discarded by an interrupted attempt. */
const refusalCodes: readonly FailureCode[] = [
  "cannot_store",
  "not_found",
  "target_rejected",
  "target_conflict",
  "target_forbidden",
];

/** Completes a new record; if the vendor refuses that, the record is deleted. */
export async function orDiscard<Result>(session: Session, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || !refusalCodes.includes(error.code)) throw error;
    const isGone = error.code === "not_found";
    const details = { ...error.details, undone: await discard(session, path) };
    throw new Failure(isGone ? "target_rejected" : error.code, isGone ? discardedEarlier : error.message, details);
  }
}
export const discardedEarlier = "An earlier attempt was refused and its record deleted.";
