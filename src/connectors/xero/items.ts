import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { microsoftInstant } from "../../kit/dates.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { change, create, equals, exact, modified, readOne, single, wholeList } from "./conventions.ts";
import type { Item } from "./types.ts";

const item = mapping<ItemRecord, Item>({
  id: (item) => item.ItemID,
  itemNumber: (item) => item.Code,
  lastModifiedDate: (item) => microsoftInstant(item.UpdatedDateUTC),
  name: (item) => item.Name,
  stockCount: (item) => amount(item.QuantityOnHand),
  taxCode: (item) => item.SalesDetails?.TaxType,
  /** What has a stock is a product; of everything else Xero does not say what it is. */
  type: (item) => (item.IsTrackedAsInventory ? "PRODUCT" : undefined),
  unitPurchasePrice: (item) => amount(item.PurchaseDetails?.UnitPrice),
  unitSalesPrice: (item) => amount(item.SalesDetails?.UnitPrice),
});

const encoders = {
  itemNumber: as("Code"),
  name: as("Name"),
  unitPurchasePrice: numberAs("PurchaseDetails", "UnitPrice"),
  unitSalesPrice: numberAs("SalesDetails", "UnitPrice"),
};

/** Xero wants the code with every change, and details as a whole: accounts and taxes are in them. */
const withKept = ({ SalesDetails, PurchaseDetails, ...encoded }: Partial<Item>, before: Item): object => ({
  Code: before.Code,
  ...encoded,
  ...(SalesDetails && { SalesDetails: { ...before.SalesDetails, ...SalesDetails } }),
  ...(PurchaseDetails && { PurchaseDetails: { ...before.PurchaseDetails, ...PurchaseDetails } }),
});

export const items = {
  "items.list": wholeList("Items", {
    map: item,
    query: exact,
    headers: modified,
    filters: { itemNumber: equals("Code") },
  }),
  "items.get": single("Items", { id: "itemId", map: item, query: exact }),
  "items.create": create("Items", {
    encoder: encoder<ItemInput>({ ...encoders, taxCode: as("SalesDetails", "TaxType") }),
    query: () => exact,
    map: item,
    requires: ["itemNumber"],
  }),
  "items.patch": change("Items", {
    id: "itemId",
    encoder: encoder<ItemPatch>(encoders),
    query: () => exact,
    prepare: ({ ids }, session) => readOne(session, "Items", ids["itemId"], exact),
    body: withKept,
    map: item,
  }),
};
