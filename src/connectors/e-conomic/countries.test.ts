import { expect, test } from "vitest";
import { countryCode } from "./countries.ts";

test("finds a country by its Danish name, its English name or its code", () => {
  expect(["Danmark", "tyskland", "Germany", "se", "Atlantis"].map(countryCode)).toEqual([
    "DK",
    "DE",
    "DE",
    "SE",
    undefined,
  ]);
});
