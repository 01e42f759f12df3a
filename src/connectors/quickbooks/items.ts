import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { instants } from "../../kit/columns.ts";
import { encoder, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { day, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, oneOf, resource } from "./conventions.ts";
import { identity, ref } from "./fields.ts";
import type { Item } from "./types.ts";

const types = vocabulary({ NonInventory: "PRODUCT", Inventory: "PRODUCT", Service: "SERVICE" });
/** QuickBooks' other types are categories and bundles. */
const itemTypes = ["Inventory", "NonInventory", "Service"];

/** The fields that a change may write. */
const changeableFields = twoWay({
  itemNumber: plainValue("Sku"),
  name: plainValue("Name"),
  priceIncludesTax: plainValue("SalesTaxIncluded"),
  stockCount: number("QtyOnHand"),
  unitPurchasePrice: number("PurchaseCost"),
  unitSalesPrice: number("UnitPrice"),
});
const itemFields = twoWay({
  assetAccountId: ref("AssetAccountRef"),
  expenseAccountId: ref("ExpenseAccountRef"),
  incomeAccountId: ref("IncomeAccountRef"),
  taxCode: ref("SalesTaxCodeRef"),
  inventoryStartDate: day("InvStartDate"),
});

const item = mapping<ItemRecord, Item>({
  ...identity,
  ...changeableFields.reads,
  ...itemFields.reads,
  ...instants({ lastModifiedDate: "MetaData.LastUpdatedTime" }),
  type: types.read(({ Type }) => Type),
});

/** Products with an asset account are kept in stock. */
const itemEncoder = encoder<ItemInput>(
  {
    ...changeableFields.writes,
    ...itemFields.writes,
    type: sentSeparately,
  },
  ({ type = "SERVICE", assetAccountId }) => {
    if (type === "PRODUCT" && assetAccountId !== undefined) return { Type: "Inventory", TrackQtyOnHand: true };
    return { Type: types.write(type, "type") };
  },
);

const { list, get, create, change } = resource("Item", "itemId", item);

export const items = operationsOf("items", {
  list: list({
    where: ({ type }) => (type === undefined ? [oneOf("Type", itemTypes)] : []),
    filters: { itemNumber: equals("Sku"), type: (type, field) => oneOf("Type", types.toVendor(type, field)) },
    rules: ["Categories, bundles and inactive items are left out."],
  }),
  get: get(({ Type }) => itemTypes.includes(Type ?? "")),
  create: create({
    encoder: itemEncoder,
    requires: ["name"],
    rules: [
      "A product with an assetAccountId is kept in stock and needs stockCount, inventoryStartDate, incomeAccountId and expenseAccountId.",
    ],
  }),
  patch: change({ encoder: encoder<ItemPatch>(changeableFields.writes) }),
});
