import type { ListHandler } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { encoder } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { listing, undefinedIfMissing } from "../../kit/reading.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, readRecord, resource } from "./conventions.ts";
import { accountAs, exact, idOf } from "./fields.ts";
import type { Article } from "./types.ts";

const types = vocabulary({ STOCK: "PRODUCT", SERVICE: "SERVICE" });

/** The units that Fortnox has from the start (recorded list). Users add others, under any code. */
const units = vocabulary({ st: "PIECE", h: "HOUR", km: "KILOMETRE", förp: "PACK" });

const listedFields = twoWay({
  itemNumber: plainValue("ArticleNumber"),
  name: plainValue("Description"),
  stockCount: number("QuantityInStock"),
  unitPurchasePrice: number("PurchasePrice"),
});

const shared = {
  ...listedFields.reads,
  id: ({ ArticleNumber }: Article) => ArticleNumber,
  taxRatePercentage: number("VAT").reads,
  unitName: ({ Unit }: Article) => units.toContract(Unit),
  unitSalesPrice: number("SalesPrice").reads,
};

const listedItem = mapping<Item, Article>(shared);

const item = mapping<Item, Article>({
  ...shared,
  expenseAccountId: ({ PurchaseAccount }) => idOf(PurchaseAccount),
  incomeAccountId: ({ SalesAccount }) => idOf(SalesAccount),
  type: types.read(({ Type }) => Type),
});

const shareable = {
  ...listedFields.writes,
  unitPurchasePrice: exact("PurchasePrice"),
  stockCount: exact("QuantityInStock"),
  type: types.as("Type"),
  unitName: units.as("Unit"),
};

const itemEncoder = encoder<ItemInput>({
  ...shareable,
  expenseAccountId: accountAs("PurchaseAccount"),
  incomeAccountId: accountAs("SalesAccount"),
  taxRatePercentage: number("VAT").writes,
});
const patchEncoder = encoder<ItemPatch>(shareable);

const kind = "Article";
const articles = resource<Item, Article>("/articles", "itemId", { kind, map: item });

const searched = list<Item, Article>("Articles", {
  path: "/articles",
  map: listedItem,
  filters: modified,
  rules: ["Lists have no type and no accounts. Get a single record for them."],
});

/** The vendor's own filter finds every number that contains the text, so the article is read by its number. */
const itemList: ListHandler<Item> = {
  ...searched,
  filters: [...searched.filters, "itemNumber"],
  list: async (call, session) => {
    const { itemNumber } = call.filters;
    if (itemNumber === undefined) return searched.list(call, session);
    const found = await undefinedIfMissing(readRecord<Article>(session, path`/articles/${itemNumber}`, kind));
    const fitting = found === undefined ? [] : [found];
    return { ...listing(item, itemsInWindow(fitting, call.window)), total: fitting.length };
  },
};

const pricesRule = "Sales prices belong to price lists at the target system, so they can be read but not written.";

export const items = {
  "items.list": itemList,
  "items.get": articles.get(),
  "items.create": articles.create<ItemInput>({
    encoder: itemEncoder,
    requires: ["name"],
    rules: [pricesRule, "Without an itemNumber the target system assigns the next one."],
  }),
  "items.patch": articles.change<ItemPatch>({ encoder: patchEncoder, rules: [pricesRule] }),
};
