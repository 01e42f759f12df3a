/**
 * Texts one after the other, as the bytes of all of them. A long list written as one text would be put together out of its
 * thousands of parts, counted and copied as a whole; record by record it never is a text at all.
 */
export class ByteList {
  #bytes: Buffer;
  #used = 0;

  /** A guess saves copies. */
  constructor(guess: number) {
    this.#bytes = Buffer.allocUnsafeSlow(guess);
  }

  add(text: string): void {
    // The most that a sign takes.
    const needed = this.#used + 3 * text.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#used += this.#bytes.write(text, this.#used);
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }
}
