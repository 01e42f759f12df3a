import { expect, test } from "vitest";
import type { Connector, Listing } from "../../contract/connector.ts";
import { operations } from "../../contract/operations.ts";
import { allScopes } from "../../contract/scopes.ts";
import { openCompleteness } from "./complete.ts";
import { makeExecute } from "./execute.ts";
import { openInputReader } from "./validateInput.ts";

const listed: Listing<{ id: string }> = { records: [{ id: "1" }], raw: [{ id: 1 }], total: 1 };
const connector: Connector = {
  id: "year-books",
  name: "Year Books",
  about: "A vendor that exists only in tests.",
  site: "http://year-books.example",
  signIn: { kind: "apiKey", asks: [], headers: {} },
  needs: [],
  proof: "/",
  refusals: { message: () => undefined },
  rawData: false,
  operations: {
    "paymentTerms.list": {
      fields: {},
      filters: ["fiscalYearStartDate"],
      orders: [],
      requires: ["fiscalYearStartDate"],
      list: async () => listed,
    },
  },
};

test("refuses a list without a required parameter before it opens a session", async () => {
  let opened = 0;
  const unused = () => Promise.reject(new Error("must not be called"));
  const connection = { id: "c", tenantId: "t", targetSystem: "year-books", state: "active", credentials: {} };
  const execute = makeExecute({
    callers: {
      find: async () => ({ tenantId: "t", connection: connection as never, scopes: allScopes, hiddenFields: [] }),
    },
    connectors: new Map([[connector.id, connector]]),
    readInput: openInputReader(),
    complete: openCompleteness(),
    serviceOperations: {},
    universalOperations: {},
    write: unused,
    startList: unused,
    openSession: async () => {
      opened++;
      return {} as never;
    },
  });
  const ask = (query: Record<string, string>) =>
    execute({
      id: "paymentTerms.list",
      operation: operations["paymentTerms.list"],
      ids: {},
      query,
      body: undefined,
      keys: { api: "a", account: "b" },
      files: [],
      idempotencyKey: undefined,
      requestId: "r",
    });
  await expect(ask({})).rejects.toMatchObject({ details: { faults: [{ code: "fiscal_year_required" }] } });
  expect(opened).toBe(0);
  const { envelope } = await ask({ fiscalYearStartDate: "2026-01-01" });
  expect(opened).toBe(1);
  expect(envelope.data).toEqual([{ id: "1" }]);
});
