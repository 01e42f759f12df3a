import type { WriteCall } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import { type Encoded, encoder, fieldAs, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { instants } from "./days.ts";
import { identity, isGross, unitWord } from "./fields.ts";
import { anyOf } from "./references.ts";
import type { Article, ArticlePrice } from "./types.ts";

const types = vocabulary({
  STORABLE: "PRODUCT",
  BASIC: "PRODUCT",
  SALES_BILL_OF_MATERIAL: "PRODUCT",
  PACKAGING_UNIT: "PRODUCT",
  LOADING_EQUIPMENT: "PRODUCT",
  LOADING_EQUIPMENT_STORABLE: "PRODUCT",
  SERVICE: "SERVICE",
  SERVICE_QUOTA: "SERVICE",
  SHIPPING_COST: "SERVICE",
} as const);

/** The price that is valid today for every customer and from the first piece on. */
function priceOf({ articlePrices }: Article): ArticlePrice | undefined {
  const now = Date.now();
  return articlePrices?.find(
    ({ customerId, priceScaleValue, startDate, endDate }) =>
      !customerId && (amount(priceScaleValue) ?? 0) <= 1 && (startDate ?? 0) <= now && (endDate ?? now) >= now,
  );
}

const itemFields = twoWay({
  itemNumber: plainValue("articleNumber"),
  name: plainValue("name"),
  type: enumValue(types, "articleType"),
});
const accountFields = twoWay({
  expenseAccountId: plainValue("expenseAccountId"),
  incomeAccountId: plainValue("accountId"),
});

const item = mapping<ItemRecord, Article>({
  ...identity,
  ...itemFields.reads,
  ...accountFields.reads,
  ...instants({ lastModifiedDate: "lastModifiedDate" }),
  priceIncludesTax: (native) => {
    const price = priceOf(native);
    return price && isGross(price.salesChannel);
  },
  unitName: ({ references, unitId }) => unitWord(references?.name("unit", unitId)),
  unitSalesPrice: (native) => amount(priceOf(native)?.price),
});

const articles = resource({ entity: "article", id: "itemId", map: item, refers: ["unit"] });

type Priced = Pick<ItemInput, "unitSalesPrice" | "priceIncludesTax">;

const encoders = {
  ...itemFields.writes,
  priceIncludesTax: sentSeparately,
  unitName: fieldAs("unitId"),
  unitSalesPrice: sentSeparately,
};

/** A change replaces the whole list of prices, so the other prices are sent along by their ids. */
function withPrice(encoded: Encoded, before: Article | undefined, { body }: WriteCall<Priced>): object {
  const { unitSalesPrice: price, priceIncludesTax } = body;
  if (price === undefined) {
    if (priceIncludesTax !== undefined)
      throw invalidField("priceIncludesTax needs unitSalesPrice. Send both.", "priceIncludesTax");
    return encoded;
  }
  const current = before && priceOf(before);
  const includesTax = priceIncludesTax ?? isGross(current?.salesChannel);
  const changed = {
    ...(current && { id: current.id, version: current.version }),
    ...(current === undefined && { currencyId: "EUR", priceScaleType: "SCALE_FROM", priceScaleValue: "0" }),
    price: decimal(price),
    salesChannel: includesTax ? "GROSS1" : "NET1",
  };
  const others = (before?.articlePrices ?? []).filter((other) => other !== current);
  return { ...encoded, articlePrices: [changed, ...others.map(({ id, version }) => ({ id, version }))] };
}

export const items = {
  "items.list": articles.list({
    filters: {
      itemNumber: (number) => ({ "articleNumber-eq": number }),
      type: (wanted, field) => ({ "articleType-in": anyOf(types.toVendor(wanted, field)) }),
    },
  }),
  "items.get": articles.get,
  "items.create": articles.create({
    encoder: encoder<ItemInput>({ ...encoders, ...accountFields.writes }),
    body: withPrice,
    requires: ["name", "unitName"],
    rules: ["Prices are in euros."],
  }),
  "items.patch": articles.change({ encoder: encoder<ItemPatch>(encoders), body: withPrice }),
};
