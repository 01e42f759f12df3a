import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { unitOfCode } from "../../kit/units.ts";
import { resource, search } from "./conventions.ts";
import { idAs, identity, ids, updatedDate } from "./fields.ts";
import type { Product } from "./types.ts";

const item = mapping<Item, Product>({
  ...identity,
  ...ids({ incomeAccountId: "account", taxCode: "vatType" }),
  ...values({ itemNumber: "number", name: "name" }),
  ...amounts({
    taxRatePercentage: "vatType.percentage",
    unitPurchasePrice: "costExcludingVatCurrency",
    unitSalesPrice: "priceExcludingVatCurrency",
  }),
  lastModifiedDate: updatedDate,
  /** Of other units only units.list tells. */
  unitName: ({ productUnit }) => unitOfCode(productUnit?.commonCode),
});

const path = "/product";
const fields = "*,changes,vatType(id,percentage),productUnit(commonCode)";
const products = resource(path, "itemId", { map: item, fields });

const changeable = {
  ...allAs(as, { itemNumber: "number", name: "name" }),
  ...allAs(numberAs, { unitPurchasePrice: "costExcludingVatCurrency", unitSalesPrice: "priceExcludingVatCurrency" }),
};

export const items = {
  "items.list": search({
    map: item,
    sources: ({ filters: { itemNumber } }) => [
      { path, query: { fields, ...(itemNumber !== undefined && { productNumber: itemNumber }) } },
    ],
    asked: ["itemNumber"],
    rules: ["Prices are without tax."],
  }),
  "items.get": products.get(),
  "items.create": products.create({
    encoder: encoder<ItemInput>({ ...changeable, incomeAccountId: idAs("account"), taxCode: idAs("vatType") }),
    requires: ["name"],
  }),
  "items.patch": products.change({ encoder: encoder<ItemPatch>(changeable) }),
};
