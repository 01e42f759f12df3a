import type { WriteCall } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { type Session } from "../../contract/session.ts";
import { microsoftInstant } from "../../kit/dates.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { equals, exact, modified, recordsIn, single, wholeList } from "./conventions.ts";
import { change, create } from "./telling.ts";
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

/** Price and tax of a sale are told together. */
const salesDetails = (_value: unknown, { taxCode, unitSalesPrice }: ItemInput): object => ({
  SalesDetails: {
    ...(unitSalesPrice !== undefined && numberAs("UnitPrice")(unitSalesPrice)),
    ...(taxCode !== undefined && { TaxType: taxCode }),
  },
});

const fields = {
  itemNumber: as("Code"),
  name: as("Name"),
  unitPurchasePrice: (price: number) => ({ PurchaseDetails: numberAs("UnitPrice")(price) }),
  unitSalesPrice: salesDetails,
};

/** Xero wants the code with every change, and details as a whole: accounts and taxes are in them. */
const withKept = (told: Partial<Item>, before: Item | undefined): object => ({
  Code: before?.Code,
  ...told,
  ...(told.SalesDetails && { SalesDetails: { ...before?.SalesDetails, ...told.SalesDetails } }),
  ...(told.PurchaseDetails && { PurchaseDetails: { ...before?.PurchaseDetails, ...told.PurchaseDetails } }),
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
    encoder: encoder<ItemInput>({ ...fields, taxCode: salesDetails }),
    query: () => exact,
    map: item,
    requires: ["itemNumber"],
  }),
  "items.patch": change("Items", {
    id: "itemId",
    encoder: encoder<ItemPatch>(fields),
    query: () => exact,
    prepare: async ({ ids }: WriteCall<ItemPatch>, session: Session) =>
      recordsIn(await session.read(path`/Items/${ids["itemId"]}`, exact), "Items")[0],
    body: withKept,
    map: item,
  }),
};
