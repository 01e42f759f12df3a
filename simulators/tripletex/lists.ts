/** The vendor's lists: their filters, ranges of days, and pages by number of records. */
import { orderOf, type Value } from "../engine/expressions.ts";
import { byOffset, wholeNumber } from "../engine/pages.ts";
import type { Answer, RouteRequest } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { show } from "./fields.ts";
import type { Name } from "./models.ts";
import { invalid } from "./refusals.ts";

/**
 * The filters of each list, with the field's name if it differs: `=` is one value, `,` is one of several, `~` is a part
 * of the text. `orderDate..` are required days. A filter with `!` is false by default.
 */
const rules: { readonly [Listed in Name]?: string } = {
  account: "id, number, isInactive= isBankAccount= ledgerType=",
  annualAccount: "id,",
  contact: "id, firstName~ lastName~ email~ customerId,customer",
  country: "id,",
  currency: "id, code,",
  customer:
    "id, email= invoiceEmail= isInactive=! customerAccountNumber,customerNumber customerName~name changedSince>",
  department: "id, isInactive=",
  invoice: "invoiceDate.. id, voucherId,voucher customerId=customer invoiceNumber=",
  order: "orderDate.. id, number= customerId,customer isClosed=",
  paymentType: "id,",
  product: "ids,id productNumber=number isInactive=",
  productUnit: "id, name= commonCode=",
  project: "id, number= isOffer= isClosed= customerId=customer",
  purchaseOrder: "id, number= supplierId,supplier",
  supplier: "id, email= invoiceEmail= isInactive=! supplierNumber, changedSince>",
  supplierInvoice: "invoiceDate.. id, invoiceNumber= voucherId=voucher supplierId=supplier",
  vatType: "id, number,",
  voucher: "date.. id, number,",
  voucherType: "name~",
};
export const listed = Object.keys(rules) as Name[];

/** These lists leave out documents that are not charged or not in the ledger yet. */
const hidden: { readonly [Listed in Name]?: (row: Row) => boolean } = {
  invoice: ({ isCharged }) => isCharged !== true,
  voucher: ({ number }) => Number(number) === 0,
};

/** The tax codes that the vendor offers for each kind of document. */
const kindsOfTax: Readonly<Record<string, readonly number[]>> = {
  OUTGOING: [3, 31, 5, 51],
  INCOMING: [1, 0],
  INCOMING_INVOICE: [1, 0],
  PROJECT: [3, 31, 5],
  LEDGER: [0, 1, 3, 31, 5, 51],
};
const isOfKind = (kind: string | undefined, { id }: Row): boolean =>
  kind === undefined || kindsOfTax[kind]?.includes(Number(id)) === true;

const signs: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  "=": (value, wanted) => value === wanted,
  ",": (value, wanted) => wanted.split(",").includes(value),
  "~": (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
};

function filterOf(rule: string, query: RouteRequest<Name>["query"]): (row: Row) => boolean {
  const [, name = "", sign = "", operand = ""] = /^(\w+)(\.\.|[=,~>])(.*)$/.exec(rule) ?? [];
  if (sign === "..") return withinDays(query, name);
  const wanted = query[name] ?? (operand === "!" ? "false" : undefined);
  if (wanted === undefined) return () => true;
  if (sign === ">") return ({ changes }) => text((changes as Row[]).at(-1)?.["timestamp"]) >= wanted.slice(0, 19);
  return (row) => signs[sign]?.(text(row[operand === "!" ? name : operand || name]), wanted) === true;
}

/** The first day is included, the last one excluded. */
function withinDays(query: RouteRequest<Name>["query"], field: string): (row: Row) => boolean {
  const from = query[`${field}From`];
  const to = query[`${field}To`];
  if (from === undefined || to === undefined)
    throw invalid(`${field}${from === undefined ? "From" : "To"}`, "Kan ikke være null.");
  if (from >= to) throw invalid(`${field}To`, "Til-dato må være etter fra-dato.");
  return (row) => text(row[field]) >= from && text(row[field]) < to;
}

export function list(request: RouteRequest<Name>, name: Name): Answer {
  const { company, query } = request;
  const filters = (rules[name] ?? "").split(" ").map((rule) => filterOf(rule, query));
  const found = company.tables[name].where(
    (row) =>
      hidden[name]?.(row) !== true &&
      filters.every((fits) => fits(row)) &&
      (name !== "vatType" || isOfKind(query["typeOfVat"], row)),
  );
  const { sorting = "id" } = query;
  const order = orderOf(sorting.replace(/^-(.+)/, "$1 DESC"), (field) => (row) => (row[field] ?? null) as Value);
  return page(request, found.toSorted(order), (row) => show(company, name, row, query["fields"]));
}

/** The total only says whether there are more records. */
export function page<Each>(
  { query }: RouteRequest<Name>,
  all: readonly Each[],
  shown: (record: Each) => unknown,
): Answer {
  const from = wholeNumber(query["from"], 0);
  const count = wholeNumber(query["count"], 1000);
  const { rows } = byOffset(all, from, count);
  const fullResultSize = Math.min(all.length, from + count + 1);
  const versionDigest = "'If-None-Match' header not specified";
  return { body: { fullResultSize, from, count: rows.length, versionDigest, values: rows.map(shown) } };
}
