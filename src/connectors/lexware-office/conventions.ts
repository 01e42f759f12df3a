/** What lists, fields and writes of this vendor have in common. */

import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { calendarDay, instant } from "../../kit/dates.ts";
import { byPageNumber, type Paging } from "../../kit/paging.ts";
import { lists } from "../../kit/reading.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import type { Page, Stub, Text } from "./types.ts";

const pages = byPageNumber({
  ...{ page: "page", size: "size", first: 0, largest: 250 },
  records: ({ content }: Page) => content,
  total: ({ totalElements }: Page) => totalElements,
});

/** It counts no further, and hands out no more. */
const mostCounted = 10_000;

const paging: Paging = async (...asked) => {
  const { natives, total = 0 } = await pages(...asked);
  return { natives, total: total < mostCounted ? total : undefined };
};

export const list = lists({ paging, order: (field, direction) => ({ sort: `${field},${direction}` }) });

interface Stamped {
  readonly createdDate?: Text;
  readonly updatedDate?: Text;
}

export const stamps = {
  createdDate: ({ createdDate }: Stamped) => instant(createdDate),
  updatedDate: ({ updatedDate }: Stamped) => instant(updatedDate),
};

/** Contacts and the voucher list are searched in what is stored, which is encoded as HTML; articles are not. */
export const searched = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Vouchers take a day; what is sold takes a moment. This one is on the right day of the vendor's zone all year round. */
export const momentOf = (timestamp: string): string => `${calendarDay(timestamp)}T00:00:00.000+01:00`;
export const momentAs = (name: string) => (timestamp: string) => ({ [name]: momentOf(timestamp) });

/** A word of ours as the vendor's, or a refusal that names those that it has. */
export function spell(table: Readonly<Record<string, string>>, field: string, ours: string): string {
  const theirs = table[ours];
  if (theirs !== undefined) return theirs;
  throw new Failure("invalid_request", `${field} must be one of ${Object.keys(table).join(", ")}`, { field });
}

/** A table read from the other side. */
export const backwards = <Ours extends string>(table: Readonly<Record<Ours, string>>): Readonly<Record<string, Ours>> =>
  Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs, ours as Ours]));

export const euros = (currency: string): object => {
  spell({ EUR: "EUR" }, "currency", currency);
  return {};
};

type Description<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "readBack" | "stub"
> & {
  /** The record as it is now: a write only answers with its id. */
  readonly read: (id: string, session: Session, call: WriteCall<Input>) => Promise<Native>;
};

const writing =
  (method: "POST" | "PUT") =>
  <Input extends object, Record, Native>({
    read,
    ...description
  }: Description<Input, Record, Native>): WriteHandler<Input, Record> =>
    write<Input, Record, Native>({
      ...description,
      method,
      readBack: ({ id }: Stub, call, session) => read(id, session, call),
      stub: ({ id }: Stub) => ({ id }) as unknown as Partial<Record>,
    });

export const create = writing("POST");
/** Every attempt reads the version anew, so that a second one is the same again. */
export const replace = <Input extends object, Record, Native>(description: Description<Input, Record, Native>) =>
  writing("PUT")({ ...description, repeatable: true });
