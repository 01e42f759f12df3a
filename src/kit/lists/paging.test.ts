import { expect, test } from "vitest";
import type { PageWindow } from "../../contract/connector.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { byCursor, byOffset, byPageNumber, type Paging } from "./paging.ts";

const all = Array.from({ length: 23 }, (_each, index) => index);

/** A vendor of 23 records that records the requests. */
function vendor(answer: (query: VendorQuery) => unknown) {
  const requests: VendorQuery[] = [];
  const memory = new Map<string, unknown>();
  const read = async (query: VendorQuery) => {
    requests.push(query);
    return { body: answer(query), headers: {} };
  };
  return { requests, page: (paging: Paging, window?: PageWindow) => paging(read, window, memory) };
}

const between = (from: number, size: number) => all.slice(from, from + size);
const records = (body: { records: number[] }) => body.records;
const total = (body: { total: number }) => body.total;

test("starts page numbers where the vendor does", async () => {
  const { requests, page } = vendor(({ p, n }) => ({ records: between(Number(p) * Number(n), Number(n)), total: 23 }));
  const paging = byPageNumber({ page: "p", size: "n", largest: 10, first: 0, records, total });
  expect(await page(paging, { page: 3, limit: 10 })).toEqual({ natives: [20, 21, 22], total: 23 });
  expect(await page(paging)).toEqual({ natives: all, total: 23 });
  expect(requests).toEqual([
    { p: 2, n: 10 },
    { p: 0, n: 10 },
    { p: 1, n: 10 },
    { p: 2, n: 10 },
  ]);
});

test("derives the total from the last page if the vendor reports none", async () => {
  const { page } = vendor(({ p, n }) => ({ records: between((Number(p) - 1) * Number(n), Number(n)) }));
  const paging = byPageNumber({ page: "p", size: "n", largest: 10, first: 1, records });
  expect((await page(paging, { page: 2, limit: 10 })).total).toBeUndefined();
  expect((await page(paging, { page: 3, limit: 10 })).total).toBe(23);
  expect(await page(paging, { page: 9, limit: 10 })).toEqual({ natives: [], total: undefined });
  expect((await page(paging)).natives).toEqual(all);
});

test.each([Number.NaN, null, -1, 2.5])("leaves a total of %s out until the last page reveals it", async (unusable) => {
  const { page } = vendor(({ p, n }) => ({
    records: between((Number(p) - 1) * Number(n), Number(n)),
    total: unusable,
  }));
  const paging = byPageNumber({ page: "p", size: "n", largest: 10, first: 1, records, total });
  expect((await page(paging, { page: 2, limit: 10 })).total).toBeUndefined();
  expect((await page(paging, { page: 3, limit: 10 })).total).toBe(23);
  expect((await page(paging)).natives).toEqual(all);
});

test("refuses a page that is larger than requested", async () => {
  const { page } = vendor(() => ({ records: all, total: 23 }));
  const paging = byPageNumber({ page: "p", size: "n", largest: 10, first: 1, records, total });
  await expect(page(paging, { page: 1, limit: 5 })).rejects.toThrow(/more records than requested/);
});

test("translates pages into offsets", async () => {
  const { requests, page } = vendor(({ skip, top }) => ({ records: between(Number(skip), Number(top)), total: 23 }));
  const paging = byOffset({ skip: "skip", size: "top", largest: 100, records, total });
  expect(await page(paging, { page: 2, limit: 20 })).toEqual({ natives: [20, 21, 22], total: 23 });
  expect(requests).toEqual([{ skip: 20, top: 20 }]);
});

test("forgets cursors once the list has changed", async () => {
  let remaining = all;
  // The cursor is the last record, so it stays valid when earlier records are deleted.
  const { page } = vendor(({ after = "-1" }) => ({
    records: remaining.filter((record) => record > Number(after)).slice(0, 4),
  }));
  const next = ({ records: read }: { records: number[] }) => read.at(-1)?.toString();
  const paging = byCursor({ records, after: (cursor) => ({ after: cursor }), next });
  expect((await page(paging, { page: 3, limit: 5 })).natives).toEqual([10, 11, 12, 13, 14]);
  remaining = all.slice(2);
  expect((await page(paging, { page: 1, limit: 5 })).natives).toEqual([2, 3, 4, 5, 6]);
  expect((await page(paging, { page: 2, limit: 5 })).natives).toEqual([7, 8, 9, 10, 11]);
  expect((await page(paging, { page: 3, limit: 5 })).natives).toEqual([12, 13, 14, 15, 16]);
});

test("does not read earlier pages again to reach a cursor", async () => {
  const { requests, page } = vendor(({ after = "0" }) => ({
    records: between(Number(after), 4),
    after: Number(after) + 4,
  }));
  const next = (body: { after: number }) => (body.after < 23 ? String(body.after) : undefined);
  const paging = byCursor({ records, after: (cursor) => ({ after: cursor }), next });
  expect(await page(paging, { page: 2, limit: 5 })).toEqual({ natives: [5, 6, 7, 8, 9], total: undefined });
  expect(requests.map(({ after }) => after)).toEqual([undefined, "4", "8"]);
  requests.length = 0;
  expect(await page(paging, { page: 3, limit: 5 })).toEqual({ natives: [10, 11, 12, 13, 14], total: undefined });
  expect(requests.map(({ after }) => after)).toEqual(["8", "12"]);
  expect(await page(paging, { page: 5, limit: 5 })).toEqual({ natives: [20, 21, 22], total: 23 });
  expect(await page(paging, { page: 6, limit: 5 })).toEqual({ natives: [], total: 23 });
  expect((await page(paging)).natives).toEqual(all);
});
