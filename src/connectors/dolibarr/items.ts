import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { amounts } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { decimalAs, type Encoded, encoder, invalidField } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { listed, matches, resource, where } from "./conventions.ts";
import type { Product, Text } from "./types.ts";

const types = vocabulary({ "0": "PRODUCT", "1": "SERVICE" });

const isGross = ({ price_base_type: base }: Product): boolean => base === "TTC";

/** Timestamps of products are in the server's time zone, which is unknown: they are read as UTC. */
const momentOf = (at: Text): string | undefined => instant(at ? `${at.replace(" ", "T")}Z` : undefined);

const itemFields = twoWay({
  itemNumber: plainValue("ref"),
  name: plainValue("label"),
  unitPurchasePrice: decimal("cost_price"),
});
const bookingFields = twoWay({
  expenseAccountId: plainValue("accountancy_code_buy"),
  incomeAccountId: plainValue("accountancy_code_sell"),
  taxCode: plainValue("default_vat_code"),
  taxRatePercentage: decimal("tva_tx"),
});

const item = mapping<Item, Product>({
  ...itemFields.reads,
  ...bookingFields.reads,
  id: ({ id }) => String(id),
  ...amounts({ stockCount: "stock_reel" }),
  lastModifiedDate: (product) => momentOf(product.date_modification),
  priceIncludesTax: isGross,
  type: types.read(({ type }) => String(type ?? "")),
  unitSalesPrice: (product) => amount(isGross(product) ? product.price_ttc : product.price),
});

/** The latest time that the timestamp may mean, so that no changed record is left out. */
const changed = ({ date_modification: at }: Product): number | undefined => {
  const moment = momentOf(at);
  return moment === undefined ? undefined : Date.parse(moment) / 1000 + 14 * 3600;
};

const folder = "/products";
const products = resource<Item, Product>(folder, "itemId", item);

type Stored = Omit<ItemInput, "stockCount" | "unitName" | "inventoryStartDate" | "assetAccountId">;

const encoders = {
  ...itemFields.writes,
  priceIncludesTax: (isIncluded: boolean) => ({ price_base_type: isIncluded ? "TTC" : "HT" }),
  type: types.as("type"),
  unitSalesPrice: (price: number, { priceIncludesTax: isIncluded }: Partial<Stored>) =>
    decimalAs(isIncluded ? "price_ttc" : "price")(price),
};

/** A price is stored with or without tax, and a change does not know which. */
const priced = (price: number, { priceIncludesTax: isIncluded }: Partial<Stored>): object => {
  if (isIncluded === undefined)
    throw invalidField("A new price needs priceIncludesTax. Send both.", "priceIncludesTax");
  return decimalAs(isIncluded ? "price_ttc" : "price")(price);
};

/** Makes the item available for sale and purchase, which is not the vendor's default. */
const onSale = (encoded: Encoded): object => ({ type: 0, status: 1, status_buy: 1, ...encoded });

export const items = {
  "items.list": listed<Item, Product>({
    path: folder,
    map: item,
    isForAll: true,
    filters: {
      type: (type, field) => where(`(t.fk_product_type:=:${types.write(type, field)})`),
      itemNumber: (number) => where(matches("t.ref", number)),
    },
    changed,
    rules: ["lastModifiedDate is in the target system's time zone, which it does not name."],
  }),
  "items.get": products.get(),
  "items.create": products.create<ItemInput>({
    encoder: encoder<ItemInput>({ ...encoders, ...bookingFields.writes }),
    body: onSale,
    requires: ["itemNumber", "name"],
  }),
  "items.patch": products.change<ItemPatch>({
    encoder: encoder<ItemPatch>({ ...encoders, unitSalesPrice: priced }),
    rules: ["A price can be changed if the target system keeps one price for each item, which is the default."],
  }),
};
