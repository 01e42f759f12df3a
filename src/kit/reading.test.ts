import { expect, test } from "vitest";
import { sessionWith } from "../../test/support/vendorSession.ts";
import { Failure } from "../contract/failure.ts";
import { type Session, type VendorQuery } from "../contract/session.ts";
import { byCursor, byOffset } from "./lists/paging.ts";
import { mapping, nestedList } from "./mapping.ts";
import { get, lists, partOf, partsOf, readCached, undefinedIfMissing, undefinedIfRefused } from "./reading.ts";
import { vocabulary } from "./vocabulary.ts";

interface Native {
  readonly id: string;
  readonly state?: string;
  readonly lines?: readonly Native[];
}

/** Answers always the same, and remembers the questions. */
function vendor(body: unknown) {
  const requests: unknown[] = [];
  const never = () => Promise.reject(new Error("not expected"));
  const readWithHeaders = async (path: string, query?: VendorQuery, headers?: object) => {
    requests.push([path, query, headers]);
    return { body, headers: {} };
  };
  const read = async (path: string, query?: VendorQuery) => (await readWithHeaders(path, query)).body;
  const session: Session = {
    read,
    readWithHeaders,
    readByPost: never,
    readByPostWithHeaders: never,
    readLines: never,
    download: never,
    send: never,
    memory: new Map(),
  };
  return { requests, session };
}

const line = mapping<{ id: string; state?: string }, Native>({
  id: ({ id }) => id,
  state: vocabulary({ o: "OPEN" }).read(({ state }) => state),
});
const document = mapping<{ id: string; state?: string; lines?: object[] }, Native>({
  id: ({ id }) => id,
  state: vocabulary({ o: "OPEN", p: "PAID" }).read(({ state }) => state),
  lines: nestedList(line, ({ lines }) => lines),
});
/** The vendor has one page only. */
const singlePage = byCursor({ records: (body: unknown) => body, after: () => ({}), next: () => undefined });
const list = lists({ paging: singlePage, filterSeparator: " AND " });

test("joins conditions of one parameter, and sends filters in headers", async () => {
  const handler = list({
    path: "/documents",
    map: document,
    query: { where: "a", page: 1, also: undefined },
    filters: { status: (value) => ({ where: `b=${value}` }), name: (value) => ({ name: value, where: undefined }) },
    headers: { lastModifiedAt: (at) => ({ "if-modified-since": at.toISOString() }) },
  });
  expect(handler.filters).toEqual(["status", "name", "lastModifiedAt"]);
  const { requests, session } = vendor([]);
  await handler.list({ ids: {}, filters: { status: "x", name: "n", lastModifiedAt: new Date(0) } }, session);
  expect(requests).toEqual([
    ["/documents", { where: "a AND b=x", page: 1, name: "n" }, { "if-modified-since": "1970-01-01T00:00:00.000Z" }],
  ]);
});

test("omits an unknown enumerated value and warns once", async () => {
  const natives = [
    { id: "1", state: "o" },
    { id: "2", state: "zz", lines: [{ id: "l", state: "p" }] },
    { id: "3", state: "zz" },
  ];
  const { session } = vendor(natives);
  const { records, warnings } = await list({ path: "/", map: document }).list({ ids: {}, filters: {} }, session);
  expect(records).toEqual([{ id: "1", state: "OPEN" }, { id: "2", lines: [{ id: "l" }] }, { id: "3" }]);
  expect(warnings).toEqual([
    'The contract has no value for the target system\'s state "zz", so the field was left out.',
    'The contract has no value for the target system\'s lines.state "p", so the field was left out.',
  ]);
});

test("counts the records if pages have no total", async () => {
  const { session } = vendor([]);
  const paging = async () => ({ natives: [] });
  const handler = list({ path: "/", map: document, paging, count: async () => 7 });
  expect((await handler.list({ ids: {}, filters: {} }, session)).total).toBe(7);
});

