/**
 * Collects an answer. Tiny pieces are put together: each costs an object, and a vendor may send millions of them. Of a large
 * answer all pieces are, in blocks that are given back at once: what waits for the engine to be collected may be far more
 * than what is held.
 */
export class Parts {
  length = 0;
  #parts: Buffer[] = [];
  readonly #blocks: Block[] = [];

  add(chunk: Buffer): void {
    this.length += chunk.length;
    const isApart = this.length <= large && (chunk.length >= 1024 || this.#parts.length < 8);
    if (isApart) this.#parts.push(chunk);
    else this.#copy(chunk);
  }

  take(): Buffer {
    const parts = this.#parts;
    const [only] = parts;
    const isWhole = only !== undefined && parts.length === 1 && this.#blocks.length === 0;
    const whole = isWhole ? only : Buffer.concat(parts);
    this.drop();
    return whole;
  }

  drop(): void {
    this.#parts = [];
    for (const { bytes } of this.#blocks.splice(0)) bytes.buffer.transfer(0);
  }

  #copy(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const block = this.#roomyBlock();
      const copied = chunk.copy(block.bytes, block.used, from);
      const end = block.used + copied;
      // What lies side by side is one part.
      const last = this.#parts.at(-1)?.buffer === block.bytes.buffer ? this.#parts.pop() : undefined;
      this.#parts.push(block.bytes.subarray(last?.byteOffset ?? block.used, end));
      block.used = end;
      from += copied;
    }
  }

  #roomyBlock(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.used < last.bytes.length) return last;
    const block = { bytes: Buffer.allocUnsafeSlow(this.length > large ? blockSize : 16 * 1024), used: 0 };
    this.#blocks.push(block);
    return block;
  }
}

interface Block {
  readonly bytes: Buffer<ArrayBuffer>;
  used: number;
}

const large = 512 * 1024;
const blockSize = 1024 * 1024;
