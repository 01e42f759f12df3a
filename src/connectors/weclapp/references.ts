/** Records that are read for others: all of a list, some by their ids, and what many name by id only. */

import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { amount } from "../../kit/money.ts";
import type { Entity, Named, Page, References, Tax, Text } from "./types.ts";

/** The largest page that the vendor gives. */
export const largest = 1000;

/** Every record of a list. */
export async function allOf<Native>(session: Session, path: string, query: VendorQuery = {}): Promise<Native[]> {
  const all: Native[] = [];
  for (;;) {
    const page = { ...query, sort: "id", offset: all.length, pageSize: largest };
    const { result } = (await session.read(path, page)) as Page;
    const some = Array.isArray(result) ? (result as Native[]) : [];
    all.push(...some);
    if (some.length < largest) return all;
  }
}

/** `["1","2"]`, as the vendor takes several values. */
export const anyOf = (values: readonly string[]): string => JSON.stringify(values);

/** Addresses must not get too long. */
const idsAtOnce = 100;

/** Records by what a field of theirs says, such as their ids. */
export async function allBy<Native>(
  session: Session,
  path: string,
  { field, values }: { readonly field: string; readonly values: readonly Text[] },
): Promise<readonly Native[]> {
  const wanted = [...new Set(values.flatMap((value) => value || []))];
  const all: Native[] = [];
  for (let from = 0; from < wanted.length; from += idsAtOnce) {
    const some = anyOf(wanted.slice(from, from + idsAtOnce));
    all.push(...(await allOf<Native>(session, path, { [`${field}-in`]: some })));
  }
  return all;
}

const byId = <Native extends Entity>(all: readonly Native[]): ReadonlyMap<string, Native> =>
  new Map(all.map((native) => [native.id, native]));

export const byIds = async <Native extends Entity>(session: Session, path: string, values: readonly Text[]) =>
  byId(await allBy<Native>(session, path, { field: "id", values }));

/** Each of these lists is short, and read once for many. */
export type Table = "currency" | "tax" | "unit";

/** A user without the right to see one of these still sees the records. */
async function ifAllowed<Native>(reading: Promise<readonly Native[]>): Promise<readonly Native[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && (error.code === "target_forbidden" || error.code === "not_found")) return [];
    throw error;
  }
}

async function read(session: Session, table: Table, isFresh: boolean): Promise<ReadonlyMap<string, Named>> {
  const known = session.memory.get(table);
  if (known instanceof Map && !isFresh) return known as ReadonlyMap<string, Named>;
  const all = await ifAllowed(allOf<Named>(session, `/${table}`));
  const entities = byId(all);
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

/** The vendor's id of what we name: `EUR`, or a unit by its name. */
export async function idNamed(session: Session, table: Table, fits: (name: string) => boolean) {
  const find = async (isFresh: boolean): Promise<string | undefined> => {
    const all = await read(session, table, isFresh);
    return [...all.values()].find((entity) => fits(entity.name ?? ""))?.id;
  };
  return (await find(false)) ?? find(true);
}
