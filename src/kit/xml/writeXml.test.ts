import { expect, test } from "vitest";
import { readXml } from "./readXml.ts";
import { writeXml } from "./writeXml.ts";

const declaration = `<?xml version="1.0" encoding="utf-8"?>`;

test("objects become elements, and keys with an at sign attributes", () => {
  const document = {
    bill: { "@id": 7, "soap:code": "INK", line: [{ "@id": "1" }, "text"], value: 1.5, isFinal: true },
  };
  expect(writeXml(document)).toBe(
    `${declaration}<bill id="7"><soap:code>INK</soap:code><line id="1"/><line>text</line><value>1.5</value><isFinal>true</isFinal></bill>`,
  );
});

test("null and undefined are left out, empty text is an empty element", () => {
  expect(writeXml({ a: { "@x": undefined, b: undefined, c: null, d: "" } })).toBe(`${declaration}<a><d/></a>`);
});

test("markup in texts and attributes is escaped, and read back the same", () => {
  const content = { "@note": `"<&>'\n\t\r`, "#text": `</a><b attribute="1">&amp;]]>\r\n'` };
  const written = writeXml({ a: content });
  expect(written).not.toContain("<b");
  expect(readXml(written)).toEqual({ a: content });
});

test("characters that XML cannot hold are left out", () => {
  expect(writeXml({ a: "x\u0000\u0008\u{1F600}\uD800y" })).toBe(`${declaration}<a>x\u{1F600}y</a>`);
});

test("a name with markup in it is refused", () => {
  expect(() => writeXml({ "a><b": "" })).toThrow("no name of an XML element");
  expect(() => writeXml({ a: { '@b="" c': "" } })).toThrow("no name of an XML element");
});

test("a value can be replaced as it is written", () => {
  const written = writeXml({ a: { b: new Date(0), c: "kept" } }, (value) =>
    value instanceof Date ? "<replaced>" : value,
  );
  expect(written).toBe(`${declaration}<a><b>&lt;replaced&gt;</b><c>kept</c></a>`);
});
