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
  ["digits within a string", '{"iban":"DE89370400440532013000","n":1}', { iban: "DE89370400440532013000", n: 1 }],
  [
    "a long number in a string and outside",
    '{"a":"x 1234567890123456789","b":1234567890123456789}',
    { a: "x 1234567890123456789", b: "1234567890123456789" },
  ],
  [
    "a long number within a string",
    '{"a":"sums: 1234567890123456789, 5","b":1234567890123456789}',
    { a: "sums: 1234567890123456789, 5", b: "1234567890123456789" },
  ],
  [
    "at the end of a string, after an escaped quote",
    String.raw`{"a":"\",1234567890123456789]","b":[1234567890123456789,2]}`,
    { a: '",1234567890123456789]', b: ["1234567890123456789", 2] },
  ],
  [
    "two long numbers in a row",
    "[1234567890123456789,-1234567890123456789]",
    ["1234567890123456789", "-1234567890123456789"],
  ],
  ["a large number with few digits", '{"a":1e20}', { a: 1e20 }],
  ["an exponent after many digits", '{"a":1234567890123456e2}', { a: 1234567890123456e2 }],
  ["an exponent beside a long number", '{"a":1e20,"id":1234567890123456789}', { a: 1e20, id: "1234567890123456789" }],
])("reads numbers: %s", (_what, text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  "1234567890123456.",
  "-0123456789012345678",
  "0123456789012345678",
  "1234567890123456.e5",
  "1234567890123456e",
  "1234567890123456-7",
  "12345678901234567.8.9",
])("refuses the malformed number %s, wherever it is", (number) => {
  const rest = Array.from({ length: 2000 }, (_, id) => `{"id":${id},"name":"Nirgends"}`).join();
  expect(read(`{"id":${number}}`)).toBeUndefined();
  expect(read(`[${number}]`)).toBeUndefined();
  expect(read(`[{"id":${number},"name":"Nirgends"},${rest}]`)).toBeUndefined();
  expect(read(`[${rest},{"id":${number},"name":"Nirgends"}]`)).toBeUndefined();
});

test.each(["1234567890123456e-10", "1234567890123456E+3", "1234567890123456.5e1"])(
  "reads %s as the same number, wherever it is",
  (source) => {
    const value = Number(source);
    const rest = Array.from({ length: 2000 }, (_, id) => ({ id, name: "Nirgends" }));
    const restText = rest.map((record) => JSON.stringify(record)).join();
    expect(read(`{"a":${source}}`)).toEqual({ a: value });
    expect(read(`[{"id":1,"a":${source}},{"id":1234567890123456789}]`)).toEqual([
      { id: 1, a: value },
      { id: "1234567890123456789" },
    ]);
    expect(read(`[{"id":${source},"name":"x"},${restText}]`)).toEqual([{ id: value, name: "x" }, ...rest]);
    expect(read(`[${restText},{"id":${source},"name":"x"}]`)).toEqual([...rest, { id: value, name: "x" }]);
  },
);

test("reads JSON without large numbers like JSON.parse", () => {
  assert(
    property(oneof(array(jsonValue()), dictionary(string(), jsonValue())), (value) => {
      const text = JSON.stringify(value);
      pre(!/\d{16}/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("keeps all digits of an integer of any size", () => {
  assert(
    property(bigInt(), (number) => {
      expect(read(`{"id":${number}}`)).toEqual({
        id: expect.toSatisfy((id: unknown) => String(id) === String(number)),
      });
    }),
  );
});

test("leaves strings next to a large number unchanged, whatever they contain", () => {
  const pieces = constantFrom('"', "\\", " ", ":", ",", "[", "]", "}", "1234567890123456789");
  assert(
    property(array(string({ unit: pieces })), (texts) => {
      const id = "9007199254740993";
      expect(read(`{"id":${id},"texts":${JSON.stringify(texts)}}`)).toEqual({ id, texts });
    }),
    { numRuns: 500 },
  );
});

test.each(Array.from({ length: 40 }, (_, offset) => offset))("finds a large number at any offset: %i", (offset) => {
  const number = "1234567890123456789";
  expect(read(`{"text":"${"x".repeat(offset)}","id":${number}}`)).toMatchObject({ id: number });
});

test.each([
  ["a byte order mark", Buffer.from('\uFEFF{"a":1}'), "application/json", { a: 1 }],
  [
    "byte order marks within strings",
    Buffer.from('{"a":"\uFEFFMuster\uFEFFmann","b":1}'),
    "application/json",
    { a: "Mustermann", b: 1 },
  ],
  [
    "escaped byte order marks",
    Buffer.from(String.raw`{"a":"\uFeffMuster\\ufeff"}`),
    "application/json",
    { a: "Muster\\ufeff" },
  ],
  ["declared Latin-1", Buffer.from('{"a":"\xfc"}', "latin1"), "application/json; charset=ISO-8859-1", { a: "ü" }],
  ["undeclared Latin-1", Buffer.from('{"a":"\xfc"}', "latin1"), "application/json", undefined],
  ["JSON sent as text/plain", Buffer.from('{"a":1}'), "text/plain", { a: 1 }],
  ["499 levels", Buffer.from("[".repeat(499) + "]".repeat(499)), "application/json", expect.any(Array)],
  ["501 levels", Buffer.from("[".repeat(501) + "]".repeat(501)), "application/json", undefined],
  ["many values", Buffer.from(`[${"1,".repeat(249_000)}1]`), "application/json", expect.any(Array)],
  ["too many values", Buffer.from(`[${"1,".repeat(300_000)}1]`), "application/json", undefined],
  ["millions of open brackets", Buffer.from("[".repeat(9_000_000)), "application/json", undefined],
])("reads bytes: %s", (_what, bytes, type, value) => {
  expect(read(bytes, type)).toEqual(value);
});

test("does not parse JSON that is obviously nested too deeply", () => {
  const parse = vi.spyOn(JSON, "parse");
  expect(read(Buffer.from("[".repeat(100_000) + "]".repeat(100_000)), "application/json")).toBeUndefined();
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
