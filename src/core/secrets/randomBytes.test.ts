import { expect, test } from "vitest";
import { openRandomBytes } from "./randomBytes.ts";

test("every piece has the size and differs from all others, beyond the first pool, too", () => {
  const next = openRandomBytes(12);
  const pieces = Array.from({ length: 250 }, next);
  expect(pieces.every(({ length }) => length === 12)).toBe(true);
  expect(new Set(pieces.map((piece) => piece.toString("hex"))).size).toBe(250);
});

test("a piece that is kept does not change when the pool is renewed", () => {
  const next = openRandomBytes(12);
  const kept = next();
  const before = kept.toString("hex");
  for (let piece = 0; piece < 250; piece++) next();
  expect(kept.toString("hex")).toBe(before);
});
