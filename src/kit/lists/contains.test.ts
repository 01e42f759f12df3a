import { expect, test } from "vitest";
import { contains } from "./contains.ts";

test("compares texts whatever their case", () => {
  expect(contains("Kranich Verlag", "VERLAG")).toBe(true);
  expect(contains("Kranich Verlag", "Amsel")).toBe(false);
});

test("an absent text contains only an absent part", () => {
  expect(contains(undefined, "a")).toBe(false);
  expect(contains(null)).toBe(true);
});
