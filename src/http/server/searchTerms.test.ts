import { expect, test } from "vitest";
import { termsIn, termsOfRequest, termsOfSearch } from "./searchTerms.ts";

const finds = (text: string, terms: readonly string[]): boolean =>
  termsOfSearch(text).some((term) => terms.includes(term));

const invoice = {
  id: "inv-1",
  contactId: "cus-9",
  contactName: "Wiedehopf  Apotheke",
  invoiceNumber: "RE-2026/077",
  totalAmount: 1238.5,
  description: "Secret Remark",
  lineItems: [{ name: "Salbe" }],
};

test.each([
  "inv-1",
  "CUS-9",
  "re-2026/077",
  "wiedehopf apotheke",
  "Apotheke",
  "1238.50",
  "1,238.50",
  "1.238,50",
  "1238,5",
])("a record is found by %s", (text) => {
  expect(finds(text, termsIn(invoice))).toBe(true);
});

test.each(["Secret Remark", "Salbe", "RE-2026", "1238.51", ""])("a record is not found by %s", (text) => {
  expect(finds(text, termsIn(invoice))).toBe(false);
});

test("the terms of a request come from its path, its body and its record, each once", () => {
  const terms = termsOfRequest({ invoiceId: "inv-1" }, { invoiceNumber: "RE-1" }, termsIn({ id: "inv-1" }));
  expect(terms).toEqual(["text inv-1", "text re-1"]);
});
