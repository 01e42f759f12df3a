/** Turns a list request into the call that a list handler takes. */

import type { Connector, Filters, ListCall, ListHandler, Order, PageWindow } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { dayToRequest } from "./modifiedSince.ts";
import { type OperationRequest, type Pagination } from "./request.ts";
import { type ReadQuery, requireParameters } from "./validateInput.ts";

/** Also returns a warning for each parameter that this target system does not support. */
export function listCall(
  { ids, operation, query }: Pick<OperationRequest, "ids" | "operation" | "query">,
  handler: Pick<ListHandler<unknown>, "filters" | "orders" | "requires" | "modifiedBy">,
  input: ReadQuery,
  connector: Connector,
): { call: ListCall; ignored: string[] } {
  const filters = filtersOf(input);
  requireParameters(handler.requires, filters);
  const { modifiedBy } = handler;
  if (modifiedBy !== undefined && filters.lastModifiedAt !== undefined && handler.filters.includes("lastModifiedAt"))
    filters.lastModifiedAt = dayToRequest(modifiedBy, filters.lastModifiedAt, query["lastModifiedAt"], connector.name);
  const ignored = Object.keys(filters)
    .filter((name) => !(handler.filters as readonly string[]).includes(name))
    .map((name) => `${connector.name} does not support the parameter ${name}; it was ignored.`);
  const order = orderOf(input);
  const orderable = order !== undefined && handler.orders.includes(order.field);
  if (!orderable && (order !== undefined || input.values["orderDir"] !== undefined)) {
    ignored.push(
      order === undefined
        ? "orderDir has no effect without orderField; it was ignored."
        : `${connector.name} cannot sort by orderField=${order.field}; it was ignored.`,
    );
  }
  return {
    call: { ids, filters, order: orderable ? order : undefined, window: operationWindow(operation, input) },
    ignored,
  };
}

const notFilters = new Set([
  "page",
  "limit",
  "companyId",
  "environmentName",
  "rawData",
  "orderField",
  "orderDir",
  "dryRun",
]);

export function filtersOf({ values }: ReadQuery): { -readonly [Name in keyof Filters]: Filters[Name] } {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !notFilters.has(name)));
}

function orderOf({ values }: ReadQuery): Order | undefined {
  const { orderField, orderDir = "ASC" } = values as { orderField?: string; orderDir?: Order["direction"] };
  return orderField === undefined ? undefined : { field: orderField, direction: orderDir };
}

export function operationWindow(operation: Operation, { values }: ReadQuery): PageWindow | undefined {
  if (!("page" in operation.query)) return undefined;
  const { page = 1, limit = defaultLimit } = values as Partial<PageWindow>;
  return { page, limit };
}

export function paginationOf(window: PageWindow | undefined, total: number | undefined): Pagination | undefined {
  if (window === undefined) return undefined;
  const { page: currentPage, limit: perPage } = window;
  // NaN would be shown as null.
  if (total === undefined || !Number.isSafeInteger(total)) return { perPage, currentPage };
  return { total, perPage, currentPage, totalPages: Math.ceil(total / perPage) };
}
