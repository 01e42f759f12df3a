/**
 * Collects the chunks of a response. Several chunks are copied into separate buffers, which are released explicitly when they
 * are no longer needed, because uncollected buffers could take far more memory than those in use.
 */
export class Parts {
  length = 0;
  #first: Buffer | undefined;
  readonly #blocks: Block[] = [];
  readonly #expected: number;

  /** The length announced by the response, if any. */
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
    // One block at a time, so that a large response is never in memory twice.
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

/** Node's pooled buffers, which share memory, are smaller than this. */
const sharedMemoryLimit = 64 * 1024;

/** Releases the memory of a response that has been read. The buffer cannot be used afterwards. */
export function releaseBuffer({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > sharedMemoryLimit) buffer.transfer(0);
}
