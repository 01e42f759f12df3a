import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type * as records from "../../contract/records/catalogue.ts";
import { amounts, values } from "../../kit/columns.ts";
import { as, encoder, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { equals, modified, resource, selected } from "./conventions.ts";
import { codes, identity, stamps, trimmed } from "./fields.ts";
import type { Item, Unit } from "./types.ts";

/** Those of its units that the contract has a word for; the first of ours is written. */
const units = vocabulary({
  ...{ pc: "PIECE", stuk: "PIECE", hour: "HOUR", uur: "HOUR", day: "DAY", dag: "DAY", month: "MONTH", kg: "KILOGRAM" },
  ...{ g: "GRAM", km: "KILOMETRE", m: "METRE", m2: "SQUARE_METRE", m3: "CUBIC_METRE", l: "LITRE" },
});

const item = mapping<records.Item, Item>({
  ...identity,
  ...values({ assetAccountId: "GLStock", expenseAccountId: "GLCosts", incomeAccountId: "GLRevenue" }),
  ...values({ name: "Description" }),
  ...codes({ itemNumber: "Code", taxCode: "SalesVatCode" }),
  ...amounts({ stockCount: "Stock", unitPurchasePrice: "CostPriceStandard", unitSalesPrice: "StandardSalesPrice" }),
  lastModifiedDate: stamps.updatedDate,
  type: ({ IsTime }) => (IsTime === 1 ? "SERVICE" : "PRODUCT"),
  unitName: ({ Unit: code }) => units.ours(trimmed(code)?.toLowerCase()),
});

const articles = resource("/logistics/Items", {
  ...{ id: "itemId", key: "ID", map: item },
  ...selected(
    "ID,Code,Description,CostPriceStandard,StandardSalesPrice,GLCosts,GLRevenue,GLStock,IsTime,SalesVatCode,Stock,Unit,Created,Modified",
  ),
});

const written = { itemNumber: as("Code"), name: as("Description"), unitName: units.as("Unit") };

const unit = mapping<records.Unit, Unit>({
  ...identity,
  code: ({ Code }) => trimmed(Code),
  description: ({ Description }) => Description,
  type: vocabulary({ A: "AREA", L: "LENGTH", O: "OTHER", T: "TIME", V: "VOLUME", W: "WEIGHT" }).read(
    ({ Type }) => Type,
  ),
});

export const items = {
  "items.list": articles.list({
    filters: {
      ...modified,
      type: (type) => ({ $filter: type === "SERVICE" ? "IsTime eq 1" : "IsTime eq 0" }),
      itemNumber: equals("Code"),
    },
    rules: ["An item that is sold by time is a SERVICE, every other a PRODUCT."],
  }),
  "items.get": articles.get(),
  "items.create": articles.create<ItemInput>({
    encoder: encoder<ItemInput>(
      {
        ...written,
        ...{ assetAccountId: as("GLStock"), expenseAccountId: as("GLCosts"), incomeAccountId: as("GLRevenue") },
        ...{ taxCode: as("SalesVatCode"), unitPurchasePrice: numberAs("CostPriceStandard") },
      },
      () => ({ IsSalesItem: true }),
    ),
    requires: ["itemNumber", "name"],
    rules: ["Sales prices are kept in price lists of their own and cannot be written here."],
  }),
  "items.patch": articles.change<ItemPatch>({ encoder: encoder<ItemPatch>(written) }),
  "units.list": resource("/logistics/Units", {
    ...{ id: "unitId", key: "ID", map: unit },
    ...selected("ID,Code,Description,Type"),
  }).list(),
};
