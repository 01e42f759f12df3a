import fc from "fast-check";
import { expect, test } from "vitest";
import { openCollector } from "../../fast/garbage.ts";
import { Parts, releaseBuffer } from "./parts.ts";

const collect = openCollector();

/** Collects garbage first, so that buffers of other tests do not disappear between two readings. */
function heldBytes(): number {
  collect("major");
  return process.memoryUsage().arrayBuffers;
}

const collected = (chunks: readonly Buffer[], expected = 0): Parts => {
  const parts = new Parts(expected);
  for (const chunk of chunks) parts.add(chunk);
  return parts;
};

test("assembles the complete response, whatever its chunk sizes", () => {
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

test("releases the memory of a large response as soon as it is dropped", () => {
  const megabyte = 1_000_000;
  const parts = collected(Array.from({ length: 30 }, () => Buffer.alloc(megabyte)));
  const before = process.memoryUsage().arrayBuffers;
  parts.drop();
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(29 * megabyte);
});

test("copies a response of several chunks into one buffer, which can be released after reading", () => {
  const pieces = Array.from({ length: 5 }, () => Buffer.alloc(40_000, "x"));
  const before = heldBytes();
  const bytes = collected(pieces, 200_000).take();
  expect(process.memoryUsage().arrayBuffers - before).toBe(200_000);
  expect(bytes.equals(Buffer.alloc(200_000, "x"))).toBe(true);
  releaseBuffer(bytes);
  expect(bytes).toHaveLength(0);
});

test("does not hold any part of a large response twice while assembling it", () => {
  const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000, "x"));
  const before = heldBytes();
  const bytes = collected(pieces).take();
  expect(bytes).toHaveLength(3_000_000);
  // Buffers of earlier tests may have been released meanwhile.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThanOrEqual(3_000_000);
});

test("does not release a buffer that may be shared", () => {
  const piece = Buffer.alloc(65_536, "x");
  releaseBuffer(collected([piece]).take());
  expect(piece).toHaveLength(65_536);
});
