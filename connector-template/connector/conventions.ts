/** Conventions of this vendor's lists and writes. */

import type { WriteCall, WriteHandler } from "../../src/contract/connector.ts";
import type { VendorQuery } from "../../src/contract/session.ts";
import { byPageNumber } from "../../src/kit/lists/paging.ts";
import { lists } from "../../src/kit/reading.ts";
import { type WriteDescription, write } from "../../src/kit/writing.ts";
import type { Page } from "./types.ts";

export const list = lists({
  paging: byPageNumber({
    page: "page",
    size: "page_size",
    largest: 100,
    first: 1,
    records: ({ items }: Page<unknown>) => items,
    total: ({ total }: Page<unknown>) => total,
  }),
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
});

/** The filter by date of change, for every list that has one. */
export const modified = {
  lastModifiedAt: (at: Date): VendorQuery => ({ updated_since: at.toISOString() }),
};

/** The vendor creates one record per key: a repeated key returns the first record. */
const idempotencyKey = ({ marker }: Pick<WriteCall<unknown>, "marker">) => ({ "idempotency-key": marker });

export const create = <Input extends object, Record, Native>(
  description: Omit<WriteDescription<Input, Record, Native>, "method" | "headers" | "repeatable">,
): WriteHandler<Input, Record> =>
  write({
    ...description,
    method: "POST",
    headers: idempotencyKey,
    repeatable: true,
  });
