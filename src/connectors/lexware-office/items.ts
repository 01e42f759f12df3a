import type { Call } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { type Session } from "../../contract/session.ts";
import { instant } from "../../kit/dates.ts";
import { as, elsewhere, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, list, replace } from "./conventions.ts";
import type { Article, Price } from "./types.ts";
import { unitsByName, unitWords } from "./units.ts";

const item = mapping<Item, Article>({
  id: ({ id }) => id,
  itemNumber: (article) => article.articleNumber,
  lastModifiedDate: (article) => instant(article.updatedDate),
  name: ({ title }) => title,
  priceIncludesTax: ({ price }) => price && price.leadingPrice === "GROSS",
  taxRatePercentage: ({ price }) => amount(price?.taxRate),
  type: vocabulary({ PRODUCT: "PRODUCT", SERVICE: "SERVICE" }).read(({ type }) => type),
  unitName: vocabulary(unitsByName).read((article) => article.unitName),
  unitSalesPrice: ({ price }) => amount(price?.leadingPrice === "GROSS" ? price.grossPrice : price?.netPrice),
});

type Priced = Pick<ItemInput, "priceIncludesTax" | "taxRatePercentage" | "unitSalesPrice">;

/** The price that leads is told, the other one follows from it. */
function price({ priceIncludesTax, taxRatePercentage, unitSalesPrice }: Priced, now?: Price | null): object {
  const isGross = priceIncludesTax ?? now?.leadingPrice === "GROSS";
  const kept = isGross ? now?.grossPrice : now?.netPrice;
  return {
    price: {
      leadingPrice: isGross ? "GROSS" : "NET",
      [isGross ? "grossPrice" : "netPrice"]: unitSalesPrice === undefined ? kept : amount(decimal(unitSalesPrice)),
      taxRate: taxRatePercentage ?? now?.taxRate,
    },
  };
}

const told = {
  itemNumber: as("articleNumber"),
  name: as("title"),
  type: as("type"),
  unitName: (unit: keyof typeof unitWords) => ({ unitName: unitWords[unit] }),
};
const priced = (_: unknown, input: Priced) => price(input);

const itemPath = ({ ids }: Call): string => path`/articles/${ids["itemId"]}`;
const read = async (id: string, session: Session): Promise<Article> =>
  (await session.read(path`/articles/${id}`)) as Article;

const rules = [
  "Units are free text at Lexware Office: those that the contract has no word for are left out.",
  "unitSalesPrice is with tax where priceIncludesTax is true; Lexware Office reckons the other one.",
];

export const items = {
  "items.list": list({
    path: "/articles",
    map: item,
    filters: {
      type: (type) => ({ type }),
      itemNumber: (number) => ({ articleNumber: number }),
    },
    rules,
  }),
  "items.get": get({ path: itemPath, map: item, rules }),
  "items.create": create({
    path: "/articles",
    encoder: encoder<ItemInput>({
      ...told,
      priceIncludesTax: priced,
      taxRatePercentage: priced,
      unitSalesPrice: priced,
    }),
    read,
    map: item,
    requires: ["name", "type", "unitName", "unitSalesPrice", "taxRatePercentage"],
    rules,
  }),
  "items.patch": replace({
    path: itemPath,
    encoder: encoder<ItemPatch>({ ...told, priceIncludesTax: elsewhere, unitSalesPrice: elsewhere }),
    prepare: ({ ids }, session) => read(ids["itemId"] ?? "", session),
    body: (changes, now: Article, { body: patch }) => ({
      ...{ title: now.title, description: now.description, type: now.type, articleNumber: now.articleNumber },
      ...{ gtin: now.gtin, note: now.note, unitName: now.unitName, version: now.version },
      ...changes,
      ...price(patch, now.price),
    }),
    read,
    map: item,
    rules,
  }),
};
