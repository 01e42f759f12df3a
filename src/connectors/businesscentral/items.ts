import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { at, equals, list, modified, oneOfTheirs, single } from "./conventions.ts";
import { identity, option, updated } from "./fields.ts";
import { amountAs, change, create, wordAs } from "./telling.ts";
import type { Item } from "./types.ts";

const types = { Inventory: "PRODUCT", Service: "SERVICE", "Non-Inventory": "PRODUCT" } as const;

/** Units are named as everybody likes, but have a code of UN/ECE Recommendation 20 besides. */
const units: Readonly<Record<string, NonNullable<ItemRecord["unitName"]>>> = {
  C62: "PIECE",
  DAY: "DAY",
  EA: "PIECE",
  GRM: "GRAM",
  HUR: "HOUR",
  KGM: "KILOGRAM",
  KMT: "KILOMETRE",
  LTR: "LITRE",
  MGM: "MILLIGRAM",
  MLT: "MILLILITRE",
  MON: "MONTH",
  MTK: "SQUARE_METRE",
  MTQ: "CUBIC_METRE",
  MTR: "METRE",
  P1: "PERCENTAGE",
  PCE: "PIECE",
  TNE: "TONNE",
};

const item = mapping<ItemRecord, Item>({
  ...identity,
  itemNumber: ({ number }) => number,
  lastModifiedDate: updated.updatedDate,
  name: ({ displayName }) => displayName,
  priceIncludesTax: (item) => item.priceIncludesTax,
  stockCount: ({ inventory }) => amount(inventory),
  taxCode: (item) => item.taxGroupCode,
  type: vocabulary(types).read(({ type }) => option(type)),
  unitName: ({ unitOfMeasure }) => units[unitOfMeasure?.internationalStandardCode ?? ""],
  unitPurchasePrice: ({ unitCost }) => amount(unitCost),
  unitSalesPrice: ({ unitPrice }) => amount(unitPrice),
});

const fields = {
  itemNumber: as("number"),
  name: as("displayName"),
  priceIncludesTax: as("priceIncludesTax"),
  type: wordAs("type", types, "type"),
  unitPurchasePrice: amountAs("unitCost"),
  unitSalesPrice: amountAs("unitPrice"),
};
const told = encoder<ItemInput>({ ...fields, taxCode: as("taxGroupCode") });
const toldPatch = encoder<ItemPatch>(fields);

const expand = "unitOfMeasure";
const itemAt = at("items", "itemId");

export const items = {
  "items.list": list("items", {
    map: item,
    expand,
    filters: { ...modified, type: oneOfTheirs(types, "type", "type"), itemNumber: equals("number") },
  }),
  "items.get": single(itemAt, { map: item, expand }),
  "items.create": create("items", { encoder: told, map: item, expand, requires: ["name"] }),
  "items.patch": change(itemAt, { encoder: toldPatch, map: item, expand }),
};
