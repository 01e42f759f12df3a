/** Conventions of Qonto's lists and single records. */
import type { ListHandler } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import { type ListDescription, lists, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import type { ListReply } from "./types.ts";

/** Days have no zone, and "today" is the company's. Qonto serves France, Germany, Italy and Spain, and few neighbours of theirs. */
export const zone = "Europe/Paris";

/** Rows are in a property of the reply that is named after the list. */
const pagesOf = (name: string): Paging =>
  byPageNumber({
    page: "page",
    size: "per_page",
    largest: 100,
    first: 1,
    records: (reply: ListReply) => reply[name],
    total: ({ meta }: ListReply) => meta?.total_count,
  });

/** `list("clients", { path: "/clients", map: customer })` */
export const list = <Record, Native>(name: string, description: ListDescription<Record, Native>): ListHandler<Record> =>
  lists({ paging: pagesOf(name), order: (field, direction) => ({ sort_by: `${field}:${direction.toLowerCase()}` }) })(
    description,
  );

/** All rows of a list. Its path is its name by default. */
export const allOf = <Native>(session: Session, name: string, at = `/${name}`): Promise<readonly Native[]> =>
  everyRecord(pagesOf(name))<Native>(session, at);

/** The record in a reply, which is in a property that is named after its kind. */
export const recordIn =
  <Native>(kind: string) =>
  (reply: unknown): Native | undefined =>
    ((reply ?? {}) as { readonly [kind: string]: Native | undefined })[kind];

export async function readRecord<Native>(session: Session, at: string, kind: string): Promise<Native> {
  const native = recordIn<Native>(kind)(await session.read(at));
  if (native === undefined) throw noRecord();
  return native;
}

const isId = (id: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** A record that a body names. Undefined if the vendor does not have it. */
export async function referenced<Native>(session: Session, name: string, kind: string, id: string) {
  return isId(id) ? undefinedIfMissing(readRecord<Native>(session, `/${name}/${id}`, kind)) : undefined;
}

/** Moments in filters have seconds in the vendor's examples. */
export const moment = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
