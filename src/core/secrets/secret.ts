import { createSecretKey, type KeyObject } from "node:crypto";
import { inspect } from "node:util";

/** Printed instead of a secret. */
export const mask = "[secret]";

/** A value that cannot be printed by accident: every way to turn it into text gives `[secret]`. */
export class Secret {
  readonly #value: string;
  #signingKey: KeyObject | undefined;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Only for code that talks to a vendor, signs or encrypts. */
  reveal(): string {
    return this.#value;
  }

  /** The signing key from the hex digits. Created once, because creating it takes eight times as long as signing. */
  signingKey(): KeyObject {
    return (this.#signingKey ??= createSecretKey(Buffer.from(this.#value, "hex")));
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  valueOf(): string {
    return mask;
  }

  [Symbol.toPrimitive](): string {
    return mask;
  }

  [inspect.custom](): string {
    return mask;
  }
}
