import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { microsoftInstant } from "../../kit/dates.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { change, create, equals, exact, modified, readOne, single, wholeList } from "./conventions.ts";
import type { Item } from "./types.ts";

const itemFields = twoWay({
  itemNumber: plainValue("Code"),
  name: plainValue("Name"),
  unitPurchasePrice: number("PurchaseDetails.UnitPrice"),
  unitSalesPrice: number("SalesDetails.UnitPrice"),
});
/** For new items only. */
const creationFields = twoWay({
  taxCode: plainValue("SalesDetails.TaxType"),
});

const item = mapping<ItemRecord, Item>({
  ...itemFields.reads,
  ...creationFields.reads,
  ...values({ id: "ItemID" }),
  ...amounts({ stockCount: "QuantityOnHand" }),
  lastModifiedDate: (item) => microsoftInstant(item.UpdatedDateUTC),
  // Tracked items are products. Xero does not say what the others are.
  type: (item) => (item.IsTrackedAsInventory ? "PRODUCT" : undefined),
});

/** Every change needs the code and complete details, which hold accounts and tax types too. */
const withCurrent = ({ SalesDetails, PurchaseDetails, ...encoded }: Partial<Item>, before: Item): object => ({
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
    encoder: encoder<ItemInput>({ ...itemFields.writes, ...creationFields.writes }),
    query: () => exact,
    map: item,
    requires: ["itemNumber"],
  }),
  "items.patch": change("Items", {
    id: "itemId",
    encoder: encoder<ItemPatch>(itemFields.writes),
    query: () => exact,
    prepare: ({ ids }, session) => readOne(session, "Items", ids["itemId"], exact),
    body: withCurrent,
    map: item,
  }),
};