test("unwraps a record, and answers not_found without one", async () => {
  const record = (body: { Documents?: Native[] }) => body.Documents?.[0];
  const handler = get({ path: "/1", map: document, record });
  const found = await handler.get({ ids: {}, filters: {} }, vendor({ Documents: [{ id: "1" }] }).session);
  expect(found).toEqual({ record: { id: "1" }, raw: { id: "1" } });
  await expect(handler.get({ ids: {}, filters: {} }, vendor({ Documents: [] }).session)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("lists a document's lines in pages and returns single lines", async () => {
  const { session } = vendor({ id: "d", lines: [{ id: "a" }, { id: "b" }, { id: "c" }] });
  const parts = { path: "/d", parts: ({ lines }: Native) => lines, map: line };
  const ids = { documentId: "d", lineItemId: "b" };
  const window = { page: 2, limit: 2 };
  expect(await partsOf(parts).list({ ids, filters: {}, window }, session)).toEqual({
    records: [{ id: "c" }],
    raw: [{ id: "c" }],
    total: 3,
  });
  const handler = partOf({ ...parts, id: ({ id }) => id });
  expect(await handler.get({ ids, filters: {} }, session)).toEqual({ record: { id: "b" }, raw: { id: "b" } });
  const strange = vendor({ id: "d", lines: [{ id: "b", state: "zz" }] }).session;
  expect((await handler.get({ ids, filters: {} }, strange)).warnings).toEqual([
    'The contract has no value for the target system\'s state "zz", so the field was left out.',
  ]);
});

test("returns undefined for not_found and rethrows other failures", async () => {
  expect(await undefinedIfMissing(Promise.resolve(0))).toBe(0);
  expect(await undefinedIfMissing(Promise.reject(new Failure("not_found", "gone")))).toBeUndefined();
  await expect(undefinedIfMissing(Promise.reject(new Failure("target_forbidden", "no")))).rejects.toThrow("no");
  expect(
    await undefinedIfRefused(Promise.reject(new Failure("target_forbidden", "no")), "target_forbidden"),
  ).toBeUndefined();
});

test("joins facts from other endpoints before mapping, and filters by them", async () => {
  const list = lists({ paging: singlePage })({
    path: "/accounts",
    map: mapping<{ id: string; name?: string }, { id: string; name?: string }>({
      id: ({ id }) => id,
      name: ({ name }) => name,
    }),
    join: async (natives) => natives.map((native) => ({ ...native, name: `Account ${native.id}` })),
    localFilter: { when: ({ status }) => status !== undefined, fits: ({ name }, { status }) => name === status },
    filters: { status: () => ({}) },
  });
  const { session } = vendor([{ id: "1" }, { id: "2" }]);
  const window = { page: 1, limit: 1 };
  expect(await list.list({ ids: {}, filters: {}, window }, session)).toMatchObject({
    records: [{ id: "1", name: "Account 1" }],
    total: 2,
  });
  expect(await list.list({ ids: {}, filters: { status: "Account 2" }, window }, session)).toMatchObject({
    records: [{ id: "2", name: "Account 2" }],
    total: 1,
  });
});

test("reads rarely changing values once until the cache forgets them", async () => {
  const { requests, session } = vendor({ currency: "EUR" });
  const cached: [string, unknown][] = [];
  const memory = {
    get: (name: string) => new Map(cached).get(name),
    set: (...entry: [string, unknown]) => void cached.push(entry),
  };
  const currency = () => readCached({ ...session, memory }, "currency", () => session.read("/company"));
  expect([await currency(), await currency()]).toEqual([{ currency: "EUR" }, { currency: "EUR" }]);
  expect(requests).toHaveLength(1);
  expect(cached).toEqual([["currency", { currency: "EUR" }]]);
  cached.length = 0;
  await currency();
  expect(requests).toHaveLength(2);
});

test("filters in a search body are posted, with the total from the headers, and other lists are read with GET", async () => {
  const requests: unknown[] = [];
  const session = sessionWith({
    readWithHeaders: async (path, query) => {
      requests.push(["GET", path, query]);
      return { body: [], headers: { "x-total-count": "0" } };
    },
    readByPostWithHeaders: async (path, body, query) => {
      requests.push(["POST", path, query, body]);
      return { body: [{ id: "1" }], headers: { "x-total-count": "41" } };
    },
  });
  const handler = lists({
    paging: byOffset({
      skip: "offset",
      size: "limit",
      largest: 100,
      records: (body: readonly unknown[]) => body,
      total: (_body: never, headers) => Number(headers["x-total-count"]),
    }),
  })({
    path: "/contact",
    map: document,
    search: {
      path: "/contact/search",
      conditions: { name: (value) => ({ field: "name_1", value, criteria: "=" }) },
    },
  });
  expect(handler.filters).toEqual(["name"]);
  const window = { page: 3, limit: 20 };
  const found = await handler.list({ ids: {}, filters: { name: "Muster" }, window }, session);
  expect(found).toMatchObject({ records: [{ id: "1" }], total: 41 });
  await handler.list({ ids: {}, filters: {}, window }, session);
  expect(requests).toEqual([
    ["POST", "/contact/search", { offset: 40, limit: 20 }, [{ field: "name_1", value: "Muster", criteria: "=" }]],
    ["GET", "/contact", { offset: 40, limit: 20 }],
  ]);
});
