import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { amounts } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { unitOfCode } from "../../kit/units.ts";
import { resource, search } from "./conventions.ts";
import { identity, linkedId, updatedDate } from "./fields.ts";
import type { Product } from "./types.ts";

const itemFields = twoWay({
  itemNumber: plainValue("number"),
  name: plainValue("name"),
  unitPurchasePrice: number("costExcludingVatCurrency"),
  unitSalesPrice: number("priceExcludingVatCurrency"),
});
const bookingFields = twoWay({
  incomeAccountId: linkedId("account"),
  taxCode: linkedId("vatType"),
});

const item = mapping<Item, Product>({
  ...identity,
  ...itemFields.reads,
  ...bookingFields.reads,
  ...amounts({ taxRatePercentage: "vatType.percentage" }),
  lastModifiedDate: updatedDate,
  /** Units without a code of UN/ECE recommendation 20 are left out. */
  unitName: ({ productUnit }) => unitOfCode(productUnit?.commonCode),
});

const path = "/product";
const fields = "*,changes,vatType(id,percentage),productUnit(commonCode)";
const products = resource(path, "itemId", { map: item, fields });

export const items = {
  "items.list": search({
    map: item,
    sources: ({ filters: { itemNumber } }) => [
      { path, query: { fields, ...(itemNumber !== undefined && { productNumber: itemNumber }) } },
    ],
    vendorFilters: ["itemNumber"],
    rules: ["Prices are without tax."],
  }),
  "items.get": products.get(),
  "items.create": products.create({
    encoder: encoder<ItemInput>({ ...itemFields.writes, ...bookingFields.writes }),
    requires: ["name"],
  }),
  "items.patch": products.change({ encoder: encoder<ItemPatch>(itemFields.writes) }),
};
