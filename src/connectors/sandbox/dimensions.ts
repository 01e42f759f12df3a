import type { DimensionRecord as UnifiedDimension } from "../../contract/records/ledger.ts";
import { mapping } from "../../kit/mapping.ts";
import { list, loud, modified } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { DimensionRecord } from "./vendorLedger.ts";

const dimension = mapping<UnifiedDimension, DimensionRecord>({
  ...identity,
  ...stamps,
  categoryName: (dimension) => dimension.category_name,
  name: ({ name }) => name,
  status: ({ status }) => loud(status),
});

export const dimensions = {
  "dimensions.list": list({ path: "/dimensions", map: dimension, filters: modified }),
};
