import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { withDays } from "./bodyDays.ts";

const invoice = operations["invoices.create"].body;
const day = "2026-02-22T00:00:00Z";

test.each([
  "2026-02-22",
  "2026-02-22T00:00:00Z",
  "2026-02-22T23:30",
  "2026-02-22T23:30:00.123",
  "2026-02-22T23:30:00-05:00",
  "2026-02-22T00:30:00+0100",
])("reads %s in a body as its accounting day", (dueDate) => {
  expect(withDays(invoice, { dueDate })).toEqual({ dueDate: day });
});

test.each(["2026-02-30", "2026-02-22T25:00:00Z", "tomorrow", "20260222", ""])(
  "leaves %j in a body unchanged, to be refused",
  (dueDate) => {
    expect(withDays(invoice, { dueDate })).toEqual({ dueDate });
  },
);

test("converts dates within lists and changes no other field", () => {
  const payments = operations["payments.create"].body;
  const body = {
    paymentLines: [{ paymentDate: "2026-02-22T10:00:00Z", description: "2026-02-22" }],
    journalCode: "2026-02-22",
    unknown: { dueDate: "2026-02-22" },
    exchangeRate: 0,
    nothing: null,
  };
  expect(withDays(payments, body)).toEqual({
    ...body,
    paymentLines: [{ paymentDate: "2026-02-22", description: "2026-02-22" }],
  });
  expect(withDays(undefined, "2026-02-22")).toBe("2026-02-22");
});
