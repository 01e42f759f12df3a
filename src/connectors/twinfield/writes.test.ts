import { expect, test } from "vitest";
import { readXml } from "../../kit/xml/readXml.ts";
import { percentageOf } from "./conventions.ts";
import { documentFor, netFor, type Prepared } from "./documents.ts";
import { refusals } from "./errors.ts";
import type { Vat } from "./types.ts";

const high: Vat = {
  code: "VH",
  percentages: {
    percentage: [
      { date: "20121001", percentage: "21.000000000" },
      { date: "20000101", percentage: "19.000000000" },
    ],
  },
};
const prepared: Prepared = { company: "001", currency: "EUR", dayBook: "VRK", control: "1300", vats: [high] };
const line = { accountId: "8000", net: netFor({ quantity: 3, unitAmount: 33.335 }), taxCode: "VH" };
const document = { contactId: "1000", date: "2026-11-19T00:00:00Z", number: "F-1", isProvisional: false };

/** The document within the envelope. */
const sent = (lines: readonly (typeof line)[]): string =>
  JSON.stringify(documentFor({ ...document, lines }, prepared, "debit"));

test("the total line has the VAT that Twinfield computes for each line", () => {
  expect(line.net.toFixed(2)).toBe("100.01");
  expect(sent([line])).toContain("<debitcredit>debit</debitcredit><value>121.01</value>");
});

test("a negative line is on the side of the total", () => {
  const discount = { ...line, net: line.net.times(-0.5).round(2) };
  expect(sent([line, discount])).toContain("<debitcredit>debit</debitcredit><value>50.01</value>");
});

test("a negative invoice is refused, because it is a credit note", () => {
  expect(() => sent([{ ...line, net: line.net.neg() }])).toThrow(/credit note/);
});

test("a VAT code that the office lacks is refused by its line", () => {
  expect(() => sent([line, { ...line, taxCode: "XX" }])).toThrow(
    expect.objectContaining({ code: "cannot_store", details: { field: "lineItems[1].taxCode" } }),
  );
});

test.each([
  ["2012-09-30", "19.000000000"],
  ["2012-10-01", "21.000000000"],
  ["1999-12-31", undefined],
])("the percentage of %s is %s", (day, percentage) => {
  expect(percentageOf(high, day)).toBe(percentage);
});

const reply = (document: string) => ({
  "s:Envelope": { "s:Body": { ProcessXmlStringResponse: { ProcessXmlStringResult: document } } },
});

test.each([
  ["a message without anything else is about a missing record", `<transaction msg="x" result="0"/>`, 404],
  ["a code that was asked for is missing", `<dimension result="0"><code msg="x" result="0">9</code></dimension>`, 404],
  ["a code that was sent is refused", `<dimension result="0"><code msg="x">9</code><name>A</name></dimension>`, 422],
  ["a refusal without a message is one", `<dimension result="0"><code>9</code></dimension>`, 422],
  ["an accepted document is none", `<dimension result="1"><name msg="x">A</name></dimension>`, undefined],
])("%s", (_what, document, status) => {
  expect(readXml(document)).toBeDefined();
  expect(refusals.status?.(reply(document), 200)).toBe(status);
});
