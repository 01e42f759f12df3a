/** The vendor's lists: filters of its own, days from and before, pages by number of records. */
import { byOffset, whole } from "../engine/pages.ts";
import type { Answer, Ask } from "../engine/routes.ts";
import { type Row, text } from "../engine/values.ts";
import { show } from "./fields.ts";
import type { Name } from "./models.ts";
import { invalid } from "./refusals.ts";

type Filter = (row: Row, wanted: string) => boolean;

export interface ListRules {
  /** The parameters' beginning and the field of days without which the list is refused. */
  readonly days?: readonly [parameter: string, field: string];
  readonly filters?: Readonly<Record<string, Filter>>;
  /** What counts where it is not asked for. */
  readonly unasked?: Readonly<Record<string, string>>;
  readonly only?: (row: Row) => boolean;
}

const oneOf = (field: string): Filter => (row, wanted) => wanted.split(",").includes(text(row[field]));
const equals = (field: string): Filter => (row, wanted) => text(row[field]) === wanted;
const holds = (field: string): Filter => (row, wanted) => text(row[field]).toLowerCase().includes(wanted.toLowerCase());
const changedSince: Filter = ({ changes }, wanted) => text((changes as Row[]).at(-1)?.["timestamp"]) >= wanted.slice(0, 19);

const traders = { id: oneOf("id"), email: equals("email"), invoiceEmail: equals("invoiceEmail"), changedSince };
const inactive = { isInactive: equals("isInactive") };

export const lists: { readonly [Listed in Name]?: ListRules } = {
  account: { filters: { id: oneOf("id"), number: oneOf("number"), ...inactive, isBankAccount: equals("isBankAccount") } },
  annualAccount: {},
  contact: { filters: { id: oneOf("id"), email: holds("email"), firstName: holds("firstName"), customerId: oneOf("customer") } },
  country: {},
  currency: { filters: { code: oneOf("code") } },
  customer: {
    filters: { ...traders, ...inactive, customerAccountNumber: oneOf("customerNumber"), customerName: holds("name") },
    unasked: { isInactive: "false" },
  },
  department: { filters: inactive },
  invoice: {
    days: ["invoiceDate", "invoiceDate"],
    filters: { id: oneOf("id"), voucherId: oneOf("voucher"), customerId: equals("customer"), invoiceNumber: equals("invoiceNumber") },
    only: ({ isCharged }) => isCharged === true,
  },
  order: { days: ["orderDate", "orderDate"], filters: { id: oneOf("id"), isClosed: equals("isClosed"), customerId: oneOf("customer") } },
  paymentType: {},
  product: { filters: { ids: oneOf("id"), productNumber: equals("number"), ...inactive } },
  productUnit: {},
  project: { filters: { id: oneOf("id"), isOffer: equals("isOffer"), isClosed: equals("isClosed"), number: equals("number") } },
  purchaseOrder: { filters: { id: oneOf("id"), supplierId: oneOf("supplier"), number: equals("number") } },
  supplier: {
    filters: { ...traders, ...inactive, supplierNumber: oneOf("supplierNumber") },
    unasked: { isInactive: "false" },
  },
  supplierInvoice: {
    days: ["invoiceDate", "invoiceDate"],
    filters: { id: oneOf("id"), voucherId: equals("voucher"), supplierId: equals("supplier"), invoiceNumber: equals("invoiceNumber") },
  },
  vatType: { filters: { id: oneOf("id"), number: oneOf("number") } },
  // What is not in the ledger yet has a list of its own.
  voucher: { days: ["date", "date"], filters: { id: oneOf("id"), number: oneOf("number") }, only: ({ number }) => Number(number) > 0 },
  voucherType: { filters: { name: holds("name") } },
};

/** From and including, to and excluding. */
function withinDays(query: Ask<Name>["query"], [parameter, field]: readonly [string, string]): (row: Row) => boolean {
  const [from, to] = [`${parameter}From`, `${parameter}To`].map((name) => query[name]);
  const missing = [from === undefined ? "From" : [], to === undefined ? "To" : []].flat();
  if (from === undefined || to === undefined)
    throw invalid(...missing.map((end) => ({ field: `${parameter}${end}`, message: "Kan ikke være null." })));
  if (from >= to) throw invalid({ field: `${parameter}To`, message: "Til-dato må være etter fra-dato." });
  return (row) => text(row[field]) >= from && text(row[field]) < to;
}

export function list(ask: Ask<Name>, name: Name, rules: ListRules): Answer {
  const { company, query } = ask;
  const { days, filters = {}, unasked = {}, only = () => true } = rules;
  const inTime = days === undefined ? () => true : withinDays(query, days);
  const wanted = Object.entries({ ...unasked, ...query }).flatMap(([parameter, value]) => {
    const filter = filters[parameter];
    return filter === undefined || value === undefined ? [] : [(row: Row) => filter(row, value)];
  });
  const found = company.tables[name].where((row) => only(row) && inTime(row) && wanted.every((fits) => fits(row)));
  return page(ask, sorted(found, query["sorting"]), (row) => show(company, name, row, query["fields"]));
}

/** `-invoiceDate`; by id where nobody says. */
function sorted(rows: readonly Row[], sorting = "id"): readonly Row[] {
  const [sign, field] = sorting.startsWith("-") ? [-1, sorting.slice(1)] : [1, sorting];
  const compare = (one: unknown, other: unknown) =>
    typeof one === "number" && typeof other === "number" ? one - other : text(one) < text(other) ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(one[field], other[field]));
}

/** The number of all says no more than whether there is more. */
export function page<Each>({ query }: Ask<Name>, all: readonly Each[], shown: (one: Each) => unknown): Answer {
  const [from, count] = [whole(query["from"], 0), whole(query["count"], 1000)];
  const { rows } = byOffset(all, from, count);
  const fullResultSize = Math.min(all.length, from + count + 1);
  const versionDigest = "'If-None-Match' header not specified";
  return { body: { fullResultSize, from, count: rows.length, versionDigest, values: rows.map(shown) } };
}
