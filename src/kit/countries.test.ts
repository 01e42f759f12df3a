import { expect, test } from "vitest";
import { countryCode } from "./countries.ts";

test("a country is known by its English name, by what people call it and by its code", () => {
  expect(["Germany", " germany ", "UK", "United States of America", "de", "NL"].map(countryCode)).toEqual([
    "DE",
    "DE",
    "GB",
    "US",
    "DE",
    "NL",
  ]);
});

test("what is no country has no code", () => {
  expect(["Atlantis", "", null, undefined].map(countryCode)).toEqual([undefined, undefined, undefined, undefined]);
});
