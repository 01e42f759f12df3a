import type { ListHandler } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, decimalAs, encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { ifFound } from "../../kit/reading.ts";
import { list, resource } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { Product } from "./types.ts";

const item = mapping<Item, Product>({
  ...identity,
  ...values({ incomeAccountId: "ledger_account_id", itemNumber: "identifier", taxCode: "tax_rate_id" }),
  lastModifiedDate: stamps.updatedDate,
  /** Either may be missing, never both. */
  name: ({ title, description }) => title || description,
  unitSalesPrice: ({ price }) => amount(price),
});

/** The number leads to the item directly. */
const numbered = inMemory<Item, Product>({
  read: async (session, { filters: { itemNumber } }) => {
    const found = await ifFound(session.read(path`/products/identifier/${itemNumber}.json`));
    return found === undefined ? [] : [found as Product];
  },
  map: item,
  filters: { itemNumber: ({ identifier }, number) => identifier === number },
  rules: ["Only items in use are listed."],
});

const paged = list({ path: "/products.json", map: item });

const itemList: ListHandler<Item> = {
  ...numbered,
  list: (call, session) => (call.filters.itemNumber === undefined ? paged : numbered).list(call, session),
};

const fields = {
  ...allAs(as, { itemNumber: "identifier", name: "title" }),
  type: (type: string) => ({ product_type: type.toLowerCase() }),
  unitSalesPrice: decimalAs("price"),
};

const products = resource("/products", "itemId", { map: item, within: "product" });

export const items = {
  "items.list": itemList,
  "items.get": products.get,
  "items.create": products.create({
    encoder: encoder<ItemInput>({ ...fields, incomeAccountId: as("ledger_account_id"), taxCode: as("tax_rate_id") }),
    requires: ["name", "unitSalesPrice", "incomeAccountId"],
  }),
  "items.patch": products.change({ encoder: encoder<ItemPatch>(fields) }),
};
