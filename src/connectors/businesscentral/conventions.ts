/** What Business Central's sets of records have in common: OData. */

import type { Call, WriteHandler } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { type Encoder, type FieldEncoder, invalid } from "../../kit/encode.ts";
import { byOffset, everyRecord } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { type Path, pathOf } from "../../kit/path.ts";
import { get, ifFound, type ListDescription, lists, noRecord } from "../../kit/reading.ts";
import { remove, type Written, write } from "../../kit/writing.ts";
import { quoted, statuses } from "./fields.ts";
import type { Document, Entity, Line, Page } from "./types.ts";

const pages = { skip: "$skip", size: "$top", largest: 1000, records: (body: Page) => body.value };
/** Records that are alike in what they are sorted by come in the order of their ids. */
export const list = lists({
  paging: byOffset({ ...pages, total: (body: Page) => body["@odata.count"] }),
  order: (field, direction) => ({ $orderby: `${field} ${direction.toLowerCase()},id` }),
  filterSeparator: " and ",
});

interface SetDescription<Record, Native> {
  /** The name of a record's id in our paths. */
  readonly id: string;
  readonly map: Mapping<Record, Native>;
  /** What is read along with a record, such as its lines. */
  readonly expand?: string;
}
interface Listed<Record, Native> extends Omit<ListDescription<Record, Native>, "path" | "map" | "query"> {
  readonly query?: VendorQuery;
}
/** `entitySet("/customers", { id: "contactId", map: customer })` has what can be done with customers. */
export function entitySet<Record, Native extends Entity>(
  place: Path,
  { id, map, expand }: SetDescription<Record, Native>,
) {
  const path = (call: Call): string => pathOf(place, call);
  const at = (call: Call): string => `${path(call)}${key(call.ids[id])}`;
  const query = expand === undefined ? {} : { $expand: expand };
  /** Answers to writes come without lines, and with totals from before them. */
  const readBack = (pathOfRecord: (native: Native, call: Call) => string) =>
    expand !== undefined && {
      readBack: async (native: Native, call: Call, session: Session) =>
        (await session.read(pathOfRecord(native, call), query)) as Native,
    };
  return {
    at,
    /** What is below a record, such as its lines, as a set of its own. */
    below: <Part, Line extends Entity>(lines: string, part: SetDescription<Part, Line>) =>
      entitySet<Part, Line>(below(at, lines), part),
    list: (description: Listed<Record, Native> = {}) =>
      list({ ...description, path, map, query: { $count: true, ...query, ...description.query } }),
    get: get({ path: at, map, query }),
    /** Nothing that we could leave there would find it again: ids are the vendor's (resource pages, 2026-11). */
    create: <Input extends object>(description: Written<Input, Record, Native>): WriteHandler<Input, Record> =>
      write({
        ...description,
        ...readBack((native, call) => `${path(call)}${key(native.id)}`),
        method: "POST",
        path,
        map,
      }),
    /** What is left out stays as it is. */
    change: <Input extends object>(description: Written<Input, Record, Native>): WriteHandler<Input, Record> =>
      write({
        ...description,
        ...readBack((_native, call) => at(call)),
        method: "PATCH",
        path: at,
        map,
        prepare: (call, session) => session.read(at(call)),
        headers: (_call, current: Entity) => matching(current),
        repeatable: true,
      }),
    remove: remove(at, { prepare: (call, session) => session.read(at(call), { $select: "id" }), headers: matching }),
  };
}

/** Every record of a list, however many pages that takes. */
export const readEvery = everyRecord(byOffset(pages));

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids stand between brackets, where an encoded slash would still be one: nothing but an id may get there. */
export function key(id: string | undefined): string {
  if (id === undefined || !guidForm.test(id)) throw noRecord();
  return `(${id})`;
}

/** What is below a record: `below(at, "salesInvoiceLines")`. */
export const below =
  (at: (call: Call) => string, set: string) =>
  (call: Call): string =>
    `${at(call)}/${set}`;

/** The records of a list that is read in one piece. */
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

/** Conditions that a field is one of these, as they stand in conditions. Addresses are not endless: a few in each. */
export const isOneOf = (field: string, values: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(values.length / together) }, (_, part) => {
    const few = values.slice(part * together, (part + 1) * together);
    return `(${few.map((value) => `${field} eq ${value}`).join(" or ")})`;
  });
