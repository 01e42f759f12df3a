import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  nat,
  oneof,
  property,
  record,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { parseLossless } from "../kit/losslessJson.ts";
import { openCollector } from "./garbage.ts";
import { parseSpeculatively, TooDeep } from "./speculativeJson.ts";

const read = (text: string): unknown => parseSpeculatively(Buffer.from(text));

/** The value parsed without speculation; undefined if the parser refuses it. */
function plainly(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

const lines = array(
  record({
    net: oneof(double({ noNaN: true, noDefaultInfinity: true }), integer()),
    text: oneof(string(), constant(null)),
  }),
  { maxLength: 4 },
);
/** Uses fixed field names: the parser learns nothing from random ones, and the test would be empty. */
const tax = oneof(constant(null), array(integer()), record({ rate: double({ noNaN: true }), codes: array(string()) }));
const entry = record(
  {
    id: nat(),
    name: string({ unit: "grapheme" }),
    booked: boolean(),
    due: constant("2026-11-17"),
    tax,
    lines,
  },
  { requiredKeys: ["id", "lines"] },
);
const list: Arbitrary<string> = array(entry, { minLength: 1, maxLength: 30 }).map((items) =>
  JSON.stringify({ items, page: 1, total: items.length }),
);

test("reads records exactly as without speculation, with all fields in order", () => {
  assert(
    property(list, (text) => {
      const found = read(text);
      // JSON.stringify writes -0 as 0; toStrictEqual tells an absent field from an undefined one.
      expect(found).toStrictEqual(plainly(text));
      expect(JSON.stringify(found)).toBe(JSON.stringify(plainly(text)));
    }),
  );
});

test("reads any JSON exactly as without speculation, or not at all", () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify([value, { value }, [{ value }, { value }]]);
      expect([undefined, JSON.stringify(plainly(text))]).toContain(JSON.stringify(read(text)));
    }),
  );
});

test("never reads damaged JSON differently than without speculation", () => {
  const signs = constantFrom(
    ...'{}[]",:\\ 0123456789-+.eEtfn\n\u0000\u001Fu'.split(""),
    "\uFEFF",
    "ü",
    "__proto__",
    "",
  );
  assert(
    property(list, array(record({ at: nat(5000), sign: signs, length: nat(3) }), { maxLength: 3 }), (text, damages) => {
      let damaged = text;
      for (const { at, sign, length } of damages) {
        const offset = at % damaged.length;
        damaged = damaged.slice(0, offset) + sign + damaged.slice(offset + length);
      }
      // Encoding to bytes replaces half a surrogate pair with another character.
      const sent = Buffer.from(damaged).toString();
      expect([undefined, JSON.stringify(plainly(sent))]).toContain(JSON.stringify(read(sent)));
    }),
    { numRuns: 2000 },
  );
});

const repeated = (record: string, times = 20): string => `[${Array.from({ length: times }, () => record).join()}]`;

test.each([
  ["large numbers", '{"id":9007199254740993,"low":-12345678901234567.5}'],
  ["numbers of every form", '{"a":0,"b":-0,"c":1.50,"d":1e3,"e":-1E-2,"f":999999999999999}'],
  ["escapes and other alphabets", String.raw`{"a":"\"\\\n","b":"ü","c":"漢字 😀","d":"\ud83d\ude00"}`],
  ["a duplicate field name", '{"a":1,"b":2,"a":3}'],
  ["numeric field names", '{"b":1,"10":2,"2":3}'],
  ["field names with special characters", String.raw`{"@odata.etag":1,"a b":2,"ü":3,"constructor":4,"\"":5}`],
  ["empty values", '{"a":{},"b":[],"c":""}'],
])("reads %s in records of the same shape", (_what, record) => {
  const text = repeated(record);
  expect(read(text)).toStrictEqual(plainly(text));
});

test.each([
  ["a byte order mark in a string", '{"a":"x\uFEFFy"}'],
  ["an escaped byte order mark in a string", String.raw`{"a":"x\ufeffy"}`],
  ["a prototype", '{"__proto__":{"a":1}}'],
  ["spaces", '{ "a": 1 }'],
  ["a control character in a string", '{"a":"\t"}'],
  ["a number with a leading zero", '{"a":01}'],
  ["a trailing comma", '{"a":1,}'],
  ["a misspelled literal", '{"a":nule}'],
])("leaves %s to the other parser", (_what, record) => {
  expect(read(repeated(record))).toBeUndefined();
});

test("does not read JSON that is cut off or has text after its end", () => {
  const text = repeated('{"a":"text","b":[1,2],"c":{"d":null}}', 5);
  for (let length = 0; length < text.length; length++) expect(read(text.slice(0, length))).toBeUndefined();
  expect(read(`${text} `)).toBeUndefined();
  expect(read(`${text}]`)).toBeUndefined();
});

test("throws TooDeep for JSON that is nested too deeply, so that it is not parsed again", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(read(deep(500))).toEqual(JSON.parse(deep(500)));
  expect(() => read(deep(501))).toThrow(TooDeep);
  expect(() => read("[".repeat(501))).toThrow(TooDeep);
  expect(() => read('{"a":'.repeat(501))).toThrow(TooDeep);
});

test("soon gives up on records without common fields and on very long field names", () => {
  const unrelated = Array.from({ length: 2000 }, (_, index) => ({ [`name${index}`]: index }));
  expect(read(JSON.stringify(unrelated))).toBeUndefined();
  expect(read(JSON.stringify([{ ["x".repeat(5000)]: 1 }]))).toBeUndefined();
  const growing = Array.from({ length: 300 }, (_, index) => ({ id: index, [`a-name-of-its-own-${index}`]: index }));
  expect(read(JSON.stringify(growing))).toBeUndefined();
  // Records of the same shape are still read.
  const text = repeated('{"a":1}', 2000);
  expect(read(text)).toStrictEqual(JSON.parse(text));
});

test("learns fields that appear late or in another order", () => {
  const later = [
    ...Array.from({ length: 20 }, (_, id) => ({ id, end: "x" })),
    ...Array.from({ length: 100 }, (_, id) => ({ id, middle: "y", end: "x" })),
    ...Array.from({ length: 100 }, (_, id) => ({ id, end: "x", middle: "y" })),
  ];
  const text = JSON.stringify(later);
  expect(JSON.stringify(read(text))).toBe(text);
  expect(JSON.stringify(read(text))).toBe(text);
});

test("keeping a string does not keep the whole response in memory", () => {
  const collect = openCollector();
  const filler = "f".repeat(500);
  const answerOf = (turn: number): string =>
    JSON.stringify(
      Array.from({ length: 1000 }, (_, id) => ({ id: `a-text-to-be-kept-${turn}-${id}`, filler, id2: id })),
    );
  const ids: string[] = [];
  collect("major");
  const before = process.memoryUsage().heapUsed;
  for (let turn = 0; turn < 100; turn++) {
    const [, , record] = read(answerOf(turn)) as { id: string }[];
    ids.push(record?.id ?? "");
  }
  collect("major");
  expect(ids).toHaveLength(100);
  // A hundred responses would take 55 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(15_000_000);
});
