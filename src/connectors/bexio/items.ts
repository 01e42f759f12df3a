import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { type Session } from "../../contract/session.ts";
import { type Encoded, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { pathOf } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { baseCurrency, list, preparedUser } from "./conventions.ts";
import { ids, reference } from "./fields.ts";
import type { Article, User } from "./types.ts";

const types = vocabulary({ 1: "PRODUCT", 2: "SERVICE" });

/** Prices are in the company's currency: another one is left out, with a warning. */
const price =
  (name: "sale_price" | "purchase_price") =>
  (article: Article): number | undefined => {
    const { currency_id: currency, base } = article;
    const read = amount(article[name]);
    if (read !== undefined && currency && base && currency !== base.id)
      throw new Failure("target_bad_response", "The price is in another currency than the company's.");
    return read;
  };

const fields = twoWay({
  expenseAccountId: reference("expense_account_id"),
  incomeAccountId: reference("account_id"),
  itemNumber: plainValue("intern_code"),
  name: plainValue("intern_name"),
  taxCode: reference("tax_income_id"),
});
const prices = twoWay({
  unitPurchasePrice: number("purchase_price"),
  unitSalesPrice: number("sale_price"),
});

const item = mapping<Item, Article>({
  ...ids({ id: "id" }),
  ...fields.reads,
  type: types.read(({ article_type_id: type }) => (type ? String(type) : undefined)),
  unitPurchasePrice: price("purchase_price"),
  unitSalesPrice: price("sale_price"),
});

const typeAs = (type: string, _input: unknown, field: string) => ({
  article_type_id: Number(types.write(type, field)),
});
const patchEncoders = {
  itemNumber: fields.writes.itemNumber,
  name: fields.writes.name,
  ...prices.writes,
  type: typeAs,
};

/** The record without what the connector added to it. */
const raw = ({ base: _base, ...article }: Article): Article => article;

async function withBase(article: Article, session: Session): Promise<Article> {
  const base = await baseCurrency(session);
  return { ...article, ...(base && { base }) };
}

const itemPath = "/2.0/article/{itemId}";

/** A change replaces the item: what bexio accepts is sent again. */
const writable = [
  "user_id",
  "article_type_id",
  "contact_id",
  "deliverer_code",
  "deliverer_name",
  "deliverer_description",
  "intern_code",
  "intern_name",
  "intern_description",
  "purchase_price",
  "sale_price",
  "currency_id",
  "tax_income_id",
  "tax_expense_id",
  "unit_id",
  "is_stock",
  "stock_id",
  "stock_place_id",
  "stock_min_nr",
  "width",
  "height",
  "weight",
  "volume",
  "remarks",
  "delivery_price",
  "article_group_id",
  "account_id",
  "expense_account_id",
];

const readItem = async (call: WriteCall<ItemPatch>, session: Session) =>
  (await session.read(pathOf(itemPath, call))) as Readonly<Record<string, unknown>>;

function changedItem(encoded: Encoded, prepared: unknown): object {
  const before = prepared as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(writable.flatMap((name) => (name in before ? [[name, before[name]]] : [])));
  return { ...kept, ...encoded };
}

export const items = {
  "items.list": list({
    path: "/2.0/article",
    map: item,
    raw,
    defaultOrder: "id",
    join: (natives, session) => Promise.all(natives.map((native) => withBase(native, session))),
    search: {
      path: "/2.0/article/search",
      conditions: { itemNumber: (itemNumber) => ({ field: "intern_code", value: itemNumber, criteria: "=" }) },
    },
  }),
  "items.get": get({
    read: async (call, session) => withBase((await session.read(pathOf(itemPath, call))) as Article, session),
    map: item,
    raw,
  }),
  "items.create": write<ItemInput, Item, Article>({
    method: "POST",
    path: "/2.0/article",
    encoder: encoder<ItemInput>({ ...patchEncoders, ...fields.writes }),
    prepare: preparedUser,
    body: (encoded, prepared, { body }) => ({
      user_id: (prepared as User).id,
      article_type_id: 1,
      // bexio cannot do without a code.
      ...(body.itemNumber === undefined && { intern_code: body.name }),
      ...encoded,
    }),
    map: item,
    requires: ["name"],
    rules: ["An item without itemNumber gets its name as its number, because the target system needs one."],
  }),
  "items.patch": write<ItemPatch, Item, Article>({
    method: "POST",
    path: itemPath,
    encoder: encoder<ItemPatch>(patchEncoders),
    prepare: readItem,
    body: changedItem,
    map: item,
    repeatable: true,
  }),
};
