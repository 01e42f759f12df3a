import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import type { ListCall } from "../../contract/connector.ts";
import { mapping } from "../mapping.ts";
import { getInMemory, inMemory, readUnpagedList, withLocalFilter } from "./inMemory.ts";

interface Native {
  readonly id: string;
  readonly name: string;
  readonly size?: number;
}
const natives: readonly Native[] = [
  { id: "1", name: "b", size: 10 },
  { id: "2", name: "a", size: 9 },
  { id: "3", name: "b" },
  { id: "4", name: "c", size: 0 },
];
const map = mapping<{ id: string }, Native>({ id: ({ id }) => id });
const session = sessionWith({ read: async () => natives });
const list = inMemory({
  read: readUnpagedList<Native>("/things"),
  map,
  filters: { name: ({ name }, wanted) => name === wanted, number: ({ id }, wanted) => id === wanted },
  orders: { name: ({ name }) => name, size: ({ size }) => size },
  raw: ({ name }) => name,
});
const idsFor = async (call: Partial<ListCall>) => {
  const { records, total } = await list.list({ ids: {}, filters: {}, ...call }, session);
  return [records.map(({ id }) => id).join(), total];
};

test("applies all requested filters, and counts the matches as the total", async () => {
  expect([list.filters, list.orders]).toEqual([
    ["name", "number"],
    ["name", "size"],
  ]);
  expect(await idsFor({ filters: { name: "b" } })).toEqual(["1,3", 2]);
  expect(await idsFor({ filters: { name: "b", number: "3" } })).toEqual(["3", 1]);
});

test("sorts by value, numbers numerically, before paging", async () => {
  expect(await idsFor({ order: { field: "name", direction: "ASC" } })).toEqual(["2,1,3,4", 4]);
  expect(await idsFor({ order: { field: "name", direction: "DESC" } })).toEqual(["4,1,3,2", 4]);
  expect((await idsFor({ order: { field: "size", direction: "DESC" } }))[0]).toMatch(/^1,2,/);
  expect(await idsFor({ window: { page: 2, limit: 3 } })).toEqual(["4", 4]);
});

test("shows the vendor's record as raw data", async () => {
  expect((await list.list({ ids: {}, filters: { number: "2" } }, session)).raw).toEqual(["a"]);
});

test("finds a record by its id, or answers not_found", async () => {
  const handler = getInMemory({ read: readUnpagedList<Native>("/things"), map, id: ({ id }) => id });
  expect((await handler.get({ ids: { thingId: "3" }, filters: {} }, session)).record).toEqual({ id: "3" });
  await expect(handler.get({ ids: { thingId: "9" }, filters: {} }, session)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("reads the whole list only for filters that need it, with the right total", async () => {
  const requests: unknown[] = [];
  const wide = {
    fields: map.fields,
    filters: ["name"] as const,
    orders: [],
    requires: [],
    list: async ({ window }: ListCall) => {
      requests.push(window);
      return { records: [], raw: natives, total: 99 };
    },
  };
  const handler = withLocalFilter<{ id: string }, Native>(wide, {
    map,
    when: ({ name }) => name !== undefined,
    fits: ({ name }, filters) => name === filters.name,
    also: [wide],
  });
  const window = { page: 2, limit: 3 };
  expect(await handler.list({ ids: {}, filters: { name: "b" }, window }, session)).toMatchObject({
    records: [{ id: "3" }],
    total: 4,
  });
  expect(await handler.list({ ids: {}, filters: {}, window }, session)).toMatchObject({ records: [], total: 99 });
  expect(requests).toEqual([undefined, undefined, window]);
});
