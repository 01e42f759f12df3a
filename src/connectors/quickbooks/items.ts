import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { allAs, as, dayAs, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { change, create, equals, list, modified, oneOf, single } from "./conventions.ts";
import { identity, refAs, refs } from "./fields.ts";
import type { Item } from "./types.ts";

const types = vocabulary({ NonInventory: "PRODUCT", Inventory: "PRODUCT", Service: "SERVICE" });
const every = ["Inventory", "NonInventory", "Service"];

const item = mapping<ItemRecord, Item>({
  ...identity,
  ...refs({ assetAccountId: "AssetAccountRef", expenseAccountId: "ExpenseAccountRef" }),
  ...refs({ incomeAccountId: "IncomeAccountRef", taxCode: "SalesTaxCodeRef" }),
  ...values({ itemNumber: "Sku", name: "Name", priceIncludesTax: "SalesTaxIncluded" }),
  ...amounts({ stockCount: "QtyOnHand", unitPurchasePrice: "PurchaseCost", unitSalesPrice: "UnitPrice" }),
  inventoryStartDate: ({ InvStartDate }) => accountingDay(InvStartDate),
  lastModifiedDate: ({ MetaData }) => instant(MetaData?.LastUpdatedTime),
  type: types.read(({ Type }) => Type),
});

const common = {
  ...allAs(as, { itemNumber: "Sku", name: "Name", priceIncludesTax: "SalesTaxIncluded" }),
  ...allAs(numberAs, { stockCount: "QtyOnHand", unitPurchasePrice: "PurchaseCost", unitSalesPrice: "UnitPrice" }),
};

/** Goods with an account for what is in stock are counted, others are not. */
const itemEncoder = encoder<ItemInput>(
  {
    ...common,
    ...allAs(refAs, { assetAccountId: "AssetAccountRef", expenseAccountId: "ExpenseAccountRef" }),
    ...allAs(refAs, { incomeAccountId: "IncomeAccountRef", taxCode: "SalesTaxCodeRef" }),
    inventoryStartDate: dayAs("InvStartDate"),
    type: elsewhere,
  },
  ({ type = "SERVICE", assetAccountId }) => {
    if (type === "PRODUCT" && assetAccountId !== undefined) return { Type: "Inventory", TrackQtyOnHand: true };
    return { Type: types.write(type, "type") };
  },
);

export const items = {
  "items.list": list("Item", {
    map: item,
    where: ({ type }) => (type === undefined ? [oneOf("Type", every)] : []),
    filters: {
      ...modified,
      itemNumber: equals("Sku"),
      type: (type, field) => oneOf("Type", types.theirs(type, field)),
    },
    rules: ["Categories and bundles are no items of their own; inactive items are left out."],
  }),
  "items.get": single("Item", { id: "itemId", map: item, is: ({ Type }) => every.includes(Type ?? "") }),
  "items.create": create("Item", {
    encoder: itemEncoder,
    map: item,
    requires: ["name"],
    rules: [
      "A product with an assetAccountId is kept in stock: it needs stockCount, inventoryStartDate, an income and an expense account.",
    ],
  }),
  "items.patch": change("Item", { id: "itemId", encoder: encoder<ItemPatch>(common), map: item }),
};
