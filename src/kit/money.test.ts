import { expect, test } from "vitest";
import { decimal } from "./money.ts";

test("a number becomes plain decimal text", () => {
  const texts = [0, -0, 119, 119.1, -12.5, 1e-7, 1e21, 12_345_678_901_234.56].map(decimal);
  expect(texts).toEqual([
    ...["0", "0", "119", "119.1", "-12.5", "0.0000001", "1000000000000000000000", "12345678901234.56"],
  ]);
});

test("what binary arithmetic left behind is not passed on", () => {
  expect([0.1 + 0.2, 1.1 * 3, 12_345.6 * 3, 4.35 * 100].map(decimal)).toEqual(["0.3", "3.3", "37036.8", "435"]);
});
