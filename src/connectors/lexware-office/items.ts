import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { encodedTogether, encoder, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, list, reader, replace } from "./conventions.ts";
import type { Article, Price } from "./types.ts";

/** Units are free text at the vendor. These are common German ones; the first of several is what we write. */
const units = vocabulary({
  "Stk.": "PIECE",
  Stk: "PIECE",
  Stück: "STÜCK",
  pauschal: "NOT_UNIT",
  Einheit: "UNIT",
  Stunde: "HOUR",
  Stunden: "HOUR",
  "Std.": "HOUR",
  Std: "HOUR",
  Tag: "DAY",
  Tage: "DAY",
  Nacht: "NIGHT",
  Monat: "MONTH",
  Monate: "MONTH",
  Packung: "PACK",
  Paket: "PACK",
  "%": "PERCENTAGE",
  Prozent: "PERCENTAGE",
  mg: "MILLIGRAM",
  g: "GRAM",
  Gramm: "GRAM",
  kg: "KILOGRAM",
  Kilogramm: "KILOGRAM",
  t: "TONNE",
  m: "METRE",
  Meter: "METRE",
  km: "KILOMETRE",
  Kilometer: "KILOMETRE",
  "m²": "SQUARE_METRE",
  "m³": "CUBIC_METRE",
  ml: "MILLILITRE",
  l: "LITRE",
  Liter: "LITRE",
} as const);
const types = vocabulary({ PRODUCT: "PRODUCT", SERVICE: "SERVICE" });

const itemFields = twoWay({
  itemNumber: plainValue("articleNumber"),
  name: plainValue("title"),
  type: enumValue(types, "type"),
  unitName: enumValue(units, "unitName"),
});

const item = mapping<Item, Article>({
  ...itemFields.reads,
  ...values({ id: "id" }),
  ...instants({ lastModifiedDate: "updatedDate" }),
  ...amounts({ taxRatePercentage: "price.taxRate" }),
  priceIncludesTax: ({ price }) => price && price.leadingPrice === "GROSS",
  unitSalesPrice: ({ price }) => amount(price?.leadingPrice === "GROSS" ? price.grossPrice : price?.netPrice),
});

type Priced = Pick<ItemInput, "priceIncludesTax" | "taxRatePercentage" | "unitSalesPrice">;

/** Only the leading price is sent. The vendor calculates the other one. */
function price({ priceIncludesTax, taxRatePercentage, unitSalesPrice }: Priced, current?: Price | null): object {
  const isGross = priceIncludesTax ?? current?.leadingPrice === "GROSS";
  const before = isGross ? current?.grossPrice : current?.netPrice;
  return {
    price: {
      leadingPrice: isGross ? "GROSS" : "NET",
      [isGross ? "grossPrice" : "netPrice"]: unitSalesPrice === undefined ? before : amount(decimal(unitSalesPrice)),
      taxRate: taxRatePercentage ?? current?.taxRate,
    },
  };
}

export const readArticle = reader<Article>("/articles");

const shared = {
  read: readArticle,
  map: item,
  rules: [
    "Units are free text at Lexware Office. Units that the contract does not have are left out.",
    "unitSalesPrice includes tax if priceIncludesTax is true. Lexware Office calculates the other price.",
  ],
};

export const items = {
  "items.list": list({
    path: "/articles",
    map: item,
    filters: {
      type: (type, field) => ({ type: types.write(type, field) }),
      itemNumber: (number) => ({ articleNumber: number }),
    },
    rules: shared.rules,
  }),
  "items.get": get({ path: "/articles/{itemId}", map: item, rules: shared.rules }),
  "items.create": create({
    ...shared,
    path: "/articles",
    encoder: encoder<ItemInput>({
      ...itemFields.writes,
      ...encodedTogether(["priceIncludesTax", "taxRatePercentage", "unitSalesPrice"], (input: Priced) => price(input)),
    }),
    requires: ["name", "type", "unitName", "unitSalesPrice", "taxRatePercentage"],
  }),
  "items.patch": replace({
    ...shared,
    path: "/articles/{itemId}",
    encoder: encoder<ItemPatch>({
      ...itemFields.writes,
      priceIncludesTax: sentSeparately,
      unitSalesPrice: sentSeparately,
    }),
    prepare: ({ ids }, session) => readArticle(ids["itemId"], session),
    body: (changes, current: Article, { body: patch }) => ({
      title: current.title,
      description: current.description,
      type: current.type,
      articleNumber: current.articleNumber,
      gtin: current.gtin,
      note: current.note,
      unitName: current.unitName,
      version: current.version,
      ...changes,
      ...price(patch, current.price),
    }),
  }),
};
