/** The vendor's query language, OData 2: conditions, orders, selections and forward-only pages. */
import { comparing, type Language, orderOf, readerOf, type Value } from "../engine/expressions.ts";
import { byOffset, linkTo } from "../engine/pages.ts";
import type { Answer, RouteRequest } from "../engine/routes.ts";
import type { Company } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import { copiedFields, models, type Name } from "./models.ts";
import { bad } from "./refusals.ts";

/** Times are compared in milliseconds, texts case-insensitively. */
function comparable(value: unknown): Value {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  const [, milliseconds] = /^\/Date\((-?\d+)\)\/$/.exec(value) ?? [];
  return milliseconds === undefined ? value.toLowerCase() : Number(milliseconds);
}

const { equal, unequal, more, less, atLeast, atMost } = comparing;
const language: Omit<Language, "field"> = {
  token:
    /\s*(?:datetime'(?<datetime>[^']*)'|guid'(?<guid>[^']*)'|'(?<text>(?:[^']|'')*)'|(?<long>-?\d+)L\b|(?<number>-?\d+(?:\.\d+)?)|(?<boolean>(?:true|false)\b)|(?<null>null\b)|(?<name>[A-Za-z_]\w*)|(?<sign>[(),]))/y,
  literals: {
    datetime: (written) => Date.parse(`${written}${written.length > 10 ? "Z" : ""}`),
    guid: comparable,
    text: (written) => comparable(written.replaceAll("''", "'")),
    long: Number,
    number: Number,
    boolean: (written) => written === "true",
    null: () => null,
  },
  or: ["OR"],
  and: ["AND"],
  not: ["NOT"],
  fail: bad,
  comparisons: { eq: equal, ne: unequal, gt: more, lt: less, ge: atLeast, le: atMost },
  functions: { substringof: (part, value) => text(value).includes(text(part)), trim: (value) => text(value).trim() },
};
type Books = Company<Name>;

/** A field of the row, or one that the vendor copies from a referenced record. */
function valueOf({ tables }: Books, field: string): (row: Row) => unknown {
  const { set, by = "", field: from = "", shown = "" } = copiedFields.get(field) ?? {};
  if (set === undefined) return (row) => row[field] ?? null;
  const named = (id: unknown) => (by === "Code" ? tables[set].under(by, id)[0] : tables[set].get(id));
  return (row) => (row[field] === undefined ? named(row[from])?.[shown] : row[field]) ?? null;
}

const site = "https://start.exactonline.nl/api/v1";
export const addressOf = ({ id }: Books, name: Name, row: Row): string =>
  `${site}/${id}/${models[name].path}(guid'${text(row[models[name].key])}')`;

/** Shows rows with the selected and expanded fields; other collections are only links. The query is parsed once for all rows. */
export function showing(
  company: Books,
  name: Name,
  { $select, $expand = "" }: RouteRequest["query"],
): (row: Row) => Row {
  const { fields, key, lines } = models[name];
  const wanted = $select ? $select.split(",").map((field) => field.trim().split("/")) : fields.map((field) => [field]);
  const heads = new Set(wanted.map(([head = ""]) => head));
  for (const head of heads)
    if (!fields.includes(head)) throw bad(`Could not find a property named '${head}' on type '${name}'.`);
  const readers = [...heads]
    .filter((head) => head !== lines?.field)
    .map((head) => [head, valueOf(company, head)] as const);
  const inner = wanted.flatMap(([head, below]) => (head === lines?.field && below ? [below] : []));
  const isExpanded = $expand.split(",").some((field) => field === lines?.field);
  const showLine = lines && isExpanded ? showing(company, lines.table, { $select: inner.join(",") }) : undefined;
  return (row) => {
    const uri = addressOf(company, name, row);
    const shown: Row = { __metadata: { uri, type: `Exact.Web.Api.Models.${name}` } };
    for (const [field, read] of readers) shown[field] = read(row);
    if (lines && showLine)
      shown[lines.field] = { results: company.tables[lines.table].under(lines.by, row[key]).map(showLine) };
    else if (lines && heads.has(lines.field)) shown[lines.field] = { __deferred: { uri: `${uri}/${lines.field}` } };
    return shown;
  };
}

/** Pages of sixty, or a thousand for bulk reads, sorted by the requested order and then by key. */
export function list(
  { company, query, raw: request }: RouteRequest<Name>,
  name: Name,
  all: readonly Row[],
  size = 60,
): Answer {
  const { fields, path, key } = models[name];
  const { $filter, $orderby, $top, $skiptoken, $inlinecount } = query;
  const field = (property: string) => {
    if (!fields.includes(property)) throw bad(`No property '${property}' exists in type '${path}'.`);
    const read = valueOf(company, property);
    return (row: Row) => comparable(read(row));
  };
  const fits = $filter === undefined ? () => true : readerOf($filter, { ...language, field });
  const order = orderOf([$orderby, key].filter(Boolean).join(), field);
  const sorted = all.filter((row) => fits(row) === true).toSorted(order);
  const [, last = ""] = /(?:guid)?'([^']*)'$/.exec($skiptoken ?? "") ?? [];
  const from = $skiptoken === undefined ? 0 : sorted.findIndex((row) => text(row[key]) === last) + 1;
  const { rows, total, hasMore } = byOffset(sorted, from, Math.min(size, Number($top ?? size)));
  const end = rows.at(-1) ?? {};
  const before = $orderby === undefined ? "" : `'${text(end[$orderby.split(/[ ,]/)[0] ?? ""])}',`;
  const next = hasMore && $top === undefined;
  return {
    body: {
      d: {
        results: rows.map(showing(company, name, query)),
        ...($inlinecount === "allpages" && { __count: String(total) }),
        ...(next && { __next: linkTo(request.url, { $skiptoken: `${before}guid'${text(end[key])}'` }) }),
      },
    },
  };
}
