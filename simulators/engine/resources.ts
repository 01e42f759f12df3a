/** What most addresses of most vendors are: a list, a record, and the ways to make, change and delete one. */
import { type Answer, type Ask, del, get, post, type Refusal, type Route } from "./routes.ts";
import type { Company } from "./tables.ts";
import type { Row } from "./values.ts";

/** Leaving one out is the way to say that the vendor does not offer it. */
export interface Resource<Name extends string = string> {
  readonly path: string;
  readonly table: Name;
  /** As the vendor shows it; as it is kept unless told. */
  readonly show?: (company: Company<Name>, row: Row) => unknown;
  /** `no` where there is no list; the dialect's way unless told. */
  readonly list?: "no" | ((ask: Ask<Name>, all: readonly Row[]) => Answer);
  /** The rules of the business: the new row, not yet kept, or a refusal. */
  readonly create?: (company: Company<Name>, given: Row, ask: Ask<Name>) => Row;
  /** Changes the row, or refuses before it does. */
  readonly update?: (company: Company<Name>, row: Row, given: Row, ask: Ask<Name>) => void;
  /** Deletes, or refuses; `plainly` where there is nothing to think about. */
  readonly remove?: "plainly" | ((company: Company<Name>, row: Row) => void);
  /** Where it differs from the dialect's. */
  readonly missing?: () => Refusal;
  readonly removed?: Answer;
}

/** How a vendor answers, whatever it is asked about. */
export interface Dialect<Name extends string, Known extends Resource<Name>> {
  /** Filters, orders and cuts into pages. */
  list(ask: Ask<Name>, resource: Known, all: readonly Row[]): Answer;
  /** The record within a body. */
  given(ask: Ask<Name>, resource: Known): Row;
  missing(resource: Known): Refusal;
  readonly update?: "PUT" | "PATCH" | "POST";
  /** What making and changing are answered with; the record unless told. */
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
  const one = `${path}/:id`;
  const routes: Route<Name>[] = [];
  if (list !== "no")
    routes.push(
      get(path, (ask) => {
        const all = ask.company.tables[table].all();
        return list === undefined ? dialect.list(ask, resource, all) : list(ask, all);
      }),
    );
  routes.push(["GET", one, (ask) => ({ body: shown(ask, found(ask)) })]);
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
      one,
      (ask) => {
        const row = found(ask);
        update(ask.company, row, dialect.given(ask, resource), ask);
        return written(ask, resource, ask.company.save(table, row), false);
      },
    ]);
  if (remove !== undefined)
    routes.push(
      del(one, (ask) => {
        const row = found(ask);
        if (remove === "plainly") ask.company.remove(table, row);
        else remove(ask.company, row);
        return resource.removed ?? { status: 204 };
      }),
    );
  return routes;
}

/** The row that the address names. */
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
