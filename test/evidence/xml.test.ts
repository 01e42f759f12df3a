import { expect, test } from "vitest";
import { documentName, enveloped, pathInEnvelope, xmlIn, xmlText } from "./xml.ts";

const envelope = {
  "soap:Envelope": { "@xmlns:soap": "s", "soap:Body": { Answer: { Result: { "#xml": "{document}" } } } },
};
const document = { invoice: { "@id": "7", note: 'a "b" & <c>', line: ["1", "2"] } };

test("a document is sent as text in its envelope, and read back the same", () => {
  const whole = enveloped(document, envelope);
  expect(xmlText(whole)).toContain("<Result>&lt;?xml");
  expect(xmlIn(xmlText(whole))).toEqual(whole);
  expect(pathInEnvelope(envelope)).toEqual(["soap:Envelope", "soap:Body", "Answer", "Result", "#xml"]);
});

test("a document has the name of its innermost root", () => {
  expect(documentName(enveloped(document, envelope))).toBe("invoice");
  expect(documentName({ "s:Envelope": { "s:Header": { a: "b" }, "s:Body": { Search: { type: "DIM" } } } })).toBe(
    "Search",
  );
  expect(documentName({ invoice: 7 })).toBeUndefined();
});

test("text that only looks like XML stays text", () => {
  expect(xmlIn("<a><b>&lt;3</b></a>")).toEqual({ a: { b: "<3" } });
  expect(xmlIn("a < b")).toBeUndefined();
});
