import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { as, dayAs, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { change, create, equals, list, modified, oneOf, single } from "./conventions.ts";
import { identity, refAs, refOf } from "./fields.ts";
import type { Item } from "./types.ts";

const types = vocabulary({ NonInventory: "PRODUCT", Inventory: "PRODUCT", Service: "SERVICE" });
const every = ["Inventory", "NonInventory", "Service"];

const item = mapping<ItemRecord, Item>({
  ...identity,
  assetAccountId: ({ AssetAccountRef }) => refOf(AssetAccountRef),
  expenseAccountId: ({ ExpenseAccountRef }) => refOf(ExpenseAccountRef),
  incomeAccountId: ({ IncomeAccountRef }) => refOf(IncomeAccountRef),
  inventoryStartDate: ({ InvStartDate }) => accountingDay(InvStartDate),
  itemNumber: ({ Sku }) => Sku,
  lastModifiedDate: ({ MetaData }) => instant(MetaData?.LastUpdatedTime),
  name: ({ Name }) => Name,
  priceIncludesTax: ({ SalesTaxIncluded }) => SalesTaxIncluded,
  stockCount: ({ QtyOnHand }) => amount(QtyOnHand),
  taxCode: ({ SalesTaxCodeRef }) => refOf(SalesTaxCodeRef),
  type: types.read(({ Type }) => Type),
  unitPurchasePrice: ({ PurchaseCost }) => amount(PurchaseCost),
  unitSalesPrice: ({ UnitPrice }) => amount(UnitPrice),
});

const common = {
  itemNumber: as("Sku"),
  name: as("Name"),
  priceIncludesTax: as("SalesTaxIncluded"),
  stockCount: numberAs("QtyOnHand"),
  unitPurchasePrice: numberAs("PurchaseCost"),
  unitSalesPrice: numberAs("UnitPrice"),
};

/** Goods with an account for what is in stock are counted, others are not. */
const itemEncoder = encoder<ItemInput>(
  {
    ...common,
    assetAccountId: refAs("AssetAccountRef"),
    expenseAccountId: refAs("ExpenseAccountRef"),
    incomeAccountId: refAs("IncomeAccountRef"),
    inventoryStartDate: dayAs("InvStartDate"),
    taxCode: refAs("SalesTaxCodeRef"),
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
