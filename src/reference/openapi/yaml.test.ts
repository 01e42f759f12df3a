import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toYaml } from "./yaml.ts";

test("writes any JSON value as YAML that parses to the same value", () => {
  const same = fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
    // JSON has no negative zero.
    expect(parse(toYaml(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
  fc.assert(same);
});

test("quotes only strings that YAML would read as another type", () => {
  expect(toYaml({ on: "no", a: [{ b: 1, c: [] }, "1.0"], "x y": { d: "two words" } })).toBe(
    '"on": "no"\na:\n  - b: 1\n    c: []\n  - "1.0"\nx y:\n  d: two words\n',
  );
});
