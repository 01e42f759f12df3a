import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { microsoftInstant } from "../../kit/dates.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { change, create, equals, exact, modified, readOne, single, wholeList } from "./conventions.ts";
import type { Item } from "./types.ts";

const item = mapping<ItemRecord, Item>({
  ...values({ id: "ItemID", itemNumber: "Code", name: "Name", taxCode: "SalesDetails.TaxType" }),
  ...amounts({
    stockCount: "QuantityOnHand",
    unitPurchasePrice: "PurchaseDetails.UnitPrice",
    unitSalesPrice: "SalesDetails.UnitPrice",
  }),
  lastModifiedDate: (item) => microsoftInstant(item.UpdatedDateUTC),
  /** What has a stock is a product; of everything else Xero does not say what it is. */
  type: (item) => (item.IsTrackedAsInventory ? "PRODUCT" : undefined),
});

const encoders = {
  ...allAs(as, { itemNumber: "Code", name: "Name" }),
  ...allAs(numberAs, { unitPurchasePrice: "PurchaseDetails.UnitPrice", unitSalesPrice: "SalesDetails.UnitPrice" }),
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
