import { expect, test } from "vitest";
import { referencedRow } from "./referencedRow.ts";

const accounts = [{ code: "4400", id: 1 }, { code: 8400, id: 2 }, { id: 3 }];
const reference = (value: string) => ({
  field: "lineItems.accountCode",
  value,
  kind: "account",
  key: ({ code }: { code?: string | number }) => code,
});

test("finds the row whose key is the value, whether text or number", () => {
  expect(referencedRow(accounts, reference("4400")).id).toBe(1);
  expect(referencedRow(accounts, reference("8400")).id).toBe(2);
});

test("refuses a value that matches nothing, with the field and the values that would match", () => {
  expect(() => referencedRow(accounts, reference("1"))).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      details: { field: "lineItems.accountCode" },
      message: 'The target system has no account "1". Use one of 4400, 8400.',
    }),
  );
});

test("names ten candidates at most, and says when there are none", () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ code: String(index + 100) }));
  expect(() => referencedRow(many, reference("1"))).toThrow(/Use one of its 12, such as 100, .*, 109\.$/);
  expect(() => referencedRow([], reference("1"))).toThrow('The target system has no account "1". It has none.');
});
