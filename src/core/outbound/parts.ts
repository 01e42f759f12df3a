/** Collects an answer. Tiny pieces are put together: each costs an object, and a vendor may send millions of them. */
export class Parts {
  length = 0;
  #parts: Buffer[] = [];
  #tail = Buffer.alloc(0);
  #used = 0;

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (chunk.length >= 1024 || this.#parts.length < 8) {
      this.#closeTail();
      this.#parts.push(chunk);
      return;
    }
    if (this.#used + chunk.length > this.#tail.length) {
      this.#closeTail();
      this.#tail = Buffer.allocUnsafeSlow(16 * 1024);
    }
    this.#used += chunk.copy(this.#tail, this.#used);
  }

  take(): Buffer {
    this.#closeTail();
    const parts = this.#parts;
    this.#parts = [];
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  }

  drop(): void {
    this.#parts = [];
    this.#tail = Buffer.alloc(0);
    this.#used = 0;
  }

  #closeTail(): void {
    if (this.#used > 0) this.#parts.push(this.#tail.subarray(0, this.#used));
    this.#tail = this.#tail.subarray(this.#used);
    this.#used = 0;
  }
}
