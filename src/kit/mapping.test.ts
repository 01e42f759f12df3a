import { array, assert, constantFrom, integer, object, oneof, property, string, tuple, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../contract/failure.ts";
import { accountingDay } from "./dates.ts";
import { mapping, nestedList, nestedRecord } from "./mapping.ts";
import { amount } from "./money.ts";
import { listing, recordResult } from "./reading.ts";

interface Line {
  readonly id?: string;
  readonly tax?: { readonly rate: string };
}
interface Native {
  readonly id?: string;
  readonly total?: string;
  readonly dates?: { readonly made: string };
  readonly lines?: readonly (Line | null)[];
}
interface Bill {
  id: string;
  billDate?: string;
  totalAmount?: number;
  lineItems?: { id: string; taxRatePercentage?: number }[];
  first?: { id: string; taxRatePercentage?: number };
}

const line = mapping<{ id: string; taxRatePercentage?: number }, Line>({
  id: ({ id }) => id,
  taxRatePercentage: ({ tax }) => amount((tax as { rate: string }).rate),
});
const bill = mapping<Bill, Native>({
  id: ({ id }) => id,
  billDate: ({ dates }) => accountingDay((dates as { made: string }).made),
  totalAmount: ({ total }) => amount(total),
  lineItems: nestedList(line, ({ lines }) => lines as readonly Line[] | undefined),
  first: nestedRecord(line, ({ lines }) => lines?.[0]),
});

const native: Native = { id: "1", total: "0", dates: { made: "2026-02-22" } };
const converted: Bill = { id: "1", totalAmount: 0, billDate: "2026-02-22T00:00:00Z" };

test("omits an unreadable date and warns with record and field", () => {
  expect(listing(bill, [native, { id: "2", total: "5" }])).toMatchObject({
    records: [converted, { id: "2", totalAmount: 5 }],
    warnings: ["Record 2: billDate could not be read; the value was left out."],
  });
});

test("omits an unreadable amount and quotes it in the warning", () => {
  expect(recordResult(bill, { ...native, total: "many" })).toMatchObject({
    record: { id: "1", billDate: converted.billDate },
    warnings: ['Record 1: totalAmount could not be read: "many" is not an amount; the value was left out.'],
  });
});

test("omits only the unreadable field of a line and warns with its path", () => {
  const lines = [{ id: "a", tax: { rate: "19" } }, { id: "b" }, null];
  const { records, warnings } = listing(bill, [{ ...native, lines }]);
  expect(records).toEqual([
    {
      ...converted,
      lineItems: [{ id: "a", taxRatePercentage: 19 }, { id: "b" }, {}],
      first: { id: "a", taxRatePercentage: 19 },
    },
  ]);
  expect(warnings).toEqual([
    "Record 1: lineItems[1].taxRatePercentage could not be read; the value was left out.",
    "Record 1: lineItems[2] is empty; the value was left out.",
  ]);
  expect(recordResult(bill, { ...native, lines: [{ id: "b" }] }).warnings).toContain(
    "Record 1: first.taxRatePercentage could not be read; the value was left out.",
  );
});

test("limits the number of warnings for a page", () => {
  const { records, warnings } = listing(
    bill,
    Array.from({ length: 25 }, (_, index) => ({ id: String(index) })),
  );
  expect(records).toHaveLength(25);
  expect(warnings).toHaveLength(21);
  expect(warnings?.at(-1)).toBe("5 more fields of this page were left out.");
});

test("rethrows failures that are not the record's fault", () => {
  const refusing = mapping<{ id: string }, object>({
    id: () => {
      throw new Failure("target_forbidden", "not yours");
    },
  });
  expect(() => listing(refusing, [{}])).toThrow("not yours");
});

test("includes fields with a value and omits the others", () => {
  const names = string().filter((name) => name !== "__proto__");
  const values = oneof(constantFrom(null, undefined, "", 0, false, []), string(), integer(), array(string()), object());
  assert(
    property(uniqueArray(tuple(names, values), { selector: ([name]) => name, minLength: 1 }), (pairs) => {
      const native = new Map(pairs);
      const fields = pairs.map(([name]) => [name, (from: typeof native) => from.get(name)] as const);
      const isEmpty = (value: unknown) =>
        value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
      const record = mapping(Object.fromEntries(fields) as never)(native) as object;
      expect(Object.values(record)).not.toContain(undefined);
      expect(record).toEqual(Object.fromEntries(pairs.filter(([, value]) => !isEmpty(value))));
    }),
  );
});
