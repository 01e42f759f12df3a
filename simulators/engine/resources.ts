/** The usual routes of a table: list, get, create, update, delete. */
import { type Answer, type Ask, del, get, post, type Refusal, type Route } from "./routes.ts";
import type { Company } from "./tables.ts";
import type { Row } from "./values.ts";

/** The vendor does not offer what is left out. */
export interface Resource<Name extends string = string> {
  readonly path: string;
  readonly table: Name;
  /** The vendor's representation. By default, the stored row. */
  readonly show?: (company: Company<Name>, row: Row) => unknown;
  /** `no` if there is no list. By default, the dialect's list. */
  readonly list?: "no" | ((ask: Ask<Name>, all: readonly Row[]) => Answer);
  /** The business rules: returns the row to store, or throws a refusal. */
  readonly create?: (company: Company<Name>, given: Row, ask: Ask<Name>) => Row;
  /** Changes the row, or refuses before changing anything. */
  readonly update?: (company: Company<Name>, row: Row, given: Row, ask: Ask<Name>) => void;
  /** Deletes the row, or refuses to. `plainly` deletes it without a rule. */
  readonly remove?: "plainly" | ((company: Company<Name>, row: Row) => void);
  /** If it differs from the dialect's. */
  readonly missing?: () => Refusal;
  readonly removed?: Answer;
}

/** What all resources of a vendor have in common. */
export interface Dialect<Name extends string, Known extends Resource<Name>> {
  /** Filters, sorts and pages. */
  list(ask: Ask<Name>, resource: Known, all: readonly Row[]): Answer;
  /** The record in a request body. */
  given(ask: Ask<Name>, resource: Known): Row;
  missing(resource: Known): Refusal;
  readonly update?: "PUT" | "PATCH" | "POST";
  /** The response to a create or an update. By default, the record. */
  readonly written?: (ask: Ask<Name>, resource: Known, row: Row, isNew: boolean) => Answer;
}

export function routesOf<Name extends string, Known extends Resource<Name>>(
  dialect: Dialect<Name, Known>,
  resource: Known,
): Route<Name>[] {
  const { path, table, list, create, update, remove } = resource;
  const shown = (ask: Ask<Name>, row: Row) => resource.show?.(ask.company, row) ?? row;
  const found = (ask: Ask<Name>) => findOr(ask, table, resource.missing ?? (() => dialect.missing(resource)));
  const written =
    dialect.written ?? ((ask, _resource, row, isNew) => ({ status: isNew ? 201 : 200, body: shown(ask, row) }));
  const recordPath = `${path}/:id`;
  const routes: Route<Name>[] = [];
  if (list !== "no")
    routes.push(
      get(path, (ask) => {
        const all = ask.company.tables[table].all();
        return list === undefined ? dialect.list(ask, resource, all) : list(ask, all);
      }),
    );
  routes.push(["GET", recordPath, (ask) => ({ body: shown(ask, found(ask)) })]);
  if (create !== undefined)
    routes.push(
      post(path, (ask) => {
        const row = ask.company.add(table, create(ask.company, dialect.given(ask, resource), ask));
        return written(ask, resource, row, true);
      }),
    );
  if (update !== undefined)
    routes.push([
      dialect.update ?? "PATCH",
      recordPath,
      (ask) => {
        const row = found(ask);
        update(ask.company, row, dialect.given(ask, resource), ask);
        return written(ask, resource, ask.company.save(table, row), false);
      },
    ]);
  if (remove !== undefined)
    routes.push(
      del(recordPath, (ask) => {
        const row = found(ask);
        if (remove === "plainly") ask.company.remove(table, row);
        else remove(ask.company, row);
        return resource.removed ?? { status: 204 };
      }),
    );
  return routes;
}

/** The row that the path names. */
export function findOr<Name extends string>(
  { company, params }: Ask<Name>,
  table: Name,
  missing: () => Refusal,
  parameter = "id",
): Row {
  const row = company.tables[table].get(params[parameter]);
  if (row === undefined) throw missing();
  return row;
}
