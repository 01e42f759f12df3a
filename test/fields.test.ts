/** Every field and every listed value of the contract's records occurs somewhere in the sandbox's books. */
import type { TSchema } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandbox } from "../src/connectors/sandbox/connector.ts";
import { type OperationId, operationTable } from "../src/contract/operations.ts";
import { currency } from "../src/contract/schema.ts";
import { day, type Row, type Service, startService } from "./service.ts";

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

describe.each(lists)("$id", ({ id, record }) => {
  test("has every field, and every value of the listed ones", async () => {
    expect(absent(record, await everywhere(id), id)).toEqual([]);
  });
});

type Shape = TSchema & { properties?: Record<string, TSchema>; items?: TSchema; enum?: string[] };

/** The paths of what none of the values has. */
function absent(schema: Shape, values: readonly unknown[], path: string): string[] {
  if (schema.items) return absent(schema.items, values.flat(), path);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, field]) => {
      const below = values.map((value) => (value as Row)[name]).filter((value) => value !== undefined);
      return below.length === 0 ? [`${path}.${name}`] : absent(field, below, `${path}.${name}`);
    });
  }
  // Nobody keeps books in every currency there is.
  if (schema.enum === undefined || schema.enum.length === (currency as Shape).enum?.length) return [];
  return schema.enum.filter((value) => !values.includes(value)).map((value) => `${path}=${value}`);
}
