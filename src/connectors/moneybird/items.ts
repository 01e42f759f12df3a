import type { Call, ListHandler } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { instant } from "../../kit/dates.ts";
import { as, decimalAs, encoder } from "../../kit/encode.ts";
import { inMemory } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, ifFound } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { list } from "./conventions.ts";
import { identity } from "./fields.ts";
import type { Product } from "./types.ts";

const item = mapping<Item, Product>({
  ...identity,
  incomeAccountId: (product) => product.ledger_account_id,
  itemNumber: ({ identifier }) => identifier,
  lastModifiedDate: (product) => instant(product.updated_at),
  /** Either may be missing, never both. */
  name: ({ title, description }) => title || description,
  taxCode: (product) => product.tax_rate_id,
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
  list: (call, session) =>
    call.filters.itemNumber === undefined ? paged.list(call, session) : numbered.list(call, session),
};

const toldFields = {
  itemNumber: as("identifier"),
  name: as("title"),
  type: (type: string) => ({ product_type: type.toLowerCase() }),
  unitSalesPrice: decimalAs("price"),
};

const told = encoder<ItemInput>({
  ...toldFields,
  incomeAccountId: as("ledger_account_id"),
  taxCode: as("tax_rate_id"),
});

const itemPath = ({ ids }: Call): string => path`/products/${ids["itemId"]}.json`;

export const items = {
  "items.list": itemList,
  "items.get": get({ path: itemPath, map: item }),
  "items.create": write({
    method: "POST",
    path: "/products.json",
    encoder: told,
    map: item,
    within: "product",
    requires: ["name", "unitSalesPrice", "incomeAccountId"],
  }),
  "items.patch": write({
    method: "PATCH",
    path: itemPath,
    encoder: encoder<ItemPatch>(toldFields),
    map: item,
    within: "product",
    repeatable: true,
  }),
};
