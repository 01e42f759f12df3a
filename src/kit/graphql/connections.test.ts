import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { anyOf, compare, compareWord } from "./conditions.ts";
import { byConnection, connectionRequest } from "./connections.ts";

const memory = () => new Map<string, unknown>();

/** A connection of numbers whose cursors are their positions. */
const pagesOf = (count: number) => {
  const asked: object[] = [];
  const read = async (query: object) => {
    asked.push(query);
    const { first = 20, after = "0" } = query as { first?: number; after?: string };
    const start = Number(after);
    const end = Math.min(count, start + first);
    const edges = Array.from({ length: end - start }, (_, index) => ({ node: start + index }));
    const pageInfo = { hasNextPage: end < count, endCursor: String(end) };
    return { body: { data: { wines: { edges, pageInfo, totalCount: count } } }, headers: {} };
  };
  return { asked, read };
};

describe("a connection", () => {
  test("is read to its end, in the largest pages, if there is no window", async () => {
    const { asked, read } = pagesOf(7);
    const { natives, total } = await byConnection("wines", 3)(read, undefined, memory());
    expect(natives).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(total).toBe(7);
    expect(asked).toEqual([{ first: 3 }, { first: 3, after: "3" }, { first: 3, after: "6" }]);
  });

  test("is read in one request for a window that fits, and continues at a known cursor", async () => {
    const { asked, read } = pagesOf(30);
    const known = memory();
    const paging = byConnection("wines", 500);
    const first = await paging(read, { page: 1, limit: 10 }, known);
    expect([first.natives.length, first.total]).toEqual([10, 30]);
    const second = await paging(read, { page: 2, limit: 10 }, known);
    expect(second.natives[0]).toBe(10);
    expect(asked).toEqual([{ first: 10 }, { first: 10, after: "10" }]);
  });

  test("may have nodes instead of edges, and null among them", async () => {
    const body = { data: { wines: { nodes: ["a", null, "b"], pageInfo: { hasNextPage: false } } } };
    const page = await byConnection("wines", 3)(async () => ({ body, headers: {} }), undefined, memory());
    expect(page).toEqual({ natives: ["a", "b"], total: 2 });
  });

  test.each([
    ["the same cursor", ["a", "a"]],
    ["an earlier cursor", ["a", "b", "a"]],
  ])("is refused if it repeats %s", async (_what, cursors) => {
    let calls = 0;
    const read = async () => {
      const endCursor = cursors[calls++ % cursors.length];
      const wines = { edges: [{ node: 1 }], pageInfo: { hasNextPage: true, endCursor } };
      return { body: { data: { wines } }, headers: {} };
    };
    await expect(byConnection("wines", 1)(read, undefined, memory())).rejects.toThrow("repeats a cursor");
    expect(calls).toBe(cursors.length);
  });

  test.each([
    ["no data", {}],
    ["no such list", { data: { wines: null } }],
    ["neither nodes nor edges", { data: { wines: { pageInfo: {} } } }],
  ])("is refused if the reply has %s", async (_what, body) => {
    const read = async () => ({ body, headers: {} });
    await expect(byConnection("wines", 1)(read, undefined, memory())).rejects.toMatchObject({
      code: "target_bad_response",
    });
  });
});

describe("the request for a page", () => {
  const query = {
    root: "wines",
    selection: "id maker { name }",
    conditions: [
      compare("maker.name", "eq", "String", '"}) { secrets } #'),
      compareWord("colour", "eq", "RED"),
      anyOf(compare("year", "gte", "Int", 2020), compare("price", "lt", "Decimal", 5)),
    ],
    order: [
      ["creationDate", "ASC"],
      ["maker.name", "DESC"],
    ],
  } as const;

  test("has every value in a variable and never in its text", () => {
    const request = connectionRequest(query);
    expect(request.variables).toEqual({ value1: '"}) { secrets } #', value2: 2020, value3: 5 });
    expect(request.query).not.toContain("secrets");
    expect(request.query).toContain("$value1: String!, $value2: Int!, $value3: Decimal!");
  });

  test("is GraphQL, with conditions and order at their paths", () => {
    const { query: text } = connectionRequest(query);
    expect(() => parse(text)).not.toThrow();
    expect(text).toContain(
      "where: { and: [{ maker: { name: { eq: $value1 } } }, { colour: { eq: RED } }, { or: [{ year: { gte: $value2 } }, { price: { lt: $value3 } }] }] }",
    );
    expect(text).toContain("order: [{ creationDate: ASC }, { maker: { name: DESC } }]");
  });

  test("leaves out what is empty", () => {
    const { query: text, variables } = connectionRequest({ ...query, conditions: [], order: [] });
    expect(text).not.toMatch(/where|order/);
    expect(variables).toEqual({});
  });

  test("takes no text for a word of the schema", () => {
    expect(() => compareWord("colour", "eq", "RED } } {")).toThrow("not a word");
  });
});
