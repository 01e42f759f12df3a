/** Conventions of sevdesk's lists, records and references. */
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { byOffset } from "../../kit/lists/paging.ts";
import { amount, decimal } from "../../kit/money.ts";
import { lists } from "../../kit/reading.ts";
import type { Figure, Flag, Ref, Reply, Stamped } from "./types.ts";

const largestPage = 1000;

/** The total is text, and only there if it is asked for. */
export const list = lists({
  paging: byOffset({
    skip: "offset",
    size: "limit",
    largest: largestPage,
    records: ({ objects }: Reply<unknown>) => objects,
    total: ({ total }: Reply<unknown>) => amount(total),
  }),
});
export const counted = { countAll: true } as const;

/** The records of a reply. */
export const recordsIn = <Native>(reply: Reply<Native> | null | undefined): readonly Native[] => {
  const objects = reply?.objects;
  if (Array.isArray(objects)) return (objects as readonly Native[]).filter((native) => native !== null);
  return objects === null || objects === undefined ? [] : [objects as Native];
};

/** The only record of a reply: in a list of one, or by itself. */
export const recordIn = <Native>(reply: Reply<Native> | null | undefined): Native | undefined => recordsIn(reply)[0];

export const readRecord = async <Native>(session: Session, path: string): Promise<Native | undefined> =>
  recordIn((await session.read(path)) as Reply<Native>);

/** All records of a list. */
export async function allOf<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<Native[]> {
  const found: Native[] = [];
  for (let offset = 0; ; offset += largestPage) {
    const reply = await session.read(path, { ...query, limit: largestPage, offset });
    const page = recordsIn(reply as Reply<Native>);
    found.push(...page);
    if (page.length < largestPage) return found;
  }
}

/** Pages for lists that Kontor filters while reading. */
export const inPages = {
  size: 100,
  page: (page: number): VendorQuery => ({ limit: 100, offset: (page - 1) * 100 }),
  records: (body: never): readonly never[] => recordsIn(body),
};

/** The id that a reference names. */
export const idIn = (reference: Ref): string | undefined => (reference ? String(reference.id) : undefined);

/** A reference in a body: `{ "id": 7, "objectName": "Contact" }`. */
export const referenceTo = (objectName: string, id: string | number) => ({
  id: /^\d{1,15}$/.test(String(id)) ? Number(id) : id,
  objectName,
});

/** A filter by reference takes two parameters. */
export const referring = (field: string, objectName: string, id: string): VendorQuery => ({
  [`${field}[id]`]: id,
  [`${field}[objectName]`]: objectName,
});

export const isSet = (flag: Flag): boolean => flag === true || flag === 1 || flag === "1" || flag === "true";

/** sevdesk's filters by time are exclusive, and count seconds since 1970. */
export const changedAfter = (at: Date): VendorQuery => ({ updateAfter: Math.floor(at.getTime() / 1000) - 1 });
export const isChangedSince = ({ update }: Stamped, since: Date | undefined): boolean =>
  since === undefined || (typeof update === "string" && Date.parse(update) >= since.getTime());

/** `31.12.2026` */
export const germanDay = (timestamp: string): string => calendarDay(timestamp).split("-").toReversed().join(".");

/** A moment that is on this day in Germany, in summer and winter time. */
export const noonOf = (timestamp: string): string => `${calendarDay(timestamp)}T12:00:00+01:00`;
export const secondsOf = (timestamp: string): number => Date.parse(noonOf(timestamp)) / 1000;

/** Amounts are written as decimal text, which is exact. */
export const figure = (value: number): string => decimal(value);

/** Numbers such as days, as text. */
export const wholeNumber = (value: Figure): number | undefined => {
  const read = amount(value);
  return read === undefined ? undefined : Math.trunc(read);
};
