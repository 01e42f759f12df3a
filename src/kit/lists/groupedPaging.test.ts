import { expect, test } from "vitest";
import type { PageWindow } from "../../contract/connector.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { byGroups } from "./groupedPaging.ts";
import type { Paging } from "./paging.ts";

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

/** Records of three rows each: rows with the same tens belong together. */
const tens = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at).flatMap((ten) => [0, 1, 2].map((line) => ten * 10 + line));

function rowsOf(stored: number[], largest = 100) {
  const { queries, page } = vendor(({ skip, top }) => ({
    records: stored.slice(Number(skip), Number(skip) + Number(top)),
  }));
  const isSame = (left: number, right: number) => Math.floor(left / 10) === Math.floor(right / 10);
  const paging = byGroups({ skip: "skip", size: "top", largest, records, isSame });
  const numbers = async (number: number, limit = 5) => {
    const { natives, total } = await page(paging, { page: number, limit });
    return {
      natives: natives.map((rows) => `${Math.floor((rows as number[])[0] ?? 0) / 10}x${(rows as []).length}`),
      total,
    };
  };
  return { queries, numbers, page: () => page(paging) };
}

test("returns whole records, and does not read pages again that it has passed", async () => {
  const { queries, numbers, page } = rowsOf(tens(1, 13));
  expect(await numbers(2)).toEqual({ natives: ["6x3", "7x3", "8x3", "9x3", "10x3"], total: undefined });
  queries.length = 0;
  expect(await numbers(3)).toEqual({ natives: ["11x3", "12x3"], total: 12 });
  expect(queries).toEqual([{ skip: 29, top: 50 }]);
  expect((await page()).natives).toHaveLength(12);
});

test("reads a record that is longer than the vendor's page to its end", async () => {
  const long = Array.from({ length: 9 }, (_, line) => 20 + line);
  const { numbers } = rowsOf([...tens(1, 2), ...long, ...tens(3, 5)], 4);
  expect(await numbers(1)).toEqual({ natives: ["1x3", "2x9", "3x3", "4x3"], total: 4 });
});

test("keeps records whole when rows are added before the pages that it has passed", async () => {
  const stored = tens(5, 20);
  const { numbers } = rowsOf(stored);
  await numbers(1);
  await numbers(2);
  stored.unshift(10, 11);
  expect(await numbers(1)).toEqual({ natives: ["1x2", "5x3", "6x3", "7x3", "8x3"], total: undefined });
  expect((await numbers(2)).natives).toEqual(["9x3", "10x3", "11x3", "12x3", "13x3"]);
  stored.unshift(0);
  expect((await numbers(3)).natives).toEqual(["13x3", "14x3", "15x3", "16x3", "17x3"]);
});
