import { expect, test } from "vitest";
import type { Call, WriteCall } from "../contract/connector.ts";
import { encoder } from "./encode.ts";
import { mapping } from "./mapping.ts";
import { resource } from "./resource.ts";
import { number, plainValue, twoWay } from "./twoWay.ts";

interface Wine {
  id?: string;
  name?: string;
  price?: number;
}
interface NativeWine {
  readonly key?: string;
  readonly label?: { readonly text?: string };
  readonly price?: string | number;
}

const fields = twoWay({
  name: plainValue("label.text"),
  price: number("price"),
});
const wine = mapping<Wine, NativeWine>({ id: ({ key }) => key, ...fields.reads });
const wineEncoder = encoder<Wine>(fields.writes);

const wines = resource<Wine, NativeWine>({
  path: "/wines",
  id: "wineId",
  map: wine,
  query: { include: "label" },
  record: ({ value }: { value: NativeWine }) => value,
  change: "PATCH",
  creating: { query: () => ({ notify: "no" }) },
});

const call = (ids: Record<string, string> = {}): Call => ({ ids, filters: {} });
const writeCall = (body: Wine, ids: Record<string, string> = {}) =>
  ({ ...call(ids), body, marker: "m" }) as unknown as WriteCall<Wine>;

test("a two-way table reads and writes the same paths", () => {
  expect(wine({ key: "7", label: { text: "Red" }, price: "12.50" })).toEqual({ id: "7", name: "Red", price: 12.5 });
  expect(wineEncoder({ name: "Red", price: 12.5 })).toEqual({ label: { text: "Red" }, price: 12.5 });
});

test("a resource reads a record below its path, with the query of every read", async () => {
  const requests: unknown[] = [];
  const session = {
    read: async (...request: unknown[]) => {
      requests.push(request);
      return { value: { key: "a/b", price: 3 } };
    },
  };
  const { record } = await wines.get().get(call({ wineId: "a/b" }), session as never);
  expect(record).toEqual({ id: "a/b", price: 3 });
  expect(requests).toEqual([["/wines/a%2Fb", { include: "label" }]]);
});

test("a resource refuses a record of another kind", async () => {
  const session = { read: async () => ({ value: { key: "1" } }) };
  const { get } = wines.get(() => false);
  await expect(get(call({ wineId: "1" }), session as never)).rejects.toMatchObject({ code: "not_found" });
});

test("creates go to the path, changes and deletions to the record", () => {
  const create = wines.create({ encoder: wineEncoder }).request(writeCall({ price: 1 }), undefined);
  expect(create).toEqual({ method: "POST", path: "/wines", query: { notify: "no" }, body: { price: 1 } });
  const change = wines.change({ encoder: wineEncoder }).request(writeCall({ price: 2 }, { wineId: "9" }), undefined);
  expect(change).toEqual({ method: "PATCH", path: "/wines/9", body: { price: 2 } });
  const removed = wines.remove().request({ ...call({ wineId: "9" }), body: undefined } as never, undefined);
  expect(removed).toEqual({ method: "DELETE", path: "/wines/9" });
});

test("a path that depends on the call is the parent of the record's path", () => {
  const { at } = resource<Wine, NativeWine>({
    path: ({ ids }) => `/cellars/${ids["cellarId"]}/wines`,
    id: "wineId",
    map: wine,
    change: "PUT",
  });
  expect(typeof at === "function" && at(call({ cellarId: "c", wineId: "9" }))).toBe("/cellars/c/wines/9");
});
