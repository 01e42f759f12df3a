/** Labels, which users give to transactions. A label may belong to another one. */
import type * as records from "../../contract/records/ledger.ts";
import { values } from "../../kit/columns.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { allOf } from "./conventions.ts";
import type { Label, Text } from "./types.ts";

interface Shown extends Label {
  readonly category: Text;
}

const dimension = mapping<records.DimensionRecord, Shown>(values({ id: "id", name: "name", categoryName: "category" }));

export const dimensions = {
  "dimensions.list": inMemory<records.DimensionRecord, Shown>({
    read: async (session) => {
      const labels = await allOf<Label>(session, "labels");
      const names = new Map(labels.map(({ id, name }) => [id, name]));
      return labels.map((label) => ({ ...label, category: names.get(label.parent_id ?? "") }));
    },
    map: dimension,
    raw: ({ category: _category, ...label }) => label,
  }),
};
