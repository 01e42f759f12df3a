/**
 * The ids that a walk over a list has met: themselves while they are few, then as bits of a fixed size (a Bloom filter).
 * What it has not met it never takes for met; among a million ids it takes five in a million for met that are not, and
 * another time others, because each one is seeded anew.
 */
import { randomInt } from "node:crypto";

const fewIds = 10_000;
/** A power of two, so that a place in it is a number without its upper bits. */
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

  /** Two numbers make all of them, as far apart as if each were its own. */
  #placesOf(id: string): number[] {
    const first = mixed(id, this.#seeds[0]);
    const step = mixed(id, this.#seeds[1]) | 1;
    return Array.from({ length: bitsPerId }, (_, index) => (first + Math.imul(index, step)) & (8 * filterBytes - 1));
  }
}

/** FNV-1a, and the end of MurmurHash3: quick, and nobody's secret. */
function mixed(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
