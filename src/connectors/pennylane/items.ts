import { cannotStore, Failure } from "../../contract/failure.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import { instants } from "../../kit/columns.ts";
import { decimalAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { resource } from "../../kit/resource.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { listWithFeed } from "./conventions.ts";
import { idAs, idIn } from "./fields.ts";
import { percentageOf } from "./taxes.ts";
import type { Product } from "./types.ts";

/** Units are texts that users enter. This one is the vendor's default. */
const units = vocabulary({ piece: "PIECE" });

const fields = twoWay({
  itemNumber: plainValue("reference"),
  name: plainValue("label"),
});
const taxFields = twoWay({ taxCode: plainValue("vat_rate") });

/** Prices of items are in the company's currency: another one is left out, with a warning. */
function priceOf({ price_before_tax: price, currency }: Product): number | undefined {
  const read = amount(price);
  if (read !== undefined && currency && currency !== "EUR")
    throw new Failure("target_bad_response", "The price is in another currency than the company's.");
  return read;
}

const item = mapping<Item, Product>({
  ...fields.reads,
  ...taxFields.reads,
  ...instants({ lastModifiedDate: "updated_at" }),
  id: ({ id }) => String(id),
  incomeAccountId: ({ ledger_account: account }) => idIn(account),
  priceIncludesTax: () => false,
  taxRatePercentage: ({ vat_rate: code }) => percentageOf(code),
  unitName: ({ unit }) => units.toContract(unit),
  unitSalesPrice: priceOf,
});

const shareable = {
  ...fields.writes,
  priceIncludesTax: (isIncluded: boolean, _input: unknown, field: string): object => {
    if (!isIncluded) return {};
    throw cannotStore("Pennylane stores prices without tax. Send the price without tax, and false.", field);
  },
  unitName: units.as("unit"),
  unitSalesPrice: decimalAs("price_before_tax"),
};

const itemEncoder = encoder<ItemInput>({
  ...shareable,
  ...taxFields.writes,
  incomeAccountId: idAs("ledger_account_id"),
});

const products = resource<Item, Product>({ path: "/products", id: "itemId", map: item, change: "PUT" });

export const items = {
  "items.list": listWithFeed<Item, Product>("products", {
    path: "/products",
    map: item,
    local: ["itemNumber"],
    localFilter: {
      when: ({ itemNumber }) => itemNumber !== undefined,
      fits: ({ reference }, { itemNumber }) => itemNumber === undefined || reference === itemNumber,
    },
  }),
  "items.get": products.get(),
  "items.create": products.create<ItemInput>({
    encoder: itemEncoder,
    requires: ["name", "unitSalesPrice", "taxCode"],
    rules: ["Prices are in euros, without tax."],
  }),
  "items.patch": products.change<ItemPatch>({ encoder: encoder<ItemPatch>(shareable) }),
};
