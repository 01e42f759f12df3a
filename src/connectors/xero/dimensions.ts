import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";

import { mapping } from "../../kit/mapping.ts";
import { lists } from "../../kit/reading.ts";
import { recordsIn, unpagedRule } from "./conventions.ts";
import { unpaged } from "./paging.ts";
import type { TrackingCategory, TrackingOption } from "./types.ts";

interface Value {
  readonly category: TrackingCategory;
  readonly option: TrackingOption;
}

const dimension = mapping<DimensionRecord, Value>({
  ...values({
    id: "option.TrackingOptionID",
    categoryName: "category.Name",
    name: "option.Name",
    status: "option.Status",
  }),
});

const optionsIn = (body: unknown): readonly Value[] =>
  recordsIn(body, "TrackingCategories").flatMap((category) =>
    (category.Options ?? []).map((option) => ({ category, option })),
  );

/** Xero's tracking categories, at most two in use: what a line can be tagged with is one of their options. */
export const dimensions = {
  "dimensions.list": lists({ paging: unpaged({ records: optionsIn }) })({
    path: "/TrackingCategories",
    map: dimension,
    raw: ({ option }) => option,
    query: { includeArchived: true },
    rules: [unpagedRule],
  }),
};
