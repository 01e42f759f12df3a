import fc from "fast-check";
import { expect, test } from "vitest";
import { Parts } from "./parts.ts";

const collected = (chunks: readonly Buffer[]): Parts => {
  const parts = new Parts();
  for (const chunk of chunks) parts.add(chunk);
  return parts;
};

test("an answer is whole, however it was cut", () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1000, max: 700_000 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(sizes, (cuts) => {
      let from = 0;
      const chunks = cuts.map((size) => bytes.subarray(from, (from += size)));
      const sent = bytes.subarray(0, from);
      const parts = collected(chunks);
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
