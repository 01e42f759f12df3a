/** What Business Central's lists and records have in common: OData. */

import type { Call, GetHandler, ListCall, ListHandler } from "../../contract/connector.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { byOffset } from "../../kit/paging.ts";
import { type GetDescription, get, type ListDescription, lists, noRecord } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { optionName } from "./fields.ts";
import type { Page } from "./types.ts";

const paging = byOffset({
  ...{ skip: "$skip", size: "$top", largest: 1000 },
  records: (body: Page) => body.value,
  total: (body: Page) => body["@odata.count"],
});

/** Records that are alike in what they are sorted by come in the order of their ids. */
const listed = lists({
  paging,
  order: (field, direction) => ({ $orderby: `${field} ${direction.toLowerCase()},id` }),
  filterSeparator: " and ",
});

interface Listed<Record, Native> extends Omit<ListDescription<Record, Native>, "path" | "query"> {
  readonly query?: VendorQuery;
  readonly expand?: string;
}

type Place = string | ((call: Call) => string);

export const list = <Record, Native>(place: Place, description: Listed<Record, Native>): ListHandler<Record> => {
  const { expand, query, ...rest } = description;
  return listed({
    ...rest,
    path: typeof place === "string" ? `/${place}` : place,
    query: (_call: ListCall) => ({ $count: true, ...(expand && { $expand: expand }), ...query }),
  });
};

type Wanted<Record, Native> = Pick<GetDescription<Record, Native>, "map" | "rules"> & { readonly expand?: string };

export const single = <Record, Native>(
  place: (call: Call) => string,
  { expand, ...wanted }: Wanted<Record, Native>,
): GetHandler<Record> => get({ ...wanted, path: place, ...(expand && { query: { $expand: expand } }) });

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids stand between brackets, where an encoded slash would still be one: nothing but an id may get there. */
export function key(id: string | undefined): string {
  if (id === undefined || !guidForm.test(id)) throw noRecord();
  return `(${id})`;
}

/** One record of a set: `at("customers", "contactId")`. */
export const at =
  (set: string, id: string) =>
  ({ ids }: Call): string =>
    `/${set}${key(ids[id])}`;

/** What is below a record, and one of it. */
export const below =
  (place: (call: Call) => string, set: string) =>
  (call: Call): string =>
    `${place(call)}/${set}`;
export const oneBelow =
  (place: (call: Call) => string, set: string, id = "lineItemId") =>
  (call: Call): string =>
    `${place(call)}/${set}${key(call.ids[id])}`;

/** Texts in conditions. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const modified = {
  lastModifiedAt: (moment: Date): VendorQuery => ({ $filter: `lastModifiedDateTime ge ${moment.toISOString()}` }),
};
export const equals =
  (field: string) =>
  (text: string): VendorQuery => ({ $filter: `${field} eq ${quoted(text)}` });
export const fromDay =
  (field: string) =>
  (from: string): VendorQuery => ({ $filter: `${field} ge ${from}` });

/** One or more of ours in Business Central's words: a table of the mapping read backwards. */
export const oneOfTheirs =
  (table: Readonly<Record<string, string>>, field: string, filter: string) =>
  (ours: string): VendorQuery => {
    const all = ours.split(",").flatMap((one) => vocabulary(table).theirs(one.trim(), filter));
    const names = all.map((name) => `${field} eq ${quoted(optionName(name))}`);
    return { $filter: names.length === 1 ? names.join() : `(${names.join(" or ")})` };
  };

/** Conditions that a field is one of these, as they stand in conditions. Addresses are not endless: a few in each. */
export const isOneOf = (field: string, values: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(values.length / together) }, (_, part) => {
    const few = values.slice(part * together, (part + 1) * together);
    return `(${few.map((value) => `${field} eq ${value}`).join(" or ")})`;
  });
const together = 20;
