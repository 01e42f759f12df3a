/** Every field and every listed value of the contract's records occurs somewhere in the sandbox's books. */
import type { TSchema } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandbox } from "../../src/connectors/sandbox/connector.ts";
import { type OperationId, operationTable } from "../../src/contract/operations.ts";
import { currency } from "../../src/contract/schema.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const companies = [
  { environmentName: "production", companyId: "bergblick" },
  { environmentName: "production", companyId: "kornfeld" },
  { environmentName: "test", companyId: "probelauf" },
];

const lists = operationTable
  .filter(([id, { kind, path }]) => kind === "list" && sandbox.operations[id] && !path.includes("{"))
  .map(([id, { record }]) => ({ id, record }));

async function everywhere(id: OperationId): Promise<Row[]> {
  const years = id === "trialBalance.list" ? { fiscalYearStartDate: `${day.slice(0, 4)}-01-01` } : {};
  const found = await Promise.all(companies.map((scope) => service.list(id, { query: { ...scope, ...years } })));
  return found.flat();
}

const known = new Map<OperationId, Promise<Row[]>>();
function rows(id: OperationId): Promise<Row[]> {
  const found = known.get(id) ?? everywhere(id);
  known.set(id, found);
  return found;
}

test.each(lists)("$id: every field occurs", async ({ id, record }) => {
  const fields = seen(record, await rows(id), id);
  const missing = fields.filter(({ values }) => values.length === 0).map(({ path }) => path);
  expect(missing).toEqual([]);
});

test("every enum value occurs in at least one record", async () => {
  const found = new Map<string, Set<unknown>>();
  for (const { id, record } of lists) {
    for (const { schema, values } of seen(record, await rows(id), id)) {
      // No company keeps books in every currency.
      if (schema.enum === undefined || schema.enum.length === (currency as Shape).enum?.length) continue;
      const list = schema.enum.join(" ");
      found.set(list, new Set([...(found.get(list) ?? []), ...values]));
    }
  }
  const missing = [...found].flatMap(([list, values]) => list.split(" ").filter((value) => !values.has(value)));
  expect(missing).toEqual([]);
});

type Shape = TSchema & { properties?: Record<string, TSchema>; items?: TSchema; enum?: string[] };
interface Seen {
  readonly path: string;
  readonly schema: Shape;
  readonly values: readonly unknown[];
}

/** All fields of the schema, each with the values that occur in the books. */
function seen(schema: Shape, values: readonly unknown[], path: string): Seen[] {
  if (schema.items) return seen(schema.items, values.flat(), path);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const below = values.map((value) => (value as Row)[name]).filter((value) => value !== undefined);
    return seen(field, below, `${path}.${name}`);
  });
  return [{ path, schema, values }, ...fields];
}
