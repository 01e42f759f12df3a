import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Parts, releaseBuffer } from "./parts.ts";

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

/** The buffers that are allocated meanwhile. Their size is 0 after their memory was released. */
function allocated(work: () => void): Buffer[] {
  const buffers: Buffer[] = [];
  const allocate = Buffer.allocUnsafeSlow;
  const spy = vi.spyOn(Buffer, "allocUnsafeSlow").mockImplementation((size) => {
    const buffer = allocate(size);
    buffers.push(buffer);
    return buffer;
  });
  work();
  spy.mockRestore();
  return buffers;
}
const sizesOf = (buffers: readonly Buffer[]): number[] => buffers.map(({ length }) => length);

test("releases the memory of a large response as soon as it is dropped", () => {
  const megabyte = 1024 * 1024;
  let parts = new Parts();
  const buffers = allocated(() => {
    parts = collected(Array.from({ length: 30 }, () => Buffer.alloc(megabyte)));
  });
  expect(sizesOf(buffers)).toEqual(Array(30).fill(megabyte));
  parts.drop();
  expect(sizesOf(buffers)).toEqual(Array(30).fill(0));
});

test("copies a response of several chunks into one buffer, which can be released after reading", () => {
  const pieces = Array.from({ length: 5 }, () => Buffer.alloc(40_000, "x"));
  let bytes: Buffer = Buffer.alloc(0);
  const buffers = allocated(() => {
    bytes = collected(pieces, 200_000).take();
  });
  expect(sizesOf(buffers)).toEqual([200_000]);
  expect(bytes.equals(Buffer.alloc(200_000, "x"))).toBe(true);
  releaseBuffer(bytes);
  expect(bytes).toHaveLength(0);
});

test("does not hold any part of a large response twice while assembling it", () => {
  const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000, "x"));
  let bytes: Buffer = Buffer.alloc(0);
  const buffers = allocated(() => {
    bytes = collected(pieces).take();
  });
  expect(bytes).toHaveLength(3_000_000);
  expect(sizesOf(buffers).filter((size) => size > 0)).toEqual([3_000_000]);
});

test("does not release a buffer that may be shared", () => {
  const piece = Buffer.alloc(65_536, "x");
  releaseBuffer(collected([piece]).take());
  expect(piece).toHaveLength(65_536);
});
