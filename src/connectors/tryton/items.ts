import type { ItemInput } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { as, elsewhere, encoder, invalid } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { createOf, getOf, type Kind, listOf, marking, select } from "./conventions.ts";
import { identity, named, percentOf, priceAs, stamps, textOf } from "./fields.ts";
import { decimalValue } from "./rpc.ts";
import type { Product, Unit } from "./types.ts";

const types = vocabulary({ goods: "PRODUCT", assets: "PRODUCT", service: "SERVICE" });

/** By their symbols: names are in the language of the user. */
const units = vocabulary({
  u: "UNIT",
  d: "DAY",
  h: "HOUR",
  g: "GRAM",
  kg: "KILOGRAM",
  km: "KILOMETRE",
  l: "LITRE",
  m: "METRE",
  "m²": "SQUARE_METRE",
  "m³": "CUBIC_METRE",
  t: "TONNE",
});

const onlyTax = ({ account_category: category }: Product) =>
  category?.customer_taxes?.length === 1 ? category.customer_taxes[0] : undefined;

const item: Kind<Item, Product> = {
  model: "product.product",
  fields: [
    ...["code", "name", "type", "default_uom.symbol", "list_price", "cost_price"],
    ...["account_category.account_revenue", "account_category.account_expense"],
    ...["account_category.customer_taxes.rate", "template.create_date", "template.write_date"],
  ],
  map: mapping({
    ...identity,
    ...named,
    expenseAccountId: (product) => textOf(product.account_category?.account_expense),
    incomeAccountId: (product) => textOf(product.account_category?.account_revenue),
    itemNumber: ({ code }) => code,
    lastModifiedDate: stamps.updatedDate,
    taxCode: (product) => textOf(onlyTax(product)?.id),
    taxRatePercentage: (product) => percentOf(onlyTax(product)?.rate),
    type: types.read(({ type }) => type),
    unitName: (product) => units.ours(product.default_uom?.symbol),
    unitPurchasePrice: (product) => amount(product.cost_price),
    unitSalesPrice: (product) => amount(product.list_price),
  }),
};

async function unitFor(name: string | undefined, session: Session): Promise<number> {
  const symbol = units.write(name ?? "UNIT", "unitName");
  const [found] = await select<Unit>(session, { model: "product.uom", fields: ["symbol"] }, [["symbol", "=", symbol]]);
  if (found === undefined) throw invalid(`This target system has no unit ${symbol}.`, "unitName");
  return found.id;
}

interface Category {
  readonly id: number;
  readonly account_expense?: number | null;
  readonly account_revenue?: number | null;
}

/** The category that books to these accounts, where they are given. Tryton cannot search it by them. */
async function categoryFor(body: ItemInput, session: Session): Promise<number | undefined> {
  const { incomeAccountId: income, expenseAccountId: expense } = body;
  if (income === undefined && expense === undefined) return undefined;
  const source = { model: "product.category", fields: ["account_expense", "account_revenue"] };
  const all = await select<Category>(session, source, [["accounting", "=", true]]);
  const fits = (wanted: string | undefined, account: number | null | undefined) =>
    wanted === undefined || wanted === textOf(account);
  const found = all.find((one) => fits(income, one.account_revenue) && fits(expense, one.account_expense));
  if (found === undefined)
    throw invalid("No product category of this target system books to these accounts.", "incomeAccountId");
  return found.id;
}

interface Prepared {
  readonly unit: number;
  readonly category: number | undefined;
}

export const items = {
  "items.list": listOf(item, {
    filters: {
      itemNumber: (number) => [["code", "=", number]],
      type: (type) => [["type", "in", types.theirs(type, "type")]],
    },
    rules: ["Only products in use are listed."],
  }),
  "items.get": getOf({ ...item, archived: true }),
  "items.create": createOf<ItemInput, Item, Product>(item, {
    model: "product.template",
    told: (id) => [["template", "=", id]],
    encoder: encoder<ItemInput>({
      expenseAccountId: elsewhere,
      incomeAccountId: elsewhere,
      itemNumber: elsewhere,
      name: as("name"),
      type: types.as("type"),
      unitName: elsewhere,
      unitPurchasePrice: elsewhere,
      unitSalesPrice: priceAs("list_price"),
    }),
    prepare: async ({ body }, session) => ({
      unit: await unitFor(body.unitName, session),
      category: await categoryFor(body, session),
    }),
    marked: (reference) => [["identifiers.code", "=", reference]],
    values: (encoded, { unit, category }: Prepared, { body, marker }) => ({
      ...{ type: "goods", list_price: decimalValue("0"), default_uom: unit, cost_price_method: "fixed" },
      ...{ salable: true, sale_uom: unit, purchasable: true, purchase_uom: unit, ...encoded },
      ...(category !== undefined && { account_category: category }),
      products: [["create", [variantOf(body, marker)]]],
    }),
    stub: (id) => ({ id }),
    requires: ["name"],
    rules: [
      "incomeAccountId and expenseAccountId choose the product category that books to them; there has to be one.",
      "A new product has one identifier without a type: a reference of ours.",
    ],
  }),
};

const variantOf = ({ itemNumber, unitPurchasePrice }: ItemInput, marker: string): object => ({
  ...(itemNumber !== undefined && { suffix_code: itemNumber }),
  cost_price: decimalValue(decimal(unitPurchasePrice ?? 0)),
  identifiers: [["create", [{ type: null, code: marking(marker) }]]],
});
