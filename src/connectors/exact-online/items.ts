import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type * as records from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, resource } from "./conventions.ts";
import { codes, identity, stamps, trimmed } from "./fields.ts";
import * as types from "./types.ts";

/** Those of its units that the contract has a word for; the first of ours is written. */
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

const accounts = { assetAccountId: "GLStock", expenseAccountId: "GLCosts", incomeAccountId: "GLRevenue" } as const;
const item = mapping<records.Item, types.Item>({
  ...identity,
  ...values({ ...accounts, name: "Description" }),
  ...codes({ itemNumber: "Code", taxCode: "SalesVatCode" }),
  ...amounts({ stockCount: "Stock", unitPurchasePrice: "CostPriceStandard", unitSalesPrice: "StandardSalesPrice" }),
  lastModifiedDate: stamps.updatedDate,
  type: ({ IsTime }) => (IsTime === 1 ? "SERVICE" : "PRODUCT"),
  unitName: ({ Unit: code }) => units.ours(trimmed(code)?.toLowerCase()),
});
const articles = resource("/logistics/Items", { id: "itemId", key: "ID", map: item, fields: types.item });

const written = { itemNumber: as("Code"), name: as("Description"), unitName: units.as("Unit") };
const itemEncoder = encoder<ItemInput>(
  {
    ...written,
    ...allAs(as, accounts),
    taxCode: as("SalesVatCode"),
    unitPurchasePrice: numberAs("CostPriceStandard"),
  },
  () => ({ IsSalesItem: true }),
);

const unitTypes = vocabulary({ A: "AREA", L: "LENGTH", O: "OTHER", T: "TIME", V: "VOLUME", W: "WEIGHT" });
const unit = mapping<records.Unit, types.Unit>({
  ...identity,
  ...codes({ code: "Code" }),
  ...values({ description: "Description" }),
  type: unitTypes.read(({ Type }) => Type),
});

export const items = {
  ...named("items", {
    list: articles.list({
      filters: {
        type: (type) => ({ $filter: type === "SERVICE" ? "IsTime eq 1" : "IsTime eq 0" }),
        itemNumber: equals("Code"),
      },
      rules: ["An item that is sold by time is a SERVICE, every other a PRODUCT."],
    }),
    get: articles.get(),
    create: articles.create<ItemInput>({
      encoder: itemEncoder,
      requires: ["itemNumber", "name"],
      rules: ["Sales prices are kept in price lists of their own and cannot be written here."],
    }),
    patch: articles.change<ItemPatch>({ encoder: encoder<ItemPatch>(written) }),
  }),
  "units.list": resource("/logistics/Units", { id: "unitId", key: "ID", map: unit, fields: types.unit }).list(),
};
