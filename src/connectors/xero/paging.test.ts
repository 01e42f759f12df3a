import { expect, test } from "vitest";
import type { PageWindow } from "../../contract/connector.ts";
import { type VendorQuery } from "../../contract/session.ts";
import type { Paging } from "../../kit/lists/paging.ts";
import { byFixedPages, unpaged } from "./paging.ts";

const all = Array.from({ length: 23 }, (_each, index) => index);
const between = (from: number, size: number) => all.slice(from, from + size);

/** A vendor that keeps the queries it got. */
function vendor(answer: (query: VendorQuery) => unknown) {
  const queries: VendorQuery[] = [];
  const memory = new Map<string, unknown>();
  const read = async (query: VendorQuery) => {
    queries.push(query);
    return { body: answer(query), headers: {} };
  };
  return { queries, page: (paging: Paging, window?: PageWindow) => paging(read, window, memory) };
}

const records = (body: { records: number[] }) => body.records;

test("cuts an unpaged list into our pages", async () => {
  const { queries, page } = vendor(() => ({ records: all }));
  const paging = unpaged({ records });
  expect(await page(paging, { page: 5, limit: 5 })).toEqual({ natives: [20, 21, 22], total: 23 });
  expect(queries).toEqual([{}]);
});

test("cuts pages of a fixed size into ours, and knows the total on the last one", async () => {
  const { queries, page } = vendor(({ p }) => ({ records: between((Number(p) - 1) * 8, 8) }));
  const paging = byFixedPages({ page: "p", size: 8, first: 1, records });
  expect(await page(paging, { page: 2, limit: 5 })).toEqual({ natives: [5, 6, 7, 8, 9], total: undefined });
  expect(await page(paging, { page: 5, limit: 5 })).toEqual({ natives: [20, 21, 22], total: 23 });
  expect(queries.map(({ p }) => p)).toEqual([1, 2, 3]);
  expect(await page(paging)).toEqual({ natives: all, total: 23 });
  expect(await page(paging, { page: 9, limit: 5 })).toEqual({ natives: [], total: undefined });
});

test("reads the empty page behind a full last page of a fixed size", async () => {
  const { page } = vendor(({ p }) => ({ records: between(Number(p) * 23, 23) }));
  expect(await page(byFixedPages({ page: "p", size: 23, first: 0, records }))).toEqual({ natives: all, total: 23 });
});
