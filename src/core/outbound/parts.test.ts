import fc from "fast-check";
import { expect, test } from "vitest";
import { Parts, releaseBuffer } from "./parts.ts";

const collected = (chunks: readonly Buffer[], expected = 0): Parts => {
  const parts = new Parts(expected);
  for (const chunk of chunks) parts.add(chunk);
  return parts;
};

test("an answer is whole, however it was cut", () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1000, max: 700_000 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(sizes, fc.constantFrom(0, 100, 200_000, 9_000_000), (cuts, expected) => {
      let from = 0;
      const chunks = cuts.map((size) => bytes.subarray(from, (from += size)));
      const sent = bytes.subarray(0, from);
      const parts = collected(chunks, expected);
      expect(parts.length).toBe(sent.length);
      expect(parts.take().equals(sent)).toBe(true);
    }),
  );
});

test("what a large answer held is given back as soon as it is dropped", () => {
  const megabyte = 1_000_000;
  const parts = collected(Array.from({ length: 30 }, () => Buffer.alloc(megabyte)));
  const before = process.memoryUsage().arrayBuffers;
  parts.drop();
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(29 * megabyte);
});

test("an answer of several pieces has memory of its own, once, which is given back when it was read", () => {
  const pieces = Array.from({ length: 5 }, () => Buffer.alloc(40_000, "x"));
  const before = process.memoryUsage().arrayBuffers;
  const bytes = collected(pieces, 200_000).take();
  expect(process.memoryUsage().arrayBuffers - before).toBe(200_000);
  expect(bytes.equals(Buffer.alloc(200_000, "x"))).toBe(true);
  releaseBuffer(bytes);
  expect(bytes).toHaveLength(0);
});

test("of a large answer that is put together nothing is held twice", () => {
  const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000, "x"));
  const before = process.memoryUsage().arrayBuffers;
  const bytes = collected(pieces).take();
  expect(bytes).toHaveLength(3_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBe(3_000_000);
});

test("what may be shared is not given back", () => {
  const piece = Buffer.alloc(65_536, "x");
  releaseBuffer(collected([piece]).take());
  expect(piece).toHaveLength(65_536);
});
