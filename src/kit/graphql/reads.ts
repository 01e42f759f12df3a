/** Lists and single records of a GraphQL API whose lists are Relay's connections. */
import type {
  Call,
  FilterName,
  GetHandler,
  ListCall,
  ListHandler,
  Order,
  PageWindow,
} from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import { itemsInWindow, type PageResult } from "../lists/paging.ts";
import type { Mapping } from "../mapping.ts";
import { type FilterEncoders, type LocalFilter, listing, memoryFor, recordResult } from "../reading.ts";
import { type Condition, compare } from "./conditions.ts";
import { byConnection, type ConnectionDescription, type ConnectionQuery, connectionRequest } from "./connections.ts";

/** What all connections of a vendor share. */
export interface GraphQlConventions {
  readonly path: string;
  /** The vendor's largest page. */
  readonly largest: number;
  /** The scalar of ids in the schema: `ID`, or `UUID`. */
  readonly idType: string;
  /** Whether a text can be an id. The schema would refuse any other as a whole. */
  readonly isId: (text: string) => boolean;
}

export interface GraphQlListDescription<Record, Native> {
  readonly of: ConnectionDescription;
  readonly map: Mapping<Record, Native>;
  /** Conditions of every request. */
  readonly where?: readonly Condition[];
  /** Undefined for a filter that `localFilter` applies. */
  readonly filters?: FilterEncoders<Condition | undefined>;
  /** Our field → the path to sort by. */
  readonly orders?: Readonly<globalThis.Record<string, string>>;
  /** The path that a list without `orderField` is sorted by. The id decides between equal ones. */
  readonly defaultOrder: string;
  readonly rules?: readonly string[];
  /** Filters that the vendor does not have. With one of them, Kontor reads the whole list and filters and pages it itself. */
  readonly localFilter?: LocalFilter<Native>;
  /** Adds facts from other lists, for a whole page at once, before it is mapped. */
  readonly join?: (natives: readonly Native[], session: Session) => Promise<readonly Native[]>;
  /** The vendor's record, if the mapping reads more. */
  readonly raw?: (native: Native) => unknown;
}

export interface GraphQlGetDescription<Record, Native> {
  readonly of: ConnectionDescription;
  readonly map: Mapping<Record, Native>;
  /** Conditions besides the id, such as the kind of record. */
  readonly where?: readonly Condition[];
  readonly join?: GraphQlListDescription<Record, Native>["join"];
  readonly raw?: (native: Native) => unknown;
}

type Query = Omit<ConnectionQuery, keyof ConnectionDescription>;

export function graphQlReads({ path, largest, idType, isId }: GraphQlConventions) {
  const readPage = (
    session: Session,
    of: ConnectionDescription,
    query: Query,
    window: PageWindow | undefined,
  ): Promise<PageResult> => {
    const request = connectionRequest({ ...of, ...query });
    const memory = memoryFor(session, JSON.stringify(request));
    const read = (page: object) =>
      session.readByPostWithHeaders(path, { ...request, variables: { ...request.variables, ...page } });
    return byConnection(of.root, largest)(read, window, memory);
  };

  /** Every record that meets the conditions. */
  const all = async <Native>(
    session: Session,
    of: ConnectionDescription,
    conditions: readonly Condition[] = [],
    order: Query["order"] = [],
  ): Promise<readonly Native[]> =>
    (await readPage(session, of, { conditions, order }, undefined)).natives as readonly Native[];

  /** The record with this id, if there is one. */
  const one = async <Native>(
    session: Session,
    of: ConnectionDescription,
    id: string | undefined,
    conditions: readonly Condition[] = [],
  ): Promise<Native | undefined> => {
    if (id === undefined || !isId(id)) return undefined;
    const [found] = await all<Native>(session, of, [compare("id", "eq", idType, id), ...conditions]);
    return found;
  };

  const list = <Record, Native>(description: GraphQlListDescription<Record, Native>): ListHandler<Record> => {
    const { of, map, where = [], filters = {}, orders = {}, defaultOrder, rules, localFilter, join, raw } = description;
    const sortedBy = (order: Order | undefined): Query["order"] => {
      const sorting = order === undefined ? defaultOrder : (orders[order.field] ?? defaultOrder);
      return [
        [sorting, order?.direction ?? "ASC"],
        ["id", "ASC"],
      ];
    };
    return {
      fields: map.fields,
      filters: Object.keys(filters) as FilterName[],
      orders: Object.keys(orders),
      requires: [],
      ...(rules && { rules }),
      ...(join === undefined && { largestPage: largest }),
      list: async (call, session) => {
        const conditions = [...where, ...conditionsOf(filters, call)];
        const isWhole = localFilter?.when(call.filters) === true;
        const window = isWhole ? undefined : call.window;
        const page = await readPage(session, of, { conditions, order: sortedBy(call.order) }, window);
        const found = page.natives as readonly Native[];
        const natives = join === undefined ? found : await join(found, session);
        if (!isWhole) return { ...listing(map, natives, raw), total: page.total };
        const fitting = natives.filter((native) => localFilter.fits(native, call.filters));
        return { ...listing(map, itemsInWindow(fitting, call.window), raw), total: fitting.length };
      },
    };
  };

  const get = <Record, Native>(description: GraphQlGetDescription<Record, Native>): GetHandler<Record> => {
    const { of, map, where, join, raw } = description;
    return {
      fields: map.fields,
      get: async ({ ids }: Call, session) => {
        const native = await one<Native>(session, of, Object.values(ids).at(-1), where);
        const [joined] = native === undefined || join === undefined ? [native] : await join([native], session);
        return recordResult(map, joined, raw);
      },
    };
  };

  return { all, one, list, get };
}

/** The conditions of the filters that a call has and the vendor knows. */
function conditionsOf(
  encoders: FilterEncoders<Condition | undefined>,
  { filters }: Pick<ListCall, "filters">,
): readonly Condition[] {
  return Object.entries(encoders).flatMap(([name, encode]) => {
    const value = filters[name as FilterName];
    const condition =
      value === undefined
        ? undefined
        : (encode as (value: unknown, field: string) => Condition | undefined)(value, name);
    return condition ?? [];
  });
}
