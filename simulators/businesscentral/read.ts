/** Answers: rows as the vendor writes them, with their parts, page by page. */
import { byCursor, cursorAt } from "../engine/pages.ts";
import { headerRow } from "./documents.ts";
import { badRequest, Fault } from "./faults.ts";
import { filterOf, orderOf, selected, split } from "./query.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";
import { isDraft, pdfOf, rowsUnder } from "./sets.ts";
import { noGuid, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";

/** What was asked with `$`, at the top or inside an `$expand`. */
export type Options = ReadonlyMap<string, string>;

export interface Where {
  readonly book: Book;
  /** `https://.../api/v2.0`, the vendor's own address. */
  readonly root: string;
}

const knownOptions = new Set(
  ["filter", "orderby", "top", "skip", "count", "select", "expand", "skiptoken", "schemaversion", "search"].map(
    (name) => `$${name}`,
  ),
);

export function optionsOf(pairs: Iterable<readonly [string, string]>): Options {
  const options = new Map(pairs);
  for (const name of options.keys())
    if (name.startsWith("$") && !knownOptions.has(name))
      throw badRequest(`The query parameter '${name}' is not supported.`);
  return options;
}

const entityPath = ({ book, root }: Where, { set }: Resource, row: Row) =>
  set === "pdfDocument"
    ? `${root}/companies(${book.id})/${parentSets[text(row, "parentType")]}(${text(row, "id")})/pdfDocument`
    : `${root}/companies(${book.id})/${set}(${text(row, "id")})`;

const parentSets: Readonly<Record<string, string>> = {
  Sales_x0020_Order: "salesOrders",
  Sales_x0020_Quote: "salesQuotes",
  Sales_x0020_Credit_x0020_Memo: "salesCreditMemos",
  Sales_x0020_Invoice: "salesInvoices",
  Purchase_x0020_Order: "purchaseOrders",
  Purchase_x0020_Invoice: "purchaseInvoices",
  Purchase_x0020_Credit_x0020_Memo: "purchaseCreditMemos",
};

/** Lines of posted bills have zeros for these, and tell the truth only in `netAmount` and its like (vendor docs, purchaseInvoiceLine). */
const lostWhenPosted = new Set(["amountExcludingTax", "totalTaxAmount", "amountIncludingTax"]);

function isPostedBillLine({ book }: Where, { set }: Resource, row: Row): boolean {
  const header = set === "purchaseInvoiceLines" ? headerRow(book, set, row) : undefined;
  return header !== undefined && !isDraft(header);
}

export function represent(where: Where, resource: Resource, row: Row, options: Options): Record<string, unknown> {
  const answer: Record<string, unknown> = { "@odata.etag": where.book.etag(row) };
  const isLossy = isPostedBillLine(where, resource, row);
  const select = options.get("$select");
  const wanted = select === undefined || select === "*" ? undefined : selected(select, resource);
  for (const { name, kind } of resource.fields.values()) {
    if (wanted !== undefined && !wanted.has(name)) continue;
    if (kind !== "stream") {
      answer[name] = isLossy && lostWhenPosted.has(name) ? 0 : row[name];
      continue;
    }
    const link = `${entityPath(where, resource, row)}/${name}`;
    if (resource.set !== "pdfDocument") answer[`${name}@odata.mediaEditLink`] = link;
    answer[`${name}@odata.mediaReadLink`] = link;
  }
  for (const part of split(options.get("$expand") ?? "", ","))
    Object.assign(answer, expanded(where, resource, row, part));
  return answer;
}

function expanded(where: Where, resource: Resource, row: Row, part: string): Record<string, unknown> {
  const [, name = part, inner = ""] = /^(\w+)\s*\((.*)\)$/s.exec(part) ?? [];
  const options = optionsOf(
    split(inner, ";").map((each) => {
      const at = each.indexOf("=");
      return [each.slice(0, at).trim(), each.slice(at + 1)] as const;
    }),
  );
  const many = resource.many[name];
  if (many !== undefined) {
    const to = resourceOf(many);
    const rows = narrowed(rowsUnder(where.book, resource, row, many), to, options);
    return { [name]: rows.map((each) => represent(where, to, each, options)) };
  }
  const found = single(where.book, resource, row, name);
  return { [name]: found === undefined ? null : represent(where, found.resource, found.row, options) };
}

/** The part in the singular, such as an invoice's customer. */
export function single(book: Book, resource: Resource, row: Row, name: string) {
  const [set, field] = resource.one[name] ?? [];
  if (set === undefined || field === undefined)
    throw badRequest(`Could not find a property named '${name}' on type 'Microsoft.NAV.${resource.set}'.`);
  const to = resourceOf(set);
  if (set === "pdfDocument") return { resource: to, row: pdfOf(resource, row) };
  const id = text(row, field);
  const found = id === noGuid ? undefined : book.set(set).get(id);
  return found === undefined ? undefined : { resource: to, row: found };
}

export function resourceOf(set: string): Resource {
  const resource = resources.get(set);
  if (resource === undefined) throw new Error(`There is no set ${set}.`);
  return resource;
}

/** Filtered, ordered, cut with `$skip` and `$top`, as inside an `$expand`. */
function narrowed(rows: readonly Row[], resource: Resource, options: Options): readonly Row[] {
  const skip = whole(options.get("$skip") ?? "0", "$skip");
  const top = options.get("$top");
  const found = matching(rows, resource, options);
  return found.slice(skip, top === undefined ? undefined : skip + whole(top, "$top"));
}

export function matching(rows: readonly Row[], resource: Resource, options: Options): readonly Row[] {
  const filter = options.get("$filter");
  const order = options.get("$orderby");
  const found = filter === undefined || filter === "" ? rows : rows.filter(filterOf(filter, resource).test);
  return order === undefined || order === "" ? found : found.toSorted(orderOf(order, resource));
}

const whole = (given: string, name: string) => {
  if (!/^\d+$/.test(given))
    throw badRequest(
      `Invalid value '${given}' for ${name} query option found. The ${name} query option requires a non-negative integer value.`,
    );
  return Number(given);
};

const largestPage = 20_000;

/** How large a page may be: the vendor's own limit, or less where `Prefer` asks for it. */
export function pageSize(prefer: string): number {
  const [, asked] = /odata\.maxpagesize\s*=\s*(\d+)/.exec(prefer) ?? [];
  if (asked === undefined || Number(asked) < 1) return largestPage;
  return Math.min(Number(asked), largestPage);
}

interface Page {
  readonly options: Options;
  readonly path: string;
  readonly size: number;
}

/** One page of a list, and the address of the next if there is more. */
export function listed(where: Where, resource: Resource, rows: readonly Row[], page: Page) {
  const { options } = page;
  const found = matching(rows, resource, options);
  const [skip, top] = [whole(options.get("$skip") ?? "0", "$skip"), options.get("$top")];
  const end = top === undefined ? found.length : skip + whole(top, "$top");
  const token = options.get("$skiptoken");
  if (token !== undefined && !Buffer.from(token, "base64url").toString().includes("~"))
    throw new Fault(400, "BadRequest_NotFound", "Bad Request - Error in query syntax.");
  const { rows: shown, next } =
    token === undefined
      ? byCursor(found.slice(0, end), cursorAt(skip), page.size)
      : byCursor(found.slice(0, end), token, page.size);
  const select = options.get("$select");
  return {
    "@odata.context": `${where.root}/$metadata#${page.path}${select === undefined ? "" : `(${select})`}`,
    ...(options.get("$count") === "true" ? { "@odata.count": found.length } : {}),
    value: shown.map((row) => represent(where, resource, row as Row, options)),
    ...(next === undefined ? {} : { "@odata.nextLink": nextLink(where, page, next) }),
  };
}

function nextLink({ root }: Where, { path, options }: Page, token: string): string {
  const query = [...options]
    .filter(([name]) => name !== "$skiptoken")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${root}/${path}?${[...query, `$skiptoken=${token}`].join("&")}`;
}
