import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { unitOfCode } from "../../kit/units.ts";
import { entitySet, equals, modified } from "./conventions.ts";
import { choices, identity, updated } from "./fields.ts";
import type { Item } from "./types.ts";

const types = choices({ Inventory: "PRODUCT", Service: "SERVICE", "Non-Inventory": "PRODUCT" });

const item = mapping<ItemRecord, Item>({
  ...identity,
  ...values({
    itemNumber: "number",
    name: "displayName",
    priceIncludesTax: "priceIncludesTax",
    taxCode: "taxGroupCode",
  }),
  ...amounts({ stockCount: "inventory", unitPurchasePrice: "unitCost", unitSalesPrice: "unitPrice" }),
  lastModifiedDate: updated.updatedDate,
  type: types.read(({ type }) => type),
  unitName: ({ unitOfMeasure }) => unitOfCode(unitOfMeasure?.internationalStandardCode),
});

const fields = {
  ...allAs(as, { itemNumber: "number", name: "displayName", priceIncludesTax: "priceIncludesTax" }),
  ...allAs(numberAs, { unitPurchasePrice: "unitCost", unitSalesPrice: "unitPrice" }),
  type: types.as("type"),
};

const set = entitySet("/items", { id: "itemId", map: item, expand: "unitOfMeasure" });

export const items = {
  "items.list": set.list({ filters: { ...modified, type: types.filter("type"), itemNumber: equals("number") } }),
  "items.get": set.get,
  "items.create": set.create({
    encoder: encoder<ItemInput>({ ...fields, taxCode: as("taxGroupCode") }),
    requires: ["name"],
  }),
  "items.patch": set.change({ encoder: encoder<ItemPatch>(fields) }),
};
