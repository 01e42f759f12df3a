/** Conventions of Xentral's lists: page numbers, numbered conditions, and states that a list leaves out unless it is asked for them. */
import type { Call, FilterName, Filters, ListHandler } from "../../contract/connector.ts";
import type { VendorQuery } from "../../contract/session.ts";
import { byPageNumber } from "../../kit/lists/paging.ts";
import { type ListDescription, lists } from "../../kit/reading.ts";
import type { Page, Ref, Single } from "./types.ts";

/** Dates have no zone, and "today" is the company's. Xentral serves Germany, Austria and Switzerland. */
export const zone = "Europe/Berlin";

const paging = byPageNumber({
  page: "page",
  size: "perPage",
  first: 1,
  // Of customers and suppliers. Documents have up to 1,000.
  largest: 100,
  records: ({ data }: Page<unknown>) => data,
  total: ({ meta }: Page<unknown>) => meta?.total,
});

/** Version 1 allows pages of 10 to 50, and its last page is not full. */
export const firstPaging = byPageNumber({
  page: "page[number]",
  size: "page[size]",
  first: 1,
  largest: 50,
  records: ({ data }: Page<unknown>) => data,
});

/** One of the conditions of a list, all of which apply. */
export interface Condition {
  readonly key: string;
  readonly op: "equals" | "in" | "contains" | "greaterThanOrEquals";
  readonly value: string;
}

const where = (conditions: readonly Condition[]): VendorQuery =>
  Object.fromEntries(
    conditions.flatMap(({ key, op, value }, index) => [
      [`filter[${index}][key]`, key],
      [`filter[${index}][op]`, op],
      [`filter[${index}][value]`, value],
    ]),
  );

/** The text contains the caller's. */
export const containing =
  (key: string) =>
  (value: string): Condition => ({ key, op: "contains", value });

export const equal =
  (key: string) =>
  (value: string): Condition => ({ key, op: "equals", value });

/** Documents and products compare a moment and refuse a day (measured at the vendor, 2026-08). */
export const changedAt = (at: Date): Condition => ({
  key: "updatedAt",
  op: "greaterThanOrEquals",
  value: `${at.toISOString().slice(0, 19)}+00:00`,
});

/** Customers and suppliers compare a day and refuse a moment (measured at the vendor, 2026-08). */
export const changedOn = (at: Date): Condition => ({
  key: "updatedAt",
  op: "greaterThanOrEquals",
  value: at.toISOString().slice(0, 10),
});

type Conditions = {
  readonly [Name in FilterName]?: (value: NonNullable<Filters[Name]>) => Condition;
};

interface ListFacts<Record, Native>
  extends Omit<ListDescription<Record, Native>, "filters" | "query" | "path" | "headers" | "search"> {
  readonly path: string;
  /** The further parts of each record. */
  readonly include?: string;
  /** Filters that the vendor has. */
  readonly conditions?: Conditions;
  /** A condition of every request, unless one of the filters has the same key. */
  readonly always?: Condition;
  /** Filters that `localFilter` applies. */
  readonly local?: readonly FilterName[];
}

const conventions = lists({
  paging,
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
});

function conditionsOf({ conditions = {}, always }: Pick<ListFacts<never, never>, "conditions" | "always">, call: Call) {
  const table = conditions as { readonly [name: string]: ((value: unknown) => Condition) | undefined };
  const wanted = Object.entries(call.filters).flatMap(([name, value]) => {
    const condition = value === undefined ? undefined : table[name]?.(value);
    return condition === undefined ? [] : [condition];
  });
  const isAsked = wanted.some(({ key }) => key === always?.key);
  return always === undefined || isAsked ? wanted : [always, ...wanted];
}

const noEncoders = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, () => ({})]));

/** `list({ path: "/v3/customers", map: customer, conditions: { number: equal("number") } })` */
export function list<Record, Native>({
  conditions,
  always,
  include,
  local = [],
  ...described
}: ListFacts<Record, Native>): ListHandler<Record> {
  return conventions<Record, Native>({
    defaultOrder: "id",
    ...described,
    query: (call) => ({
      ...(include !== undefined && { include }),
      ...where(conditionsOf({ ...(conditions && { conditions }), ...(always && { always }) }, call)),
    }),
    filters: noEncoders([...Object.keys(conditions ?? {}), ...local]),
  });
}

export const recordIn = <Native>({ data }: Single<Native>): Native | undefined => data ?? undefined;

export const idOf = ({ id }: { readonly id: string | number }): string => String(id);
export const idIn = (reference: Ref): string | undefined =>
  reference === null || reference === undefined ? undefined : idOf(reference);
