import { itemType, unitName } from "../../contract/enums.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { accountingDay, instant } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { identity } from "./fields.ts";
import { list, modified, oneOf, spell } from "./habits.ts";
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
  "items.get": get({ path: ({ ids }) => path`/items/${ids["itemId"]}`, map: item }),
};
