/** /v1/articles: products and services. */
import { all, type Checks, choice, need } from "../engine/checks.ts";
import { big, only, type Row, row as rowIn } from "../engine/values.ts";
import { rest } from "./answers.ts";
import { asked, paged } from "./query.ts";
import { byText, type Entry, filled, type Route, shownOf } from "./store.ts";

const rules: Checks = {
  ...{ title: need, type: choice("PRODUCT", "SERVICE"), unitName: need, gtin: { form: isGtin } },
  price: {
    need: true,
    inside: ({ leadingPrice }) => ({
      ...{ leadingPrice: choice("NET", "GROSS"), ...all(leadingPrice === "GROSS" ? "grossPrice" : "netPrice", need) },
      taxRate: choice(0, 7, 19),
    }),
  },
};

export const articleRoutes: Route[] = rest({
  ...{ kind: "articles", show: shownOf, rules: () => rules, remove: "plainly" },
  make: (_store, body) => articleOf(body),
  list: (ask, rows) => {
    const wanted = ["articleNumber", "gtin", "type"].map((field) => [field, asked(ask, field)] as const);
    const found = (rows as Entry[])
      .filter((entry) => wanted.every(([field, value]) => value === undefined || entry[field] === value))
      .sort((one, other) => byText(one["title"], other["title"]) || byText(one.id, other.id));
    return paged(ask, found, (entry) => shownOf(ask.company, entry), ["title"]);
  },
});

/** What makes the digits of a GTIN come to a multiple of ten. */
export function checkDigit(digits: string): number {
  const weighed = Array.from(digits.padStart(13, "0"), (digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
  return (10 - (weighed.reduce((one, other) => one + other, 0) % 10)) % 10;
}

/** GTIN-8, -12, -13 or -14; the last digit checks the others. */
function isGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1));
}

/** The price that does not lead is computed from the one that does. */
export function articleOf(body: Row): Row {
  const { leadingPrice, taxRate, netPrice, grossPrice } = rowIn(body["price"]);
  const factor = big(taxRate).div(100).plus(1);
  const isNet = leadingPrice === "NET";
  const net = isNet ? big(netPrice) : big(grossPrice).div(factor);
  const gross = isNet ? net.times(factor) : big(grossPrice);
  const price = { netPrice: net.round(4).toNumber(), grossPrice: gross.round(4).toNumber(), leadingPrice, taxRate };
  const own = only(body, ["title", "description", "type", "articleNumber", "gtin", "note", "unitName"]);
  return { ...filled(own), price };
}
