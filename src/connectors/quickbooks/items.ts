import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts, days, instants, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, oneOf, resource } from "./conventions.ts";
import { identity, refAs, refs } from "./fields.ts";
import type { Item } from "./types.ts";

const types = vocabulary({ NonInventory: "PRODUCT", Inventory: "PRODUCT", Service: "SERVICE" });
const every = ["Inventory", "NonInventory", "Service"];

const texts = { itemNumber: "Sku", name: "Name", priceIncludesTax: "SalesTaxIncluded" } as const;
const numbers = { stockCount: "QtyOnHand", unitPurchasePrice: "PurchaseCost", unitSalesPrice: "UnitPrice" } as const;
const references = {
  assetAccountId: "AssetAccountRef",
  expenseAccountId: "ExpenseAccountRef",
  incomeAccountId: "IncomeAccountRef",
  taxCode: "SalesTaxCodeRef",
} as const;

const item = mapping<ItemRecord, Item>({
  ...identity,
  ...refs(references),
  ...values(texts),
  ...amounts(numbers),
  ...days({ inventoryStartDate: "InvStartDate" }),
  ...instants({ lastModifiedDate: "MetaData.LastUpdatedTime" }),
  type: types.read(({ Type }) => Type),
});

const common = { ...allAs(as, texts), ...allAs(numberAs, numbers) };

/** Goods with an account for what is in stock are counted, others are not. */
const itemEncoder = encoder<ItemInput>(
  {
    ...common,
    ...allAs(refAs, references),
    inventoryStartDate: dayAs("InvStartDate"),
    type: elsewhere,
  },
  ({ type = "SERVICE", assetAccountId }) => {
    if (type === "PRODUCT" && assetAccountId !== undefined) return { Type: "Inventory", TrackQtyOnHand: true };
    return { Type: types.write(type, "type") };
  },
);

const { list, get, create, change } = resource("Item", "itemId", item);

export const items = named("items", {
  list: list({
    where: ({ type }) => (type === undefined ? [oneOf("Type", every)] : []),
    filters: { itemNumber: equals("Sku"), type: (type, field) => oneOf("Type", types.theirs(type, field)) },
    rules: ["Categories and bundles are no items of their own; inactive items are left out."],
  }),
  get: get(({ Type }) => every.includes(Type ?? "")),
  create: create({
    encoder: itemEncoder,
    requires: ["name"],
    rules: [
      "A product with an assetAccountId is kept in stock: it needs stockCount, inventoryStartDate, an income and an expense account.",
    ],
  }),
  patch: change({ encoder: encoder<ItemPatch>(common) }),
});
