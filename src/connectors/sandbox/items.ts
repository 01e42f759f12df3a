import type { Call } from "../../contract/connector.ts";
import { itemType, unitName } from "../../contract/enums.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { as, dayAs, decimalAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified, oneOf, spell } from "./conventions.ts";
import { identity } from "./fields.ts";
import { change, create, wordAs } from "./telling.ts";
import type { Item } from "./vendorTrade.ts";

const typeOf = oneOf(itemType);
const unitOf = oneOf(unitName);

export const item = mapping<ItemRecord, Item>({
  ...identity,
  assetAccountId: (item) => item.asset_account_id,
  expenseAccountId: (item) => item.expense_account_id,
  incomeAccountId: (item) => item.income_account_id,
  inventoryStartDate: (item) => accountingDay(item.inventory_start_date),
  itemNumber: (item) => item.item_number,
  lastModifiedDate: (item) => instant(item.updated_at),
  name: ({ name }) => name,
  priceIncludesTax: (item) => item.price_includes_tax,
  stockCount: (item) => amount(item.stock_count),
  taxCode: (item) => item.tax_code,
  taxRatePercentage: (item) => amount(item.tax_rate_percentage),
  type: ({ type }) => typeOf(type),
  unitName: (item) => unitOf(item.unit_name),
  unitPurchasePrice: (item) => amount(item.unit_purchase_price),
  unitSalesPrice: (item) => amount(item.unit_sales_price),
});

const changeable = {
  itemNumber: as("item_number"),
  name: as("name"),
  priceIncludesTax: as("price_includes_tax"),
  stockCount: decimalAs("stock_count"),
  type: wordAs("type"),
  unitName: wordAs("unit_name"),
  unitPurchasePrice: decimalAs("unit_purchase_price"),
  unitSalesPrice: decimalAs("unit_sales_price"),
};

const told = encoder<ItemInput>({
  ...changeable,
  assetAccountId: as("asset_account_id"),
  expenseAccountId: as("expense_account_id"),
  incomeAccountId: as("income_account_id"),
  inventoryStartDate: dayAs("inventory_start_date"),
  taxCode: as("tax_code"),
  taxRatePercentage: decimalAs("tax_rate_percentage"),
});

const itemPath = ({ ids }: Call): string => path`/items/${ids["itemId"]}`;

export const items = {
  "items.list": list({
    path: "/items",
    map: item,
    filters: {
      ...modified,
      type: (type) => ({ type: spell(type) }),
      itemNumber: (number) => ({ item_number: number }),
    },
  }),
  "items.get": get({ path: itemPath, map: item }),
  "items.create": create({ path: "/items", encoder: told, map: item, requires: ["name"] }),
  "items.patch": change({ path: itemPath, encoder: encoder<ItemPatch>(changeable), map: item }),
};
