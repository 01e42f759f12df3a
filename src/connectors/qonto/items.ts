/** Products and services. The vendor has no way to change one that is documented with its body. */
import type { ItemInput } from "../../contract/inputs/catalogue.ts";
import type * as records from "../../contract/records/catalogue.ts";
import { instants, values } from "../../kit/columns.ts";
import { encodedBy, encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { resource } from "../../kit/resource.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, recordIn } from "./conventions.ts";
import { amountOf, fractionOf, percentageOf } from "./fields.ts";
import type { Product } from "./types.ts";

const folder = "/products";

const types = vocabulary({ good: "PRODUCT", service: "SERVICE" });

const item = mapping<records.Item, Product>({
  ...values({ id: "id", name: "title", taxCode: "vat_exemption_code" }),
  ...instants({ lastModifiedDate: "updated_at" }),
  taxRatePercentage: ({ vat_rate: rate }) => percentageOf(rate),
  type: types.read(({ type }: Product) => type),
  unitSalesPrice: ({ unit_price: price }) => amountOf(price),
});

const products = resource<records.Item, Product>({
  path: folder,
  id: "itemId",
  map: item,
  record: recordIn<Product>("product"),
  change: "PATCH",
});

export const items = operationsOf("items", {
  list: list<records.Item, Product>("products", {
    path: folder,
    map: item,
    defaultOrder: "created_at",
    filters: { type: (wanted, field) => ({ "filter[type]": types.write(wanted, field) }) },
  }),
  get: products.get(),
  create: products.create<ItemInput>({
    encoder: encoder<ItemInput>({
      name: fieldAs("title"),
      taxCode: fieldAs("vat_exemption_code"),
      taxRatePercentage: encodedBy(fractionOf)("vat_rate"),
      type: types.as("type"),
      unitSalesPrice: (price) => ({ unit_price: { value: decimal(price), currency: "EUR" } }),
    }),
    requires: ["name", "type", "unitSalesPrice", "taxRatePercentage"],
  }),
});
