/**
 * Collects an answer. One that comes in several pieces is put together in memory of its own, which is given back as soon as
 * nobody needs it: what waits for the engine to be collected may be far more than what is held, and a piece that is
 * let go at once is found quickly.
 */
export class Parts {
  length = 0;
  #first: Buffer | undefined;
  readonly #blocks: Block[] = [];
  readonly #expected: number;

  /** The length that the answer has, where it says so. */
  constructor(expected = 0) {
    this.#expected = expected;
  }

  add(chunk: Buffer): void {
    const isFirst = this.length === 0;
    this.length += chunk.length;
    if (isFirst) this.#first = chunk;
    else {
      if (this.#first !== undefined) this.#copy(this.#first);
      this.#first = undefined;
      this.#copy(chunk);
    }
  }

  take(): Buffer {
    if (this.#first !== undefined) return this.#first;
    const [only] = this.#blocks;
    if (only !== undefined && this.#blocks.length === 1) return only.bytes.subarray(0, only.used);
    // Block by block: two of a large answer at once would be twice its memory.
    const joined = Buffer.allocUnsafeSlow(this.length);
    let at = 0;
    for (const { bytes, used } of this.#blocks.splice(0)) {
      at += bytes.copy(joined, at, 0, used);
      bytes.buffer.transfer(0);
    }
    return joined;
  }

  drop(): void {
    this.#first = undefined;
    for (const { bytes } of this.#blocks.splice(0)) bytes.buffer.transfer(0);
  }

  #copy(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const block = this.#roomyBlock();
      const copied = chunk.copy(block.bytes, block.used, from);
      block.used += copied;
      from += copied;
    }
  }

  #roomyBlock(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.used < last.bytes.length) return last;
    const wanted = last === undefined ? Math.max(this.#expected, this.length, smallest) : 2 * last.bytes.length;
    const block = { bytes: Buffer.allocUnsafeSlow(Math.min(wanted, largest)), used: 0 };
    this.#blocks.push(block);
    return block;
  }
}

interface Block {
  readonly bytes: Buffer<ArrayBuffer>;
  used: number;
}

const smallest = 16 * 1024;
const largest = 1024 * 1024;

/** What shares its memory with others is small. */
const sharedMemoryLimit = 64 * 1024;

/** Of an answer that was read, for good. */
export function releaseBuffer({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > sharedMemoryLimit) buffer.transfer(0);
}
