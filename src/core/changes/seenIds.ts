/**
 * The ids found during a scan of a list: a set while they are few, then a Bloom filter of a fixed size. An added id is
 * always found. With a million ids, about five in a million others are found by mistake, and different ones each time,
 * because every filter has new seeds.
 */
import { randomInt } from "node:crypto";

const fewIds = 10_000;
/** A power of two, so that a bit mask gives a position in it. */
const filterBytes = 4 * 1024 * 1024;
const bitsPerId = 8;

export class SeenIds {
  readonly #ids = new Set<string>();
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  #filter: Uint8Array | undefined;

  add(id: string): void {
    if (this.#filter === undefined && this.#ids.size < fewIds) {
      this.#ids.add(id);
      return;
    }
    this.#filter ??= new Uint8Array(filterBytes);
    this.#mark(this.#filter, id);
    for (const known of this.#ids) this.#mark(this.#filter, known);
    this.#ids.clear();
  }

  has(id: string): boolean {
    const filter = this.#filter;
    if (filter === undefined) return this.#ids.has(id);
    return this.#placesOf(id).every((bit) => ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0);
  }

  #mark(filter: Uint8Array, id: string): void {
    for (const bit of this.#placesOf(id)) filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }

  /** Double hashing: all positions are derived from two hashes. */
  #placesOf(id: string): number[] {
    const first = mixed(id, this.#seeds[0]);
    const step = mixed(id, this.#seeds[1]) | 1;
    return Array.from({ length: bitsPerId }, (_, index) => (first + Math.imul(index, step)) & (8 * filterBytes - 1));
  }
}

/** FNV-1a with MurmurHash3's finalizer: fast, not cryptographic. */
function mixed(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
