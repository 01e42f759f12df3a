/** Conventions of the sandbox's lists and writes. */

import type { FilterName, Filters, WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure, type Fault } from "../../contract/failure.ts";
import { type Session, type VendorQuery, type VendorRequest } from "../../contract/session.ts";
import { byPageNumber } from "../../kit/lists/paging.ts";
import { pathOf } from "../../kit/path.ts";
import { lists } from "../../kit/reading.ts";
import { type WriteDescription, write } from "../../kit/writing.ts";
import { snakeCase, spell } from "./fields.ts";
import type { Native, Page } from "./types.ts";

export const paging = byPageNumber({
  page: "page",
  size: "page_size",
  largest: 100,
  first: 1,
  records: (page: Page) => page.items,
  total: (page: Page) => page.total,
});

export const list = lists({
  paging,
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
});

export const modified = { lastModifiedAt: (at: Date): VendorQuery => ({ updated_since: at.toISOString() }) };
export const fiscalYearStart = { fiscalYearStartDate: (day: string): VendorQuery => ({ fiscal_year_start: day }) };

type Encoders<Name extends FilterName> = {
  readonly [Each in Name]: (value: NonNullable<Filters[Each]>) => VendorQuery;
};
const filtersBy =
  (encode: (value: string | boolean) => string | boolean) =>
  <Name extends FilterName>(...names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => [name, (value: string | boolean) => ({ [snakeCase(name)]: encode(value) })]),
    ) as unknown as Encoders<Name>;

/** Filters that the sandbox has under our names: `filters: { ...modified, ...by("accountNumber") }`. */
export const by = filtersBy((value) => value);
/** The same for enumerated values, in the sandbox's spelling. */
export const byWord = filtersBy((value) => spell(String(value)));

/** Asks the sandbox to validate a write without storing it. Files cannot be validated. */
async function check({ form, ...request }: VendorRequest, session: Session): Promise<readonly Fault[]> {
  if (form !== undefined && form.parts["record"] === undefined) return [];
  const body: unknown = form === undefined ? request.body : JSON.parse(form.parts["record"] ?? "");
  try {
    await session.send({ ...request, body, query: { ...request.query, validate_only: true } });
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || !refusedFor.has(error.code)) throw error;
    const { targetMessage: message = error.message, targetFields: [field] = [] } = error.details;
    return [{ field, message }];
  }
}
const refusedFor: ReadonlySet<string> = new Set(["target_rejected", "target_conflict"]);

type Description<Input extends object, Record> = Omit<
  WriteDescription<Input, Record, Native>,
  "method" | "find" | "repeatable"
>;

/** A new record carries the marker of its write and is found by it. */
export function create<Input extends object, Record>(
  description: Description<Input, Record> & { readonly path: string },
): WriteHandler<Input, Record> {
  const { path, also } = description;
  const handler = write({
    ...description,
    method: "POST",
    also: (call) => ({ ...also?.(call), client_reference: call.marker }),
    find: async (call, session) => {
      const { items } = (await session.read(pathOf(path, call), { client_reference: call.marker })) as Page;
      return Array.isArray(items) ? (items[0] as Native | undefined) : undefined;
    },
  });
  return { ...handler, check };
}

/** Replaces a whole record. */
export const replace = <Input extends object, Record>(
  description: Description<Input, Record>,
): WriteHandler<Input, Record> => ({ ...write({ ...description, method: "PUT", repeatable: true }), check });

/** Changes only the fields in the body. */
export const change = <Input extends object, Record>(
  description: Description<Input, Record>,
): WriteHandler<Input, Record> => ({ ...write({ ...description, method: "PATCH", repeatable: true }), check });

/** With files, the record is one part of a multipart form. */
export const withFiles = (record: object, { files }: Pick<WriteCall<unknown>, "files">) =>
  files.length === 0
    ? undefined
    : { parts: { record: JSON.stringify(record) }, files: files.map((file) => ({ name: "files", file })) };
