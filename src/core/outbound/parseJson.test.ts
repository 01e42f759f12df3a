import { array, assert, bigInt, constantFrom, dictionary, jsonValue, oneof, pre, property, string } from "fast-check";
import { expect, test, vi } from "vitest";
import { parseVendorJson } from "./parseJson.ts";

const read = (text: string | Buffer, type = "application/json"): unknown => parseVendorJson(Buffer.from(text), type);

test.each([
  ["beyond 2^53", '{"id":9007199254740993}', { id: "9007199254740993" }],
  ["negative", '{"id":-9007199254740993}', { id: "-9007199254740993" }],
  ["in a list, with spaces", "[ 12345678901234567890 ]", ["12345678901234567890"]],
  ["sixteen digits", '{"id":1000000000000000}', { id: "1000000000000000" }],
  ["fifteen digits", '{"id":999999999999999}', { id: 999999999999999 }],
  ["a long amount", '{"a":12345678901234567.89}', { a: "12345678901234567.89" }],
  ["a long fraction", '{"a":33.333333333333336}', { a: 33.333333333333336 }],
  ["digits within a text", '{"iban":"DE89370400440532013000","n":1}', { iban: "DE89370400440532013000", n: 1 }],
  [
    "both",
    '{"a":"x 1234567890123456789","b":1234567890123456789}',
    { a: "x 1234567890123456789", b: "1234567890123456789" },
  ],
  [
    "what looks like one within a text",
    '{"a":"sums: 1234567890123456789, 5","b":1234567890123456789}',
    { a: "sums: 1234567890123456789, 5", b: "1234567890123456789" },
  ],
  [
    "at the end of a text, behind a quote",
    String.raw`{"a":"\",1234567890123456789]","b":[1234567890123456789,2]}`,
    { a: '",1234567890123456789]', b: ["1234567890123456789", 2] },
  ],
  ["one beside another", "[1234567890123456789,-1234567890123456789]", ["1234567890123456789", "-1234567890123456789"]],
  ["large without many digits", '{"a":1e20}', { a: 1e20 }],
])("numbers: %s", (_what, text, value) => {
  expect(read(text)).toEqual(value);
});

test("what is no large number is read as JSON says", () => {
  assert(
    property(oneof(array(jsonValue()), dictionary(string(), jsonValue())), (value) => {
      const text = JSON.stringify(value);
      pre(!/\d{16}/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("a whole number of any size keeps its digits", () => {
  assert(
    property(bigInt(), (number) => {
      expect(read(`{"id":${number}}`)).toEqual({
        id: expect.toSatisfy((id: unknown) => String(id) === String(number)),
      });
    }),
  );
});

test("a text beside a large number stays what it is, whatever it looks like", () => {
  const pieces = constantFrom('"', "\\", " ", ":", ",", "[", "]", "}", "1234567890123456789");
  assert(
    property(array(string({ unit: pieces })), (texts) => {
      const id = "9007199254740993";
      expect(read(`{"id":${id},"texts":${JSON.stringify(texts)}}`)).toEqual({ id, texts });
    }),
    { numRuns: 500 },
  );
});

test.each(Array.from({ length: 40 }, (_, offset) => offset))("a large number is found at any place: %i", (offset) => {
  const number = "1234567890123456789";
  expect(read(`{"text":"${"x".repeat(offset)}","id":${number}}`)).toMatchObject({ id: number });
});

test.each([
  ["a byte order mark", Buffer.from('\uFEFF{"a":1}'), "application/json", { a: 1 }],
  [
    "marks within texts",
    Buffer.from('{"a":"\uFEFFMuster\uFEFFmann","b":1}'),
    "application/json",
    { a: "Mustermann", b: 1 },
  ],
  [
    "marks that are escaped",
    Buffer.from(String.raw`{"a":"\uFeffMuster\\ufeff"}`),
    "application/json",
    { a: "Muster\\ufeff" },
  ],
  ["Latin-1, said so", Buffer.from('{"a":"\xfc"}', "latin1"), "application/json; charset=ISO-8859-1", { a: "ü" }],
  ["Latin-1, not said", Buffer.from('{"a":"\xfc"}', "latin1"), "application/json", undefined],
  ["the type of a text", Buffer.from('{"a":1}'), "text/plain", { a: 1 }],
  ["500 levels less one", Buffer.from("[".repeat(499) + "]".repeat(499)), "application/json", expect.any(Array)],
  ["501 levels", Buffer.from("[".repeat(501) + "]".repeat(501)), "application/json", undefined],
  ["many values", Buffer.from(`[${"1,".repeat(249_000)}1]`), "application/json", expect.any(Array)],
  ["too many values", Buffer.from(`[${"1,".repeat(300_000)}1]`), "application/json", undefined],
  ["millions of open brackets", Buffer.from("[".repeat(9_000_000)), "application/json", undefined],
])("bytes: %s", (_what, bytes, type, value) => {
  expect(read(bytes, type)).toEqual(value);
});

test("what is seen to be too deep is not read any further", () => {
  const parse = vi.spyOn(JSON, "parse");
  expect(read(Buffer.from("[".repeat(100_000) + "]".repeat(100_000)), "application/json")).toBeUndefined();
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
