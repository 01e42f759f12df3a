import { randomFillSync } from "node:crypto";

const piecesAtOnce = 100;

/** Random bytes in pieces of one size. Many pieces are generated at once, which takes no longer than for one. */
export function openRandomBytes(size: number): () => Buffer {
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = randomFillSync(Buffer.alloc(piecesAtOnce * size));
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
