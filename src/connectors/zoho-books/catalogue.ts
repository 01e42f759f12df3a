/** Tax rates and items. */
import type { TaxChoice } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { type Encoded, encoder } from "../../kit/encode.ts";
import { inMemoryReads } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { enumValue, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { allOf, list, readRecord, resource } from "./conventions.ts";
import type { Item, Tax } from "./types.ts";

const taxRate = mapping<TaxRateRecord, Tax>({
  // Lines refer to a tax by its id.
  ...values({ id: "tax_id", code: "tax_id", name: "tax_name" }),
  percentage: ({ tax_percentage: rate }) => amount(rate),
});

const taxesOf = async (session: Session): Promise<readonly Tax[]> =>
  (await allOf<Tax>(session, "/settings/taxes", "taxes")).filter(({ is_inactive: isInactive }) => isInactive !== true);

/** The company's default tax, if it has this rate. */
export async function defaultTaxCode({ percentage, rule }: TaxChoice, session: Session): Promise<string | undefined> {
  if (rule !== undefined) return undefined;
  const found = (await taxesOf(session)).find(({ is_default_tax: isDefault }) => isDefault === true);
  return found !== undefined && amount(found.tax_percentage) === percentage ? found.tax_id : undefined;
}

const productTypes = vocabulary({ goods: "PRODUCT", service: "SERVICE", digital_service: "SERVICE" });

const itemFields = twoWay({
  itemNumber: plainValue("sku"),
  name: plainValue("name"),
  type: enumValue(productTypes, "product_type"),
  unitPurchasePrice: number("purchase_rate"),
  unitSalesPrice: number("rate"),
});
/** For new items only. */
const creationFields = twoWay({
  expenseAccountId: plainValue("purchase_account_id"),
  incomeAccountId: plainValue("account_id"),
  taxCode: plainValue("tax_id"),
});

const item = mapping<ItemRecord, Item>({
  ...itemFields.reads,
  ...creationFields.reads,
  ...values({ id: "item_id" }),
  ...amounts({ stockCount: "stock_on_hand" }),
  ...instants({ lastModifiedDate: "last_modified_time" }),
  taxRatePercentage: ({ tax_id: id, tax_percentage: rate }) => (id ? amount(rate) : undefined),
});

/** An item that is only sold has no purchase price. */
const kindOf = ({ unitPurchasePrice, expenseAccountId }: ItemInput): object => ({
  item_type: unitPurchasePrice === undefined && expenseAccountId === undefined ? "sales" : "sales_and_purchases",
});

const itemRecords = resource<ItemRecord, Item>("/items", "itemId", { kind: "item", map: item });

export const catalogue = {
  ...operationsOf("taxRates", inMemoryReads({ read: taxesOf, map: taxRate, id: ({ tax_id: id }: Tax) => id })),
  "items.list": list<ItemRecord, Item>("items", {
    path: "/items",
    query: { filter_by: "Status.All" },
    map: item,
    filters: {},
    defaultOrder: "name",
  }),
  "items.get": itemRecords.get(),
  "items.create": itemRecords.create<ItemInput>({
    encoder: encoder<ItemInput>({ ...itemFields.writes, ...creationFields.writes }, kindOf),
    requires: ["name", "unitSalesPrice"],
  }),
  "items.patch": itemRecords.change<ItemPatch>({
    encoder: encoder<ItemPatch>(itemFields.writes),
    prepare: ({ ids }, session) => readRecord<Item>(session, path`/items/${ids["itemId"]}`, "item"),
    // Every change needs both.
    body: (encoded: Encoded, prepared) => {
      const { name, rate } = prepared as Item;
      return { name, rate, ...encoded };
    },
  }),
};
