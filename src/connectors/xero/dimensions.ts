import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";

import { mapping } from "../../kit/mapping.ts";
import { lists } from "../../kit/reading.ts";
import { recordsIn, unpagedRule } from "./conventions.ts";
import { unpaged } from "./paging.ts";
import type { TrackingCategory, TrackingOption } from "./types.ts";

interface CategoryOption {
  readonly category: TrackingCategory;
  readonly option: TrackingOption;
}

const dimension = mapping<DimensionRecord, CategoryOption>({
  ...values({
    id: "option.TrackingOptionID",
    categoryName: "category.Name",
    name: "option.Name",
    status: "option.Status",
  }),
});

const optionsIn = (body: unknown): readonly CategoryOption[] =>
  recordsIn(body, "TrackingCategories").flatMap((category) =>
    (category.Options ?? []).map((option) => ({ category, option })),
  );

/** The options of Xero's tracking categories, of which at most two are active. Lines are tagged with options. */
export const dimensions = {
  "dimensions.list": lists({ paging: unpaged({ records: optionsIn }) })({
    path: "/TrackingCategories",
    map: dimension,
    raw: ({ option }) => option,
    query: { includeArchived: true },
    readsWholeList: true,
    rules: [unpagedRule],
  }),
};
