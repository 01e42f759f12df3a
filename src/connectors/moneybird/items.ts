import type { ListHandler } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Product } from "./types.ts";

/** The fields that a change may write. */
const changeableFields = twoWay({
  itemNumber: plainValue("identifier"),
  unitSalesPrice: decimal("price"),
});
const itemFields = twoWay({
  incomeAccountId: plainValue("ledger_account_id"),
  taxCode: plainValue("tax_rate_id"),
});

const item = mapping<Item, Product>({
  ...identity,
  ...changeableFields.reads,
  ...itemFields.reads,
  lastModifiedDate: stamps.updatedDate,
  // One of the two may be missing.
  name: ({ title, description }) => title || description,
});

/** The vendor finds an item by its number. */
const byNumber = inMemory<Item, Product>({
  read: async (session, { filters: { itemNumber } }) => {
    const found = await undefinedIfMissing(session.read(path`/products/identifier/${itemNumber}.json`));
    return found === undefined ? [] : [found as Product];
  },
  map: item,
  filters: { itemNumber: ({ identifier }, number) => identifier === number },
  rules: ["Only active items are listed."],
});

const paged = list({ path: "/products.json", map: item });

const itemList: ListHandler<Item> = {
  ...byNumber,
  list: (call, session) => (call.filters.itemNumber === undefined ? paged : byNumber).list(call, session),
};

const changeable = {
  ...changeableFields.writes,
  name: fieldAs("title"),
  type: (type: string) => ({ product_type: type.toLowerCase() }),
};

const products = resource("/products", "itemId", { map: item, within: "product" });

export const items = {
  "items.list": itemList,
  "items.get": products.get(),
  "items.create": products.create({
    encoder: encoder<ItemInput>({ ...changeable, ...itemFields.writes }),
    requires: ["name", "unitSalesPrice", "incomeAccountId"],
  }),
  "items.patch": products.change({ encoder: encoder<ItemPatch>(changeable) }),
};