const together = 20;

/** A document's own day. It is the day of posting, too: left alone, the document would be posted today. */
export const documentDayAs = (name: string) => (timestamp: string) => ({
  [name]: calendarDay(timestamp),
  postingDate: calendarDay(timestamp),
});

/** Whoever changes a record has to say which state of it. */
export const matching = (current: Pick<Entity, "@odata.etag">) => ({ "if-match": current["@odata.etag"] ?? "*" });

/** Work that is done on a record: `act(session, "/journals(…)", "post")`. */
export const act = (session: Session, path: string, action: string): Promise<unknown> =>
  session.send({ method: "POST", path: `${path}/Microsoft.NAV.${action}` });

/** Deletes what was made a moment ago. Whether nothing of it is left. */
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

/** What is not there any more was discarded by an attempt that was cut short. */
const refused: readonly FailureCode[] = ["not_found", "target_rejected", "target_conflict", "target_forbidden"];

/** Does what is still to be done with something new; where that is refused, nothing stays behind. */
export async function orDiscard<Result>(session: Session, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || !refused.includes(error.code)) throw error;
    const [code, message] =
      error.code === "not_found" ? (["target_rejected", goneAlready] as const) : ([error.code, error.message] as const);
    throw new Failure(code, message, { ...error.details, undone: await discard(session, path) });
  }
}
export const goneAlready = "An earlier attempt was refused, and nothing of it is left.";

/** What is made is a draft. Posting opens it; what is open is canceled by a document against it. */
export const actions: Readonly<Record<string, "post" | "cancel">> = { OPEN: "post", VOIDED: "cancel" };

export function hasBecome(wanted: string | undefined, document: Document): boolean {
  const status = statuses.ours(document.status);
  if (wanted === "OPEN") return status !== "DRAFT" && status !== "SUBMITTED";
  return wanted !== "VOIDED" || status === "VOIDED";
}

/** The state is not a field that could be written, but brought about afterwards. */
export const statusOf =
  (...possible: readonly string[]): FieldEncoder<string> =>
  (status, _input, field) => {
    if (possible.includes(status)) return {};
    throw invalid(`Business Central takes no ${field} ${status}; there are ${possible.join(", ")}.`, field);
  };

type Aiming = { readonly status?: string };

/** An earlier attempt may have done it: the document is asked. */
async function become(session: Session, path: string, { status = "" }: Aiming): Promise<void> {
  const action = actions[status];
  if (action !== undefined && !hasBecome(status, (await session.read(path, { $select: "status" })) as Document))
    await act(session, path, action);
}

interface DocumentDescription<Record, Native> extends Omit<SetDescription<Record, Native>, "expand"> {
  /** The set of its lines, which come with their dimensions. */
  readonly lines: string;
}
/** Documents that can be posted. */
export function documentSet<Record, Native extends Entity>(
  path: string,
  { lines, ...description }: DocumentDescription<Record, Native>,
) {
  const set = entitySet(path, { ...description, expand: `${lines}($expand=dimensionSetLines)` });
  const opened = (session: Session, at: string, body: Aiming) =>
    orDiscard(session, at, () => become(session, at, body));
  return {
    ...set,
    linesAs: <Part>(map: Mapping<Part, Line>) =>
      set.below(lines, { id: "lineItemId", map, expand: "dimensionSetLines" }),
    create: <Input extends Aiming>(encoder: Encoder<Input>): WriteHandler<Input, Record> => ({
      ...set.create<Input>({
        encoder,
        afterwards: ({ id }, { body }, session) => opened(session, `${path}${key(id)}`, body),
        rules: [draftRule, priceRule],
      }),
      requires: ["contactId"],
    }),
    change: <Input extends Aiming>(change: Written<Input, Record, Native>): WriteHandler<Input, Record> =>
      set.change<Input>({
        ...change,
        afterwards: (_native, call, session) => become(session, set.at(call), call.body),
      }),
  };
}

const draftRule = "It is a draft unless its status is OPEN: then it is posted at once, and cannot be changed.";
export const priceRule =
  "Unit amounts are with or without tax as Business Central has it for the customer or supplier.";
