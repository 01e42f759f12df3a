/** Answers: rows as the vendor writes them, with their parts, page by page. */
import { split } from "../engine/odata.ts";
import { byCursor, cursorAt } from "../engine/pages.ts";
import { type Row, text } from "../engine/values.ts";
import { type Book, etagOf, resourceOf, table, under } from "./book.ts";
import { headerRow, isDraft } from "./documents.ts";
import { noGuid } from "./fields.ts";
import { fieldOf, filterOf, orderOf } from "./query.ts";
import { badRequest, dialog, fault } from "./refusals.ts";
import type { Resource } from "./resources.ts";
import { parentTypeOf } from "./write.ts";

/** What was asked with `$`, at the top or inside an `$expand`. */
export type Options = ReadonlyMap<string, string>;

export interface Where {
  readonly book: Book;
  /** `https://.../api/v2.0`, the vendor's own address. */
  readonly root: string;
}

const known = /^\$(?:filter|orderby|top|skip|count|select|expand|skiptoken|schemaversion|search)$|^[^$]/;

export function optionsOf(pairs: Iterable<readonly [string, string]>): Options {
  const options = new Map(pairs);
  for (const name of options.keys())
    if (!known.test(name)) throw badRequest(`The query parameter '${name}' is not supported.`);
  return options;
}

export const addressOf = ({ book, root }: Where, set: string, row: Row) =>
  `${root}/companies(${book.id})/${set}(${text(row["id"])})`;

/** Lines of posted bills have zeros for these, and tell the truth only in `netAmount` and its like (vendor docs, purchaseInvoiceLine). */
const lostWhenPosted = new Set(["amountExcludingTax", "totalTaxAmount", "amountIncludingTax"]);

export function represent(where: Where, resource: Resource, row: Row, options: Options): Row {
  const { set } = resource;
  const answer: Row = { "@odata.etag": row["@odata.etag"] ?? etagOf("0") };
  const header = set === "purchaseInvoiceLines" ? headerRow(where.book, set, row) : undefined;
  const select = options.get("$select") ?? "*";
  const names = select === "*" ? resource.fields.keys() : select.split(",").map((name) => name.trim());
  const wanted = new Set([...names].map((name) => fieldOf(resource, name)));
  for (const field of resource.fields.values()) {
    const { name, kind } = field;
    if (!wanted.has(field)) continue;
    if (kind !== "stream") {
      answer[name] = header !== undefined && !isDraft(header) && lostWhenPosted.has(name) ? 0 : row[name];
      continue;
    }
    const isPdf = set === "pdfDocument";
    const link = `${addressOf(where, isPdf ? text(row["set"]) : set, row)}${isPdf ? "/pdfDocument" : ""}/${name}`;
    if (!isPdf) answer[`${name}@odata.mediaEditLink`] = link;
    answer[`${name}@odata.mediaReadLink`] = link;
  }
  for (const part of split(options.get("$expand") ?? "", ","))
    Object.assign(answer, expanded(where, resource, row, part));
  return answer;
}

function expanded(where: Where, resource: Resource, row: Row, part: string): Row {
  const [, name = part, inner = ""] = /^(\w+)\s*\((.*)\)$/s.exec(part) ?? [];
  const pairs = split(inner, ";").map((each) => /^\s*([^=]*?)\s*=(.*)$/s.exec(each)?.slice(1) ?? [each, ""]);
  const options = optionsOf(pairs as [string, string][]);
  if (resource.many.includes(name)) {
    const rows = cut(matching(under(where.book, name, row), resourceOf(name), options), options).rows;
    return { [name]: rows.map((each) => represent(where, resourceOf(name), each, options)) };
  }
  const found = single(where.book, resource, row, name);
  return { [name]: found === undefined ? null : represent(where, found.resource, found.row, options) };
}

/** The part in the singular, such as an invoice's customer. */
export function single(book: Book, resource: Resource, row: Row, name: string) {
  const [set, field] = resource.one[name] ?? [];
  if (set === undefined || field === undefined)
    throw badRequest(`Could not find a property named '${name}' on type 'Microsoft.NAV.${resource.set}'.`);
  if (set === "pdfDocument") return { resource: resourceOf(set), row: pdfOf(resource, row) };
  const found = row[field] === noGuid ? undefined : table(book, set).get(row[field]);
  return found === undefined ? undefined : { resource: resourceOf(set), row: found };
}

/** Drafts of bills cannot be printed (vendor docs, purchaseInvoice pdfDocument). */
function pdfOf({ set }: Resource, row: Row): Row {
  if (/^purchase(?:Invoices|CreditMemos)$/.test(set) && isDraft(row))
    throw dialog("The purchase invoice must be posted before it is printed.");
  return { id: row["id"], parentId: row["id"], parentType: parentTypeOf("pdfDocument", set), set };
}

export function matching(rows: readonly Row[], resource: Resource, options: Options): readonly Row[] {
  const [filter = "", order = ""] = [options.get("$filter"), options.get("$orderby")];
  const found = filter === "" ? rows : rows.filter(filterOf(filter, resource).test);
  return order === "" ? found : found.toSorted(orderOf(order, resource));
}

const whole = (options: Options, name: string, otherwise: number) => {
  const given = options.get(name) ?? String(otherwise);
  if (/^\d+$|^Infinity$/.test(given)) return Number(given);
  throw badRequest(
    `Invalid value '${given}' for ${name} query option found. The ${name} query option requires a non-negative integer value.`,
  );
};
/** What `$skip` and `$top` leave. */
function cut(rows: readonly Row[], options: Options) {
  const skip = whole(options, "$skip", 0);
  const upTo = rows.slice(0, skip + whole(options, "$top", Number.POSITIVE_INFINITY));
  return { skip, upTo, rows: upTo.slice(skip) };
}

const largestPage = 20_000;

/** How large a page may be: the vendor's own limit, or less where `Prefer` asks for it. */
export function pageSize(prefer: string): number {
  const [, asked] = /odata\.maxpagesize\s*=\s*(\d+)/.exec(prefer) ?? [];
  return Math.min(Number(asked ?? 0) || largestPage, largestPage);
}

interface Page {
  readonly options: Options;
  readonly path: string;
  readonly size: number;
}

/** One page of a list, and the address of the next if there is more. */
export function listed(where: Where, resource: Resource, rows: readonly Row[], { options, path, size }: Page) {
  const found = matching(rows, resource, options);
  const { skip, upTo } = cut(found, options);
  const token = options.get("$skiptoken") ?? cursorAt(skip);
  if (options.has("$skiptoken") && !Buffer.from(token, "base64url").toString().includes("~"))
    throw fault(400, "BadRequest_NotFound", "Bad Request - Error in query syntax.");
  const { rows: shown, next } = byCursor(upTo, token, size);
  const select = options.get("$select");
  const query = [...options, ["$skiptoken", next ?? ""] as const].filter(
    ([name], index) => name !== "$skiptoken" || index === options.size,
  );
  return {
    "@odata.context": `${where.root}/$metadata#${path}${select === undefined ? "" : `(${select})`}`,
    ...(options.get("$count") === "true" && { "@odata.count": found.length }),
    value: shown.map((row) => represent(where, resource, row, options)),
    ...(next !== undefined && {
      "@odata.nextLink": `${where.root}/${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`,
    }),
  };
}
