import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { mapping } from "../mapping.ts";
import { filteredList } from "./filteredList.ts";

interface Native {
  readonly id: number;
}

const size = 3;
const list = filteredList<{ id: string }, Native>({
  map: mapping({ id: ({ id }) => String(id) }),
  sources: () => [{ path: "/one", query: { state: "all" } }, { path: "/other" }],
  fits: ({ id }, { filters }) => (filters.status === "ODD" ? id % 2 === 1 : id < 100),
  filters: ["status"],
  page: (page) => ({ page }),
  size,
  rules: [],
});

/** Two lists of the vendor's, the first with a page of which nothing fits. */
const books: Readonly<Record<string, readonly number[]>> = { "/one": [1, 2, 3, 101, 102, 104, 7], "/other": [8, 9] };
function vendor() {
  const requests: string[] = [];
  const session = sessionWith({
    read: (path: string, { page = 1, state = "" }: VendorQuery = {}) => {
      requests.push(`${path} ${page} ${state}`.trim());
      const from = (Number(page) - 1) * size;
      return Promise.resolve(books[path]?.slice(from, from + size).map((id) => ({ id })));
    },
  });
  const page = async (number: number, limit: number, status?: string) => {
    const filters = status === undefined ? {} : { status };
    const { records, total } = await list.list({ ids: {}, filters, window: { page: number, limit } }, session);
    return { ids: records.map(({ id }) => Number(id)), total };
  };
  return { requests, page, session };
}

test("concatenates lists, drops non-matching records, and knows the total at the end", async () => {
  const { page } = vendor();
  expect(await page(1, 4)).toEqual({ ids: [1, 2, 3, 7], total: undefined });
  expect(await page(2, 4)).toEqual({ ids: [8, 9], total: 6 });
  expect(await page(3, 4)).toEqual({ ids: [], total: 6 });
});

test("reads only the pages it needs, and none twice", async () => {
  const { requests, page } = vendor();
  await page(1, 3);
  expect(requests.splice(0)).toEqual(["/one 1 all"]);
  await page(2, 3);
  expect(requests.splice(0)).toEqual(["/one 2 all", "/one 3 all", "/other 1"]);
  await page(2, 3);
  expect(requests).toEqual(["/one 2 all", "/one 3 all", "/other 1"]);
});

test("keeps positions separate for different filters", async () => {
  const { page } = vendor();
  await page(1, 2);
  expect(await page(2, 2, "ODD")).toEqual({ ids: [101, 7], total: undefined });
});

test("returns everything without a window", async () => {
  const { session } = vendor();
  const { records, total } = await list.list({ ids: {}, filters: {} }, session);
  expect([records.length, total]).toEqual([6, 6]);
});

test("unwraps the records of a page, and refuses a page without records", async () => {
  const wrapped = filteredList<{ id: string }, Native>({
    map: mapping({ id: ({ id }) => String(id) }),
    filters: [],
    rules: [],
    size,
    page: (page) => ({ page }),
    sources: () => [{ path: "/one" }],
    fits: ({ id }) => id > 1,
    records: ({ values }: { values: readonly Native[] }) => values,
  });
  const reading = (body: object) => wrapped.list({ ids: {}, filters: {} }, sessionWith({ read: async () => body }));
  expect((await reading({ values: [{ id: 1 }, { id: 2 }] })).records).toEqual([{ id: "2" }]);
  await expect(reading({})).rejects.toMatchObject({ code: "target_bad_response" });
});
