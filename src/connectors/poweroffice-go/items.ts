import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { amounts } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { resource } from "../../kit/resource.ts";
import { enumValue, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { unitOfCode } from "../../kit/units.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { asPatch, changedSince, list, patchHeaders } from "./conventions.ts";
import { identity, numberedBy, stamps } from "./fields.ts";
import type { Product } from "./types.ts";

const types = vocabulary({ Product: "PRODUCT", Service: "SERVICE" } as const);

const fields = twoWay({
  itemNumber: plainValue("Code"),
  name: plainValue("Name"),
  unitPurchasePrice: number("UnitCost"),
  unitSalesPrice: number("UnitPrice"),
});
const bookingFields = twoWay({
  incomeAccountId: numberedBy("StandardSalesAccountId"),
  type: enumValue(types, "ProductType"),
});

const item = mapping<Item, Product>({
  ...identity,
  ...fields.reads,
  ...bookingFields.reads,
  ...amounts({ stockCount: "StockOnHand" }),
  lastModifiedDate: stamps.updatedDate,
  unitName: ({ UnitOfMeasureCode }) => unitOfCode(UnitOfMeasureCode),
});

const products = resource<Item, Product>({ path: "/v2/Products", id: "itemId", map: item, change: "PATCH" });

const taxRule = "The tax of a product is the one of its sales account. Prices are without tax.";

export const items = operationsOf("items", {
  list: list<Item, Product>({
    path: "/v2/Products",
    map: item,
    filters: {
      lastModifiedAt: changedSince,
      itemNumber: (itemNumber) => ({ codes: itemNumber }),
      type: (type, field) => ({ type: types.write(type, field) }),
    },
    defaultOrder: "Id",
    rules: [taxRule, "A price that a product has from its group is left out."],
  }),
  get: products.get(),
  create: products.create<ItemInput>({
    encoder: encoder<ItemInput>({ ...fields.writes, ...bookingFields.writes }),
    requires: ["name"],
    rules: [taxRule],
  }),
  patch: products.change<ItemPatch>({
    encoder: encoder<ItemPatch>(fields.writes),
    body: asPatch,
    headers: patchHeaders,
  }),
});
