import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { encoder, fieldAs, invalidField, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { markerText } from "../../kit/models/writing.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { changeOf, createOf, getOf, idFor, type Kind, listOf } from "./conventions.ts";
import { exact, identity, linkedId, named as nameOf, stamps, textOf } from "./fields.ts";
import { rateOf } from "./lines.ts";
import { taxesAs } from "./posting.ts";
import { known } from "./records.ts";
import { namesOf, type Product, productFields, taxBelowFields } from "./types.ts";

/** Goods are consumable or, before version 18, also storable. */
const types = vocabulary({ consu: "PRODUCT", product: "PRODUCT", combo: "PRODUCT", service: "SERVICE" });

/** The names in a new database. A renamed unit keeps its own name. */
const units = vocabulary({
  Units: ["UNIT", "PIECE"],
  Days: "DAY",
  Hours: "HOUR",
  g: "GRAM",
  kg: "KILOGRAM",
  t: "TONNE",
  km: "KILOMETRE",
  m: "METRE",
  "m²": "SQUARE_METRE",
  "m³": "CUBIC_METRE",
  L: "LITRE",
});

const onlyTax = ({ taxes_id: taxes }: Product) => (taxes?.length === 1 ? taxes[0] : undefined);

const priced = twoWay({
  itemNumber: plainValue("default_code"),
  unitPurchasePrice: number("standard_price"),
  unitSalesPrice: number("list_price"),
});

const postedTo = twoWay({
  expenseAccountId: linkedId("property_account_expense_id"),
  incomeAccountId: linkedId("property_account_income_id"),
});

/** Products that all companies share are priced in the currency of the first company; costs are in the chosen company's. */
function salesPriceOf({
  list_price: price,
  currency_id: currency,
  cost_currency_id: books,
}: Product): number | undefined {
  if (currency === undefined || books === undefined || currency.id === books.id) return exact(price);
  throw new Failure("target_bad_response", `it is in ${currency.label}, and the company's currency is ${books.label}`);
}

const item: Kind<Item, Product> = {
  model: "product.product",
  fields: namesOf(productFields),
  links: { taxes_id: { model: "account.tax", fields: namesOf(taxBelowFields) } },
  map: mapping<Item, Product>({
    ...identity,
    ...nameOf,
    ...postedTo.reads,
    ...priced.reads,
    unitPurchasePrice: ({ standard_price: cost }) => exact(cost),
    unitSalesPrice: salesPriceOf,
    ...values({ stockCount: "qty_available" }),
    lastModifiedDate: stamps.updatedDate,
    priceIncludesTax: (product) => onlyTax(product)?.price_include,
    taxCode: (product) => textOf(onlyTax(product)),
    taxRatePercentage: (product) => rateOf(onlyTax(product)),
    type: types.read(({ type }) => type),
    unitName: ({ uom_id: unit }) => units.toContract(unit?.label),
  }),
};

const encoders = {
  ...priced.writes,
  name: fieldAs("name"),
  type: types.as("type"),
  unitName: sentSeparately,
};

type Prepared = Awaited<ReturnType<typeof prepared>>;
/** The sales unit, and until version 18 also the purchase unit. */
async function prepared({ body }: WriteCall<ItemPatch>, session: Session) {
  const fields = await known(session, "product.product");
  // Until version 17, the product type has a different field name.
  const kind = "detailed_type" in fields ? "detailed_type" : "type";
  if (body.unitName === undefined) return { unit: {}, kind };
  const name = units.write(body.unitName, "unitName");
  const refusal = invalidField(`This target system has no unit ${name}.`, "unitName");
  const uom_id = await idFor(session, "uom.uom", [["name", "=", name]], refusal);
  return { unit: { uom_id, ...("uom_po_id" in fields && { uom_po_id: uom_id }) }, kind };
}

const valuesOf = ({ type, ...encoded }: { readonly type?: unknown }, { unit, kind }: Prepared): object => ({
  ...encoded,
  ...unit,
  ...(type !== undefined && { [kind]: type }),
});

export const items = {
  "items.list": listOf(item, {
    filters: {
      itemNumber: (number) => [["default_code", "=", number]],
      type: (type) => [["type", type === "SERVICE" ? "=" : "!=", "service"]],
    },
    rules: [
      "Each variant of a product is an item. Archived items are left out.",
      "A sales price in another currency than the company's is left out with a warning.",
    ],
  }),
  "items.get": getOf(item),
  "items.create": createOf<ItemInput, Item, Product, Prepared>(item, {
    encoder: encoder<ItemInput>({
      ...encoders,
      ...postedTo.writes,
      taxCode: taxesAs("taxes_id"),
    }),
    prepare: prepared,
    marked: (reference) => [["description", "ilike", reference]],
    values: (encoded, prepared, { marker }) => ({ ...valuesOf(encoded, prepared), description: markerText(marker) }),
    requires: ["name"],
    rules: ["The internal note of a new product holds a reference that Kontor needs."],
  }),
  "items.patch": changeOf<ItemPatch, Item, Product, Prepared>(item, {
    encoder: encoder<ItemPatch>(encoders),
    prepare: prepared,
    values: valuesOf,
  }),
};
