/** /v1/articles: products and services. */
import { Big } from "big.js";
import { filled, type Route, rest } from "./answers.ts";
import type { Inspection, Row } from "./inspect.ts";
import { asked, byText, paged } from "./query.ts";
import { stamp } from "./stamps.ts";
import type { Entry, Store } from "./store.ts";

const shown = (store: Store, entry: Entry): Row => ({
  ...{ id: entry.id, organizationId: store.id, createdDate: stamp(entry.created), updatedDate: stamp(entry.updated) },
  ...{ archived: entry.archived, ...entry.content, version: entry.version },
});

export const articleRoutes: Route[] = rest({
  kind: "articles",
  show: shown,
  list: (ask, all) => {
    const wanted = ["articleNumber", "gtin", "type"].map((field) => [field, asked(ask, field)] as const);
    const found = (all as Entry[])
      .filter(({ content }) => wanted.every(([field, value]) => value === undefined || content[field] === value))
      .sort((a, b) => byText(String(a.content["title"]), String(b.content["title"])) || byText(a.id, b.id));
    return paged(ask, found, (entry) => shown(ask.company, entry), { property: "title", direction: "ASC" });
  },
  check: (_store, inspection) => checkArticle(inspection),
  make: (_store, body) => articleContent(body),
  change: (_store, entry, body) => void (entry.content = articleContent(body)),
  remove: "plainly",
});

function checkArticle(inspection: Inspection): void {
  for (const field of ["title", "type", "unitName"]) inspection.need(field);
  inspection.oneOf("type", ["PRODUCT", "SERVICE"]);
  inspection.form("gtin", isGtin);
  const price = inspection.needInside("price");
  price?.need("leadingPrice");
  price?.oneOf("leadingPrice", ["NET", "GROSS"]);
  price?.need(price.row["leadingPrice"] === "GROSS" ? "grossPrice" : "netPrice");
  price?.need("taxRate");
  price?.oneOf("taxRate", [0, 7, 19]);
}

/** GTIN-8, -12, -13 or -14; the last digit checks the others. */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = Array.from(text.padStart(14, "0")).reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

const fields = ["title", "description", "type", "articleNumber", "gtin", "note", "unitName"];

/** The price that does not lead is computed from the one that does. */
export function articleContent(body: Row): Row {
  const { leadingPrice, taxRate, ...given } = body["price"] as Readonly<Record<string, number>> & {
    readonly leadingPrice: "NET" | "GROSS";
    readonly taxRate: number;
  };
  const factor = new Big(taxRate).div(100).plus(1);
  const [netPrice, grossPrice] =
    leadingPrice === "NET"
      ? [new Big(given["netPrice"] ?? 0), new Big(given["netPrice"] ?? 0).times(factor)]
      : [new Big(given["grossPrice"] ?? 0).div(factor), new Big(given["grossPrice"] ?? 0)];
  return {
    ...filled(Object.fromEntries(fields.map((field) => [field, body[field]]))),
    price: {
      netPrice: netPrice.round(4).toNumber(),
      grossPrice: grossPrice.round(4).toNumber(),
      ...{ leadingPrice, taxRate },
    },
  };
}
