/** The vendor's filter language (`period:this_year,state:open|late`) and its periods. */
import { day, type Row, text, words } from "../engine/values.ts";
import type { Books } from "./administration.ts";
import { badRequest, notFound } from "./refusals.ts";

export interface Period {
  readonly from: string;
  readonly to: string;
}

const months = { month: 1, quarter: 3, year: 12 } as const;

/** Undefined when it is none. */
export function readPeriod(given: string, now: number): Period | undefined {
  const [, which, unit] = /^(this|prev|next)_(month|quarter|year)$/.exec(given) ?? [];
  if (which !== undefined && unit !== undefined) {
    const size = months[unit as keyof typeof months];
    const date = new Date(now);
    const shift = { this: 0, prev: -size, next: size }[which as "this" | "prev" | "next"];
    const first = Math.floor(date.getUTCMonth() / size) * size + shift;
    return wholeMonths(date.getUTCFullYear(), first, size);
  }
  const [, from = "", to = from] = /^(\d{6}|\d{8})(?:\.\.(\d{6}|\d{8}))?$/.exec(given) ?? [];
  const start = readDay(from, "first");
  const end = readDay(to, "last");
  return start === undefined || end === undefined || end < start ? undefined : { from: start, to: end };
}

function wholeMonths(year: number, first: number, count: number): Period {
  return { from: day(Date.UTC(year, first, 1)), to: day(Date.UTC(year, first + count, 0)) };
}

function readDay(digits: string, edge: "first" | "last"): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})?$/.exec(digits) ?? [];
  if (year === undefined || month === undefined) return undefined;
  if (date === undefined && edge === "last") return day(Date.UTC(Number(year), Number(month), 0));
  const whole = `${year}-${month}-${date ?? "01"}`;
  return Number.isNaN(Date.parse(whole)) ? undefined : whole;
}

function readFilter(given = ""): Map<string, string> {
  const parts = given.split(",").filter((part) => part.includes(":"));
  return new Map(
    parts.map((part) => {
      const [key = "", ...rest] = part.split(":");
      return [key.trim(), rest.join(":").trim()];
    }),
  );
}

/** `2025-12-23 12:57:03 UTC`, as in the vendor's examples, and ISO 8601; without a zone it is UTC. */
function readMoment(given: string): number {
  const iso = given.replace(/ UTC$/, "Z").replace(" ", "T");
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(iso) || !iso.includes("T") ? iso : `${iso}Z`;
  const moment = Date.parse(zoned);
  if (Number.isNaN(moment)) throw badRequest("Filter is invalid", { filter: "invalid" });
  return moment;
}

type Test = (row: Row) => boolean;

const same =
  (field: string) =>
  (wanted: string): Test =>
  (row) =>
    text(row[field]).toLowerCase() === wanted.toLowerCase();
const oneOf = (field: string) => (wanted: string) => {
  const values = new Set(wanted.toLowerCase().split("|"));
  return (row: Row) => values.has("all") || values.has(text(row[field]).toLowerCase());
};
/** Exclusive. */
const after = (field: string) => (wanted: string) => {
  const moment = readMoment(wanted);
  return (row: Row) => Date.parse(text(row[field])) > moment;
};

const each = (fields: string, test: (field: string) => (wanted: string) => Test) =>
  Object.fromEntries(words(fields).map((field) => [field, test(field)]));

const tests: Readonly<Record<string, (wanted: string) => Test>> = {
  ...each("state|reference|delivery_method|tax_rate_type", oneOf),
  ...each("contact_id|workflow_id|recurring_sales_invoice_id|financial_account_id|invoice_workflow_id", same),
  ...each("estimate_workflow_id|name|country|active|show_tax", same),
  ...{ first_name: same("firstname"), last_name: same("lastname") },
  created_after: after("created_at"),
  updated_after: after("updated_at"),
};

export interface FilterRules {
  /** The date that a period is about; a list without one has no periods. */
  readonly dateField?: string;
  /** What applies when the filter does not say; `period:this_year` for most. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** The rows that a filter lets through. Keys that the vendor does not know are ignored. */
export function filtered(
  books: Books,
  rows: readonly Row[],
  given: string | undefined,
  rules: FilterRules = {},
): readonly Row[] {
  const filter = new Map([...Object.entries(rules.defaults ?? {}), ...readFilter(given)]);
  const contact = filter.get("contact_id");
  if (contact !== undefined && !books.tables.contacts.has(contact)) throw notFound("contact_id");
  const chosen: Test[] = [...filter].flatMap(([key, wanted]) => {
    if (key === "period") return rules.dateField === undefined ? [] : [within(books, wanted, rules.dateField)];
    const make = Object.hasOwn(tests, key) ? tests[key] : undefined;
    return make === undefined ? [] : [make(wanted)];
  });
  return rows.filter((row) => chosen.every((test) => test(row)));
}

/** A draft has no date yet, and counts as today's. */
function within(books: Books, wanted: string, dateField: string): Test {
  const period = readPeriod(wanted, books.now());
  if (period === undefined) throw badRequest("Period is invalid", { filter: { period: "date_range" } });
  return (row) => {
    const date = text(row[dateField]) || books.today();
    return period.from <= date && date <= period.to;
  };
}
