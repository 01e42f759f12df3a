/** What Business Central's sets of records have in common: OData. */

import type { Call, WriteHandler } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { type Encoder, type FieldEncoder, invalid } from "../../kit/encode.ts";
import { byOffset, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { type Path, pathOf } from "../../kit/path.ts";
import { ifFound, type ListDescription, lists, noRecord } from "../../kit/reading.ts";
import { resource } from "../../kit/resource.ts";
import type { Written } from "../../kit/writing.ts";
import { quoted, statuses } from "./fields.ts";
import type { Document, Entity, Line, Page } from "./types.ts";

const pages = { skip: "$skip", size: "$top", largest: 1000, records: (body: Page) => body.value };
/** Records with the same sort key are sorted by id. */
export const list = lists({
  paging: byOffset({ ...pages, total: (body: Page) => body["@odata.count"] }),
  order: (field, direction) => ({ $orderby: `${field} ${direction.toLowerCase()},id` }),
  filterSeparator: " and ",
});

interface SetDescription<Record, Native> {
  /** The name of the record's id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** What is read together with a record, such as its lines. */
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
  throw new Failure("target_bad_response", "The target system's list has no records.");
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

/** Runs an action on a record: `act(session, "/journals(…)", "post")`. */
export const act = (session: Session, path: string, action: string): Promise<unknown> =>
  session.send({ method: "POST", path: `${path}/Microsoft.NAV.${action}` });

/** Deletes a new record, and returns whether it is gone. */
export async function discard(session: Session, path: string): Promise<boolean> {
  try {
    const found = (await ifFound(session.read(path, { $select: "id" }))) as Entity | undefined;
    if (found !== undefined) await session.send({ method: "DELETE", path, headers: matching(found) });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** A record that is not found was discarded by an interrupted attempt. */
const refusalCodes: readonly FailureCode[] = ["not_found", "target_rejected", "target_conflict", "target_forbidden"];

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

/** New documents are drafts. Posting opens them; canceling an open document adds a document against it. */
export const actions: Readonly<Record<string, "post" | "cancel">> = { OPEN: "post", VOIDED: "cancel" };

export function hasStatus(desired: string | undefined, document: Document): boolean {
  const status = statuses.ours(document.status);
  if (desired === "OPEN") return status !== "DRAFT" && status !== "SUBMITTED";
  return desired !== "VOIDED" || status === "VOIDED";
}

/** The status cannot be written as a field: actions change it afterwards. */
export const statusOf =
  (...possible: readonly string[]): FieldEncoder<string> =>
  (status, _input, field) => {
    if (possible.includes(status)) return {};
    throw invalid(`${field} has to be one of ${possible.join(", ")}, not ${status}.`, field);
  };

interface WithStatus {
  readonly status?: string;
}

/** Runs the action for the desired status, unless an earlier attempt did. */
async function applyStatus(session: Session, path: string, { status = "" }: WithStatus): Promise<void> {
  const action = actions[status];
  if (action !== undefined && !hasStatus(status, (await session.read(path, { $select: "status" })) as Document))
    await act(session, path, action);
}

interface DocumentDescription<Record, Native> extends Omit<SetDescription<Record, Native>, "expand"> {
  /** The set of its lines, which are read with their dimensions. */
  readonly lines: string;
}
/** Documents that can be posted. */
export function documentSet<Record, Native extends Entity>(
  path: string,
  { lines, ...description }: DocumentDescription<Record, Native>,
) {
  const set = entitySet(path, { ...description, expand: `${lines}($expand=dimensionSetLines)` });

  return {
    ...set,
    linesAs: <Part>(map: Mapping<Part, Line>) =>
      set.below(lines, { id: "lineItemId", map, expand: "dimensionSetLines" }),
    create: <Input extends WithStatus>(encoder: Encoder<Input>): WriteHandler<Input, Record> => ({
      ...set.create<Input>({
        encoder,
        afterwards: ({ id }, { body }, session) => {
          const at = `${path}${key(id)}`;
          return orDiscard(session, at, () => applyStatus(session, at, body));
        },
        rules: [draftRule, priceRule],
      }),
      requires: ["contactId"],
    }),
    change: <Input extends WithStatus>(change: Written<Input, Record, Native>): WriteHandler<Input, Record> =>
      set.change<Input>({
        ...change,
        afterwards: (_native, call, session) => applyStatus(session, set.at(call), call.body),
      }),
  };
}

const draftRule =
  "The document is stored as a draft. With status OPEN it is posted immediately and can no longer be changed.";
export const priceRule =
  "Whether unit amounts include tax depends on the settings of the customer or supplier in Business Central.";
