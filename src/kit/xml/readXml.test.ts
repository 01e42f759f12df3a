import { expect, test } from "vitest";
import { readXml, XmlFault, type XmlLimits } from "./readXml.ts";
import { entriesIn, textIn } from "./xmlValues.ts";

const faultOf = (text: string, limits: Partial<XmlLimits> = {}): XmlFault => {
  try {
    readXml(text, limits);
  } catch (error) {
    if (error instanceof XmlFault) return error;
    throw error;
  }
  throw new Error("The XML was read.");
};

test("elements, attributes and text become an object, and repeated elements a list", () => {
  const text = `<?xml version="1.0"?><!-- a comment --><bill result="1">
    <code name="Inkoop">INK</code>
    <line id="1"><value>1.10</value></line>
    <line id="2"/>
    <note></note>
  </bill>`;
  expect(readXml(text)).toEqual({
    bill: {
      "@result": "1",
      code: { "@name": "Inkoop", "#text": "INK" },
      line: [{ "@id": "1", value: "1.10" }, { "@id": "2" }],
      note: "",
    },
  });
});

test("numbers stay text, with every digit", () => {
  expect(readXml("<a><value>00012345678901234567.100</value></a>")).toEqual({
    a: { value: "00012345678901234567.100" },
  });
});

test("the five entities, characters by number and CDATA are text", () => {
  expect(readXml("<a><b>&lt;x/&gt; &amp; &quot;&apos;&#xFC;&#252;</b><c><![CDATA[<d>1</d>]]></c></a>")).toEqual({
    a: { b: `<x/> & "'üü`, c: "<d>1</d>" },
  });
});

test("texts longer than the parser's buffer are whole", () => {
  const long = "ä".repeat(200_000);
  expect(readXml(`<a>${long}</a>`)).toEqual({ a: long });
});

test("a document type is refused, and with it every declared entity", () => {
  const bomb = `<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>`;
  expect(faultOf(bomb).message).toBe("The XML has a document type, which Kontor does not read.");
  const external = `<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>`;
  expect(faultOf(external).message).toContain("document type");
});

test("an undeclared entity is no text", () => {
  expect(faultOf("<a>&nbsp;</a>").message).toContain("well-formed");
});

test.each([
  ["depth", { depth: 3 }, "<a><b><c><d/></c></b></a>", "The XML has more than 3 levels."],
  ["elements", { nodes: 4 }, "<a><b/><b/><b/><b/></a>", "The XML has more than 4 elements and attributes."],
  ["attributes of all elements", { nodes: 4 }, `<a b="" c="" d="" e=""/>`, "more than 4 elements and attributes"],
  ["attributes of one element", { attributes: 2 }, `<a b="" c="" d=""/>`, "more than 2 attributes in one element"],
  ["length", { characters: 10 }, "<a>12345</a>", "The XML has more than 10 characters."],
])("the limit of %s holds", (_limit, limits, text, message) => {
  const fault = faultOf(text, limits);
  expect(fault.message).toContain(message);
  expect(fault.isTooLarge).toBe(true);
});

test("a document at its limits is read", () => {
  const limits = { depth: 3, nodes: 5, attributes: 2, characters: 100 };
  expect(readXml(`<a b="1" c="2"><d><e/></d></a>`, limits)).toEqual({ a: { "@b": "1", "@c": "2", d: { e: "" } } });
});

test.each(["", "text", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "<html><br></html>", "<a><__proto__/></a>"])(
  "%j is refused",
  (text) => {
    expect(faultOf(text).isTooLarge).toBe(false);
  },
);

test("an element has the same text with attributes and without, and one entry is a list", () => {
  expect([textIn("VH"), textIn({ "#text": "VH" }), textIn(""), textIn({}), textIn(undefined)]).toEqual([
    "VH",
    "VH",
    undefined,
    undefined,
    undefined,
  ]);
  expect([entriesIn("a"), entriesIn(["a", "b"]), entriesIn(undefined)]).toEqual([["a"], ["a", "b"], []]);
});
