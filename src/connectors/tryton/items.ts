import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, fieldAs, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { markerText } from "../../kit/models/writing.ts";
import { decimal } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { getOf, idFor, type Kind, listOf, select } from "./conventions.ts";
import { identity, ids, named, percentOf, priceAs, stamps, textOf } from "./fields.ts";
import { decimalValue } from "./rpc.ts";
import type { Category, Identified, Product } from "./types.ts";
import { changeOf, createOf } from "./writing.ts";

const types = vocabulary({ goods: "PRODUCT", assets: "PRODUCT", service: "SERVICE" });

/** By symbol, because names are in the user's language. */
const units = vocabulary({
  u: "UNIT",
  d: "DAY",
  h: "HOUR",
  g: "GRAM",
  kg: "KILOGRAM",
  t: "TONNE",
  km: "KILOMETRE",
  m: "METRE",
  "m²": "SQUARE_METRE",
  "m³": "CUBIC_METRE",
  l: "LITRE",
});

const onlyTax = ({ account_category: category }: Product) =>
  category?.customer_taxes?.length === 1 ? category.customer_taxes[0] : undefined;

const item: Kind<Item, Product> = {
  model: "product.product",
  fields: `code name type default_uom.symbol list_price cost_price template.code
    account_category(account_revenue account_expense customer_taxes.rate)`,
  parts: ["template"],
  map: mapping<Item, Product>({
    ...identity,
    ...named,
    ...ids({ expenseAccountId: "account_category.account_expense" }),
    ...ids({ incomeAccountId: "account_category.account_revenue" }),
    ...amounts({ unitPurchasePrice: "cost_price", unitSalesPrice: "list_price" }),
    ...values({ itemNumber: "code" }),
    lastModifiedDate: stamps.updatedDate,
    taxCode: (product) => textOf(onlyTax(product)?.id),
    taxRatePercentage: (product) => percentOf(onlyTax(product)?.rate),
    type: types.read(({ type }) => type),
    unitName: (product) => units.toContract(product.default_uom?.symbol),
  }),
};

async function unitFor(name: string | undefined, session: Session): Promise<number> {
  const symbol = units.write(name ?? "UNIT", "unitName");
  const refusal = invalidField(`This target system has no unit ${symbol}.`, "unitName");
  return idFor(session, { model: "product.uom" }, [["symbol", "=", symbol]], refusal);
}

/** The category that posts to these accounts, if any are given. Tryton cannot search categories by account. */
async function categoryFor(body: ItemInput, session: Session): Promise<number | undefined> {
  const { incomeAccountId: income, expenseAccountId: expense } = body;
  if (income === undefined && expense === undefined) return undefined;
  const source = { model: "product.category", fields: "account_expense account_revenue" };
  const categories = await select<Category & Identified>(session, source, [["accounting", "=", true]]);
  const fits = (requested: string | undefined, account: number | null | undefined) =>
    requested === undefined || requested === textOf(account);
  const category = categories.find(
    (candidate) => fits(income, candidate.account_revenue) && fits(expense, candidate.account_expense),
  );
  if (category === undefined)
    throw invalidField("No product category of this target system posts to these accounts.", "incomeAccountId");
  return category.id;
}

/** The fields of a template and its variant. */
const encoders = {
  itemNumber: sentSeparately,
  name: fieldAs("name"),
  type: types.as("type"),
  unitName: sentSeparately,
  unitPurchasePrice: sentSeparately,
  unitSalesPrice: priceAs("list_price"),
};

/** An item's number starts with its template's. */
function suffixOf(number: string, { template }: Product): string {
  const prefix = template?.code ?? "";
  if (number.startsWith(prefix)) return number.slice(prefix.length);
  throw invalidField(`itemNumber must start with ${prefix}, like all numbers of this item's template.`, "itemNumber");
}

const variantOf = ({ itemNumber, unitPurchasePrice: cost }: ItemPatch, template?: Product): object => ({
  ...(itemNumber !== undefined && { suffix_code: template ? suffixOf(itemNumber, template) : itemNumber }),
  ...(cost !== undefined && { cost_price: decimalValue(decimal(cost)) }),
});

const newVariant = (body: ItemInput, marker: string): object => ({
  cost_price: decimalValue("0"),
  ...variantOf(body),
  identifiers: [["create", [{ type: null, code: markerText(marker) }]]],
});

const unitsOf = (unit: number) => ({ default_uom: unit, sale_uom: unit, purchase_uom: unit });

export const items = {
  "items.list": listOf(item, {
    filters: {
      itemNumber: (number) => [["code", "=", number]],
      type: (type) => [["type", "in", types.toVendor(type, "type")]],
    },
    rules: ["Lists only active products."],
  }),
  "items.get": getOf({ ...item, archived: true }),
  "items.patch": changeOf<ItemPatch, Item, Product, { readonly native: Product; readonly unit: number | undefined }>(
    item,
    {
      model: "product.template",
      of: ({ template }) => template?.id ?? 0,
      encoder: encoder<ItemPatch>(encoders),
      prepare: async ({ body }, session, native) => ({
        native: native as Product,
        unit: body.unitName === undefined ? undefined : await unitFor(body.unitName, session),
      }),
      values: (encoded, { native, unit }, { body }) => ({
        ...encoded,
        ...(unit !== undefined && unitsOf(unit)),
        products: [["write", [native.id], variantOf(body, native)]],
      }),
      rules: ["Name, type, unit and price belong to the template, so other variants change too."],
    },
  ),
  "items.create": createOf<ItemInput, Item, Product, { readonly unit: number; readonly category: number | undefined }>(
    item,
    {
      model: "product.template",
      domainById: (id) => [["template", "=", id]],
      encoder: encoder<ItemInput>({ ...encoders, expenseAccountId: sentSeparately, incomeAccountId: sentSeparately }),
      prepare: async ({ body }, session) => ({
        unit: await unitFor(body.unitName, session),
        category: await categoryFor(body, session),
      }),
      marked: (reference) => [["identifiers.code", "=", reference]],
      values: (encoded, { unit, category }, { body, marker }) => ({
        type: "goods",
        list_price: decimalValue("0"),
        cost_price_method: "fixed",
        ...unitsOf(unit),
        salable: true,
        purchasable: true,
        ...encoded,
        ...(category !== undefined && { account_category: category }),
        products: [["create", [newVariant(body, marker)]]],
      }),
      requires: ["name"],
      rules: [
        "incomeAccountId and expenseAccountId choose the product category that posts to them. Such a category must exist.",
        "A new product gets an identifier without a type, which Kontor needs as a reference.",
      ],
    },
  ),
};
