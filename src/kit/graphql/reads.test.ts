import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { mapping } from "../mapping.ts";
import { compare, compareWord } from "./conditions.ts";
import { graphQlReads } from "./reads.ts";
import { ask, type GraphQlRequest } from "./request.ts";

interface Wine {
  id: string;
  name?: string;
}

const of = { root: "wines", selection: "id label" };
const map = mapping<Wine, { id: string; label?: string }>({ id: ({ id }) => id, name: ({ label }) => label });
const wines = [
  { id: "a1", label: "Red" },
  { id: "a2", label: "White" },
];

const reads = graphQlReads({ path: "/graphql", largest: 500, idType: "ID", isId: (text) => /^a\d$/.test(text) });

function vendor(nodes: readonly unknown[] = wines) {
  const asked: (GraphQlRequest & { path: string })[] = [];
  const answer = async (path: string, body: unknown) => {
    asked.push({ path, ...(body as GraphQlRequest) });
    const edges = nodes.map((node) => ({ node }));
    return { data: { wines: { edges, pageInfo: { hasNextPage: false }, totalCount: 9 } } };
  };
  const session = sessionWith({
    readByPost: answer,
    readByPostWithHeaders: async (path, body) => ({ body: await answer(path, body), headers: {} }),
  });
  return { asked, session };
}

describe("a list", () => {
  const list = reads.list<Wine, { id: string; label?: string }>({
    of,
    map,
    where: [compareWord("colour", "neq", "NONE")],
    filters: { name: (name) => compare("label", "eq", "String", name) },
    orders: { name: "label" },
    defaultOrder: "creationDate",
    localFilter: { when: ({ status }) => status !== undefined, fits: ({ label }) => label === "Red" },
  });

  test("asks with filters as conditions, and with the id to decide between equal ones", async () => {
    const { asked, session } = vendor();
    const call = { ids: {}, filters: { name: "Red" }, window: { page: 1, limit: 20 } };
    const { records, total } = await list.list(call, session);
    expect(records).toEqual([
      { id: "a1", name: "Red" },
      { id: "a2", name: "White" },
    ]);
    expect(total).toBe(9);
    expect(asked[0]?.query).toContain("order: [{ creationDate: ASC }, { id: ASC }]");
    expect(asked[0]?.query).toContain("{ colour: { neq: NONE } }, { label: { eq: $value1 } }");
    expect(asked[0]?.variables).toEqual({ value1: "Red", first: 20 });
  });

  test("sorts by the vendor's path for a field of ours", async () => {
    const { asked, session } = vendor();
    await list.list({ ids: {}, filters: {}, order: { field: "name", direction: "DESC" } }, session);
    expect(asked[0]?.query).toContain("order: [{ label: DESC }, { id: ASC }]");
  });

  test("is read whole for a filter that the vendor lacks", async () => {
    const { asked, session } = vendor();
    const call = { ids: {}, filters: { status: "OPEN" }, window: { page: 1, limit: 1 } };
    const { records, total } = await list.list(call, session);
    expect([records.length, total]).toEqual([1, 1]);
    expect(asked[0]?.variables).toEqual({ first: 500 });
  });
});

describe("a single record", () => {
  const get = reads.get<Wine, { id: string; label?: string }>({ of, map });

  test("is the list with its id as a condition", async () => {
    const { asked, session } = vendor();
    const { record } = await get.get({ ids: { wineId: "a1" }, filters: {} }, session);
    expect(record).toEqual({ id: "a1", name: "Red" });
    expect(asked[0]?.query).toContain("{ id: { eq: $value1 } }");
    expect(asked[0]?.query).toContain("$value1: ID!");
  });

  test("is not found if the list is empty", async () => {
    const { session } = vendor([]);
    await expect(get.get({ ids: { wineId: "a1" }, filters: {} }, session)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is not asked for with an id that the schema would refuse", async () => {
    const { asked, session } = vendor();
    const call = { ids: { wineId: "no id" }, filters: {} };
    await expect(get.get(call, session)).rejects.toMatchObject({ code: "not_found" });
    expect(asked).toEqual([]);
  });
});

test("a reply without data is refused", async () => {
  const session = sessionWith({ readByPost: async () => ({ data: null }) });
  await expect(ask(session, "/graphql", { query: "{ me { id } }", variables: {} })).rejects.toMatchObject({
    code: "target_bad_response",
  });
});
