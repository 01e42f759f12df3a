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
import { parseLossless } from "../../kit/losslessJson.ts";
import { openCollector } from "./garbage.ts";
import { parseSpeculatively, TooDeep } from "./speculativeJson.ts";

const read = (text: string): unknown => parseSpeculatively(Buffer.from(text));

/** What is read without speculation; undefined where it is refused. */
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
/** Of names that are always others nothing is learned, and the test would be of nothing. */
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

test("records are read as they are without speculation, with all fields in their order", () => {
  assert(
    property(list, (text) => {
      const found = read(text);
      // -0 is 0 in JSON's text as JavaScript writes it, and a field that is absent is no field that is undefined.
      expect(found).toStrictEqual(plainly(text));
      expect(JSON.stringify(found)).toBe(JSON.stringify(plainly(text)));
    }),
  );
});

test("any JSON is read as it is without speculation, or not at all", () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify([value, { value }, [{ value }, { value }]]);
      expect([undefined, JSON.stringify(plainly(text))]).toContain(JSON.stringify(read(text)));
    }),
  );
});

test("what is damaged is never read otherwise than it is without speculation", () => {
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
        const place = at % damaged.length;
        damaged = damaged.slice(0, place) + sign + damaged.slice(place + length);
      }
      // As bytes a sign that was cut in two is another.
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
  ["a name twice", '{"a":1,"b":2,"a":3}'],
  ["names that are numbers", '{"b":1,"10":2,"2":3}'],
  ["names with signs of their own", String.raw`{"@odata.etag":1,"a b":2,"ü":3,"constructor":4,"\"":5}`],
  ["nothing in it", '{"a":{},"b":[],"c":""}'],
])("%s, in records that are alike", (_what, record) => {
  const text = repeated(record);
  expect(read(text)).toStrictEqual(plainly(text));
});

test.each([
  ["a byte order mark in a text", '{"a":"x\uFEFFy"}'],
  ["the same, escaped", String.raw`{"a":"x\ufeffy"}`],
  ["a prototype", '{"__proto__":{"a":1}}'],
  ["spaces", '{ "a": 1 }'],
  ["a control sign in a text", '{"a":"\t"}'],
  ["a number with a zero before it", '{"a":01}'],
  ["a comma too many", '{"a":1,}'],
  ["a word that is none", '{"a":nule}'],
])("not read, but left to others: %s", (_what, record) => {
  expect(read(repeated(record))).toBeUndefined();
});

test("not read: what is cut off, or goes on behind its end", () => {
  const text = repeated('{"a":"text","b":[1,2],"c":{"d":null}}', 5);
  for (let length = 0; length < text.length; length++) expect(read(text.slice(0, length))).toBeUndefined();
  expect(read(`${text} `)).toBeUndefined();
  expect(read(`${text}]`)).toBeUndefined();
});

test("what is too deep is told from what was not expected: nobody has to read it again", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(read(deep(500))).toEqual(JSON.parse(deep(500)));
  expect(() => read(deep(501))).toThrow(TooDeep);
  expect(() => read("[".repeat(501))).toThrow(TooDeep);
  expect(() => read('{"a":'.repeat(501))).toThrow(TooDeep);
});

test("records that have nothing in common, or names without end, are left to others soon", () => {
  const strangers = Array.from({ length: 2000 }, (_, index) => ({ [`name${index}`]: index }));
  expect(read(JSON.stringify(strangers))).toBeUndefined();
  expect(read(JSON.stringify([{ ["x".repeat(5000)]: 1 }]))).toBeUndefined();
  const growing = Array.from({ length: 300 }, (_, index) => ({ id: index, [`a-name-of-its-own-${index}`]: index }));
  expect(read(JSON.stringify(growing))).toBeUndefined();
  // And whoever is alike is read as before.
  const text = repeated('{"a":1}', 2000);
  expect(read(text)).toStrictEqual(JSON.parse(text));
});

test("fields that come late, and in another order, are learned", () => {
  const later = [
    ...Array.from({ length: 20 }, (_, id) => ({ id, end: "x" })),
    ...Array.from({ length: 100 }, (_, id) => ({ id, middle: "y", end: "x" })),
    ...Array.from({ length: 100 }, (_, id) => ({ id, end: "x", middle: "y" })),
  ];
  const text = JSON.stringify(later);
  expect(JSON.stringify(read(text))).toBe(text);
  expect(JSON.stringify(read(text))).toBe(text);
});

test("a text that is kept does not keep the answer", () => {
  const collect = openCollector();
  const filler = "f".repeat(500);
  const answerOf = (turn: number): string =>
    JSON.stringify(
      Array.from({ length: 1000 }, (_, id) => ({ id: `a-text-to-be-kept-${turn}-${id}`, filler, id2: id })),
    );
  const kept: string[] = [];
  collect("major");
  const before = process.memoryUsage().heapUsed;
  for (let turn = 0; turn < 100; turn++) {
    const [, , record] = read(answerOf(turn)) as { id: string }[];
    kept.push(record?.id ?? "");
  }
  collect("major");
  expect(kept).toHaveLength(100);
  // A hundred answers would be 55 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(15_000_000);
});
