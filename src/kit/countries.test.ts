import { expect, test } from "vitest";
import { countryCode } from "./countries.ts";

test("finds a country by its English name, a common name and its code", () => {
  expect(["Germany", " germany ", "UK", "United States of America", "de", "NL"].map(countryCode)).toEqual([
    "DE",
    "DE",
    "GB",
    "US",
    "DE",
    "NL",
  ]);
});

test("returns no code for unknown countries", () => {
  expect(["Atlantis", "", null, undefined].map(countryCode)).toEqual([undefined, undefined, undefined, undefined]);
});
