/** Conventions of Lexware Office's lists and writes. */

import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { itemsInWindow, type Paging } from "../../kit/lists/paging.ts";
import { path } from "../../kit/path.ts";
import { lists } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { paging } from "./longLists.ts";
import type { Stub } from "./types.ts";

/** For filters that the vendor has only in a wider form: reads the list whole and filters it here. */
export const filteredPaging =
  <Native>(paging: Paging, fits: (native: Native) => boolean): Paging =>
  async (read, window, memory) => {
    const { natives } = await paging(read, undefined, memory);
    const fitting = (natives as readonly Native[]).filter(fits);
    return { natives: itemsInWindow(fitting, window), total: fitting.length };
  };

export const list = lists({ paging, order: (field, direction) => ({ sort: `${field},${direction}` }) });

/** Reads a record by its id: `reader<Contact>("/contacts")`. */
export const reader =
  <Native>(collection: string) =>
  async (id: string | undefined, session: Session): Promise<Native> =>
    (await session.read(collection + path`/${id}`)) as Native;

/** Contacts and the voucher list are stored as HTML, so search texts are escaped. Articles are not. */
export const searched = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Vouchers take a day, sales documents a timestamp. This one is on the right day in Germany, in summer and winter time. */
export const momentOf = (timestamp: string): string => `${calendarDay(timestamp)}T00:00:00.000+01:00`;

/** A day that is written as a moment, for two-way tables: `invoiceDate: dayAsMoment("voucherDate")`. */
export const dayAsMoment = <const Name extends string>(name: Name) => ({
  reads: days({ value: name }).value,
  writes: (timestamp: string) => ({ [name]: momentOf(timestamp) }),
});

/** EUR is the only currency. It is not sent, and others are refused. */
export const euros = vocabulary({ EUR: "EUR" }).checkOnly;

type Description<Input extends object, Record, Native> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "readBack"
> & {
  /** Reads the record after the write, because the reply has only its id. */
  readonly read: (id: string, session: Session, call: WriteCall<Input>) => Promise<Native>;
};

const writing =
  (method: "POST" | "PUT") =>
  <Input extends object, Record, Native>({
    read,
    ...description
  }: Description<Input, Record, Native>): WriteHandler<Input, Record> =>
    write<Input, Record, Native>({
      stub: ({ id }: Stub) => ({ id }) as unknown as Partial<Record>,
      ...description,
      method,
      readBack: ({ id }: Stub, call, session) => read(id, session, call),
    });

export const create = writing("POST");
/** Every attempt reads the current version, so a repeated change has the same result. */
export const replace = <Input extends object, Record, Native>(description: Description<Input, Record, Native>) =>
  writing("PUT")({ ...description, repeatable: true });
