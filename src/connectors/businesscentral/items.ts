import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { unitOfCode } from "../../kit/units.ts";
import { entitySet, equals, modified } from "./conventions.ts";
import { choiceIn, choices, identity, updated } from "./fields.ts";
import type { Item } from "./types.ts";

const types = choices({ Inventory: "PRODUCT", Service: "SERVICE", "Non-Inventory": "PRODUCT" });

const itemFields = twoWay({
  itemNumber: plainValue("number"),
  name: plainValue("displayName"),
  priceIncludesTax: plainValue("priceIncludesTax"),
  unitPurchasePrice: number("unitCost"),
  unitSalesPrice: number("unitPrice"),
  type: choiceIn(types, "type"),
});
/** For new items only. */
const creationFields = twoWay({
  taxCode: plainValue("taxGroupCode"),
});

const item = mapping<ItemRecord, Item>({
  ...identity,
  ...itemFields.reads,
  ...creationFields.reads,
  ...amounts({ stockCount: "inventory" }),
  lastModifiedDate: updated.updatedDate,
  unitName: ({ unitOfMeasure }) => unitOfCode(unitOfMeasure?.internationalStandardCode),
});

const set = entitySet("/items", { id: "itemId", map: item, expand: "unitOfMeasure" });

export const items = {
  "items.list": set.list({ filters: { ...modified, type: types.filter("type"), itemNumber: equals("number") } }),
  "items.get": set.get(),
  "items.create": set.create({
    encoder: encoder<ItemInput>({ ...itemFields.writes, ...creationFields.writes }),
    requires: ["name"],
  }),
  "items.patch": set.change({ encoder: encoder<ItemPatch>(itemFields.writes) }),
};
