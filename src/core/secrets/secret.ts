import { createSecretKey, type KeyObject } from "node:crypto";
import { inspect } from "node:util";

/** What stands wherever a secret would have been printed. */
export const mask = "[secret]";

/** A value that cannot be printed by accident: every way to turn it into text gives `[secret]`. */
export class Secret {
  readonly #value: string;
  #signingKey: KeyObject | undefined;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Only what talks to a vendor, signs or encrypts has a reason to ask. */
  reveal(): string {
    return this.#value;
  }

  /** The key that its hex digits stand for, to sign with. Made once: making it costs eight times as much as signing. */
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
