import { expect, test } from "vitest";
import { pretty } from "./json.ts";

test("indents JSON and keeps all digits of a number", () => {
  const text = '{"id":12345678901234567890,"of":[],"in":{"a":"x: {,}\\"","b":[1.10,null]}}';
  expect(pretty(text)).toBe(`{
  "id": 12345678901234567890,
  "of": [],
  "in": {
    "a": "x: {,}\\"",
    "b": [
      1.10,
      null
    ]
  }
}`);
});
