/** Reads records that other records refer to: whole lists, records by their ids, and small tables that are remembered. */
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { byOffset, everyRecord } from "../../kit/lists/paging.ts";
import { amount } from "../../kit/money.ts";
import { undefinedIfRefused } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import type { Entity, Named, Page, References, Tax, Text } from "./types.ts";

/** Pages have no total. */
export const paging = byOffset({
  skip: "offset",
  size: "pageSize",
  largest: 1000,
  records: ({ result }: Page) => result,
});

/** Every record of a list. */
const inOrder = everyRecord(paging);
export const allOf = <Native>(session: Session, path: string, query: VendorQuery = {}) =>
  inOrder<Native>(session, path, { ...query, sort: "id" });

/** `["1","2"]`, as the vendor takes several values. */
export const anyOf = (values: readonly string[]): string => JSON.stringify(values);

/** More ids would make the URL too long. */
const idsAtOnce = 100;

/** The records whose field has one of the values: `{ field: "id", values }`. */
export async function allBy<Native>(
  session: Session,
  path: string,
  { field, values }: { readonly field: string; readonly values: readonly Text[] },
): Promise<readonly Native[]> {
  const distinct = [...new Set(values.flatMap((value) => value || []))];
  const records: Native[] = [];
  for (let from = 0; from < distinct.length; from += idsAtOnce) {
    const batch = anyOf(distinct.slice(from, from + idsAtOnce));
    records.push(...(await allOf<Native>(session, path, { [`${field}-in`]: batch })));
  }
  return records;
}

const byId = <Native extends Entity>(natives: readonly Native[]): ReadonlyMap<string, Native> =>
  new Map(natives.map((native) => [native.id, native]));

export const byIds = async <Native extends Entity>(session: Session, path: string, values: readonly Text[]) =>
  byId(await allBy<Native>(session, path, { field: "id", values }));

/** Short lists that are read once and remembered. */
export type Table = "currency" | "tax" | "unit";

/** Empty if the user may not see the table: then records are returned without these names. */
async function read(session: Session, table: Table, isFresh: boolean): Promise<ReadonlyMap<string, Named>> {
  const known = session.memory.get(table);
  if (known instanceof Map && !isFresh) return known as ReadonlyMap<string, Named>;
  const rows = await undefinedIfRefused(allOf<Named>(session, `/${table}`), "target_forbidden", "not_found");
  const entities = byId(rows ?? []);
  session.memory.set(table, entities);
  return entities;
}

export async function referencesOf(
  session: Session,
  tables: readonly Table[],
  isFresh = false,
): Promise<References | undefined> {
  if (tables.length === 0) return undefined;
  const maps = new Map<Table, ReadonlyMap<string, Named>>();
  for (const table of tables) maps.set(table, await read(session, table, isFresh));
  let hasMissed = false;
  const find = (table: Table, id: Text): (Named & Partial<Tax>) | undefined => {
    if (!id) return undefined;
    const found = maps.get(table)?.get(id);
    hasMissed ||= found === undefined && (maps.get(table)?.size ?? 0) > 0;
    return found;
  };
  return {
    name: (table, id) => find(table, id)?.name ?? undefined,
    percentage: (id) => amount(find("tax", id)?.taxValue),
    hasMissed: () => hasMissed,
  };
}

interface Wanted {
  /** The caller's field, for the refusal. */
  readonly field: string;
  readonly value: string;
  readonly fits: (name: string) => boolean;
}

/** The vendor's id of what a caller names, such as `EUR` or a unit. An unknown name may be new, so the list is read again. */
export async function idNamed(session: Session, table: Table, { field, value, fits }: Wanted): Promise<string> {
  const isMeant = ({ name }: Named): boolean => fits(name ?? "");
  const known = [...(await read(session, table, false)).values()].find(isMeant);
  if (known !== undefined) return known.id;
  const fresh = [...(await read(session, table, true)).values()];
  return referencedRow(fresh, { field, value, kind: table, key: (entity) => (isMeant(entity) ? value : entity.name) })
    .id;
}
