/** The usual routes of a table: list, get, create, update, delete. */
import { type Answer, del, get, post, type Refusal, type Route, type RouteRequest } from "./routes.ts";
import type { Company } from "./tables.ts";
import type { Row } from "./values.ts";

/** The vendor does not offer operations that are left out. */
export interface Resource<Name extends string = string> {
  readonly path: string;
  readonly table: Name;
  /** The vendor's representation. By default, the stored row. */
  readonly show?: (company: Company<Name>, row: Row) => unknown;
  /** `no` if there is no list. By default, the dialect's list. */
  readonly list?: "no" | ((request: RouteRequest<Name>, all: readonly Row[]) => Answer);
  /** The business rules: returns the row to store, or throws a refusal. */
  readonly create?: (company: Company<Name>, body: Row, request: RouteRequest<Name>) => Row;
  /** Changes the row, or refuses before changing anything. */
  readonly update?: (company: Company<Name>, row: Row, body: Row, request: RouteRequest<Name>) => void;
  /** Deletes the row, or refuses to. `plainly` deletes it without a rule. */
  readonly remove?: "plainly" | ((company: Company<Name>, row: Row) => void);
  /** If it differs from the dialect's. */
  readonly missing?: (request: RouteRequest<Name>) => Refusal;
  readonly removed?: Answer;
}

/** The conventions of all resources of a vendor. */
export interface Dialect<Name extends string, Known extends Resource<Name>> {
  /** Filters, sorts and pages. */
  list(request: RouteRequest<Name>, resource: Known, all: readonly Row[]): Answer;
  /** The record in a request body. */
  body(request: RouteRequest<Name>, resource: Known): Row;
  missing(resource: Known): Refusal;
  readonly update?: "PUT" | "PATCH" | "POST";
  /** The response to a create or an update. By default, the record. */
  readonly written?: (request: RouteRequest<Name>, resource: Known, row: Row, isNew: boolean) => Answer;
}

export function routesOf<Name extends string, Known extends Resource<Name>>(
  dialect: Dialect<Name, Known>,
  resource: Known,
): Route<Name>[] {
  const { path, table, list, create, update, remove } = resource;
  const shown = (request: RouteRequest<Name>, row: Row) => resource.show?.(request.company, row) ?? row;
  const found = (request: RouteRequest<Name>) =>
    findOr(request, table, () => resource.missing?.(request) ?? dialect.missing(resource));
  const written =
    dialect.written ?? ((request, _resource, row, isNew) => ({ status: isNew ? 201 : 200, body: shown(request, row) }));
  const recordPath = `${path}/:id`;
  const routes: Route<Name>[] = [];
  if (list !== "no")
    routes.push(
      get(path, (request) => {
        const all = request.company.tables[table].all();
        return list === undefined ? dialect.list(request, resource, all) : list(request, all);
      }),
    );
  routes.push(["GET", recordPath, (request) => ({ body: shown(request, found(request)) })]);
  if (create !== undefined)
    routes.push(
      post(path, (request) => {
        const row = request.company.add(table, create(request.company, dialect.body(request, resource), request));
        return written(request, resource, row, true);
      }),
    );
  if (update !== undefined)
    routes.push([
      dialect.update ?? "PATCH",
      recordPath,
      (request) => {
        const row = found(request);
        update(request.company, row, dialect.body(request, resource), request);
        return written(request, resource, request.company.save(table, row), false);
      },
    ]);
  if (remove !== undefined)
    routes.push(
      del(recordPath, (request) => {
        const row = found(request);
        if (remove === "plainly") request.company.remove(table, row);
        else remove(request.company, row);
        return resource.removed ?? { status: 204 };
      }),
    );
  return routes;
}

/** The row that the path names. */
export function findOr<Name extends string>(
  { company, params }: RouteRequest<Name>,
  table: Name,
  missing: () => Refusal,
  parameter = "id",
): Row {
  const row = company.tables[table].get(params[parameter]);
  if (row === undefined) throw missing();
  return row;
}
