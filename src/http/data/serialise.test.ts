import { array, assert, integer, property, record, string } from "fast-check";
import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { openSerialiser } from "./serialise.ts";

const serialise = openSerialiser();
const invoices = (...data: unknown[]): unknown => JSON.parse(serialise(operations["invoices.list"], { data }));

test("writes a line without the id that the contract requires", () => {
  const invoice = { invoiceId: "7", lineItems: [{ lineItemId: "1", quantity: 2 }, { quantity: 0 }] };
  expect(invoices(invoice, { invoiceId: "8" })).toEqual({ data: [invoice, { invoiceId: "8" }] });
});

test("omits text in a number field with a warning and keeps the rest", () => {
  const lineItems = [{ lineItemId: "1", quantity: "n/a", unitAmount: "12.50" }, null];
  expect(invoices({ invoiceId: "7", totalAmount: 10 }, { invoiceId: "8", lineItems })).toEqual({
    meta: { warnings: ["data[1].lineItems[0].quantity has the wrong type and was omitted."] },
    data: [
      { invoiceId: "7", totalAmount: 10 },
      { invoiceId: "8", lineItems: [{ lineItemId: "1", unitAmount: 12.5 }] },
    ],
  });
});

test("throws target_bad_response if nothing fits", () => {
  expect(() => serialise(operations["invoices.list"], { data: "nothing" })).toThrow(
    expect.objectContaining({ code: "target_bad_response" }),
  );
});

test("serialises lists of any length and in any script", () => {
  const text = string({ unit: "grapheme" });
  const records = array(record({ id: text, number: text, inventedHere: integer() }), { maxLength: 60 });
  const envelopes = record(
    { data: records, meta: record({ warnings: array(text) }), rawData: array(text) },
    { requiredKeys: ["data"] },
  );
  assert(
    property(envelopes, (envelope) => {
      expect(JSON.parse(serialise(operations["journalEntries.list"], envelope))).toEqual({
        ...envelope,
        data: envelope.data.map(({ id, number }) => ({ id, number })),
      });
    }),
  );
});
