import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, firstOf, keyed, list, modified, single, where } from "./conventions.ts";
import { merged, replace } from "./replacing.ts";
import type { Product } from "./types.ts";

/** Companies define their units. These are the ones that every company starts with, and their usual spellings. */
const units = vocabulary({
  "stk.": "PIECE",
  stk: "PIECE",
  "time(r)": "HOUR",
  timer: "HOUR",
  time: "HOUR",
  dage: "DAY",
  dag: "DAY",
  kg: "KILOGRAM",
  km: "KILOMETRE",
  liter: "LITRE",
  meter: "METRE",
  m: "METRE",
  m2: "SQUARE_METRE",
  m3: "CUBIC_METRE",
} as const);

const itemFields = twoWay({
  name: plainValue("name"),
  unitPurchasePrice: number("costPrice"),
  unitSalesPrice: number("salesPrice"),
});
/** The number of an item cannot be changed. */
const itemKey = twoWay({ itemNumber: plainValue("productNumber") });

const item = mapping<Item, Product>({
  ...itemFields.reads,
  ...itemKey.reads,
  ...values({ id: "productNumber" }),
  ...amounts({ stockCount: "inventory.inStock" }),
  ...instants({ lastModifiedDate: "lastUpdated" }),
  priceIncludesTax: () => false,
  type: ({ productGroup }) => (productGroup?.inventoryEnabled ? "PRODUCT" : undefined),
  unitName: ({ unit }) => units.toContract(unit?.name?.toLowerCase()),
});

const path = "/products";

async function firstGroup(_call: unknown, session: Session): Promise<object> {
  const group = await firstOf<{ readonly productGroupNumber?: number }>(session, "/product-groups");
  return { productGroup: { productGroupNumber: group?.productGroupNumber } };
}

export const items = {
  "items.list": list<Item, Product>({
    path,
    map: item,
    defaultOrder: "productNumber",
    filters: { ...modified, itemNumber: (number) => where("productNumber", "eq", number) },
  }),
  "items.get": single<Item, Product>([path, "itemId"], item, keyed),
  "items.create": create<ItemInput, Item, Product>(path, {
    encoder: encoder<ItemInput>({ ...itemFields.writes, ...itemKey.writes }),
    map: item,
    prepare: firstGroup,
    requires: ["itemNumber", "name"],
    body: (encoded, group) => merged(group as Readonly<Record<string, unknown>>, encoded),
    rules: ["The item is put into the target system's first product group, which determines its accounts."],
  }),
  "items.patch": replace<ItemPatch, Item, Product>({
    path: ({ itemId }) => keyed(path, itemId),
    encoder: encoder<ItemPatch>(itemFields.writes),
    omitted: ["lastUpdated", "invoices", "pricing"],
    map: item,
  }),
};
