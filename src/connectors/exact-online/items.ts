import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type * as records from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, resource } from "./conventions.ts";
import { code, codes, identity, stamps, trimmed } from "./fields.ts";
import * as types from "./types.ts";

/** The vendor's units that the contract has too. Of two vendor words for one unit, the first is written. */
const units = vocabulary({
  pc: "PIECE",
  stuk: "PIECE",
  hour: "HOUR",
  uur: "HOUR",
  day: "DAY",
  dag: "DAY",
  month: "MONTH",
  kg: "KILOGRAM",
  g: "GRAM",
  km: "KILOMETRE",
  m: "METRE",
  m2: "SQUARE_METRE",
  m3: "CUBIC_METRE",
  l: "LITRE",
});

/** The fields that a change may write. */
const changeableFields = twoWay({
  itemNumber: code("Code"),
  name: plainValue("Description"),
});
const itemFields = twoWay({
  assetAccountId: plainValue("GLStock"),
  expenseAccountId: plainValue("GLCosts"),
  incomeAccountId: plainValue("GLRevenue"),
  taxCode: code("SalesVatCode"),
  unitPurchasePrice: number("CostPriceStandard"),
});
const item = mapping<records.Item, types.Item>({
  ...identity,
  ...changeableFields.reads,
  ...itemFields.reads,
  ...amounts({ stockCount: "Stock", unitSalesPrice: "StandardSalesPrice" }),
  lastModifiedDate: stamps.updatedDate,
  type: ({ IsTime }) => (IsTime === 1 ? "SERVICE" : "PRODUCT"),
  unitName: ({ Unit: code }) => units.toContract(trimmed(code)?.toLowerCase()),
});
const articles = resource("/logistics/Items", { id: "itemId", key: "ID", map: item, fields: types.itemFields });

const changeable = { ...changeableFields.writes, unitName: units.as("Unit") };
const itemEncoder = encoder<ItemInput>({ ...changeable, ...itemFields.writes }, () => ({ IsSalesItem: true }));

const unitTypes = vocabulary({ A: "AREA", L: "LENGTH", O: "OTHER", T: "TIME", V: "VOLUME", W: "WEIGHT" });
const unit = mapping<records.Unit, types.Unit>({
  ...identity,
  ...codes({ code: "Code" }),
  ...values({ description: "Description" }),
  type: unitTypes.read(({ Type }) => Type),
});

export const items = {
  ...operationsOf("items", {
    list: articles.list({
      filters: {
        type: (type) => ({ $filter: type === "SERVICE" ? "IsTime eq 1" : "IsTime eq 0" }),
        itemNumber: equals("Code"),
      },
      rules: ["Items that are sold by time are of type SERVICE, all others of type PRODUCT."],
    }),
    get: articles.get(),
    create: articles.create<ItemInput>({
      encoder: itemEncoder,
      requires: ["itemNumber", "name"],
      rules: ["The target system keeps sales prices in separate price lists. They cannot be written."],
    }),
    patch: articles.change<ItemPatch>({ encoder: encoder<ItemPatch>(changeable) }),
  }),
  "units.list": resource("/logistics/Units", { id: "unitId", key: "ID", map: unit, fields: types.unitFields }).list(),
};
