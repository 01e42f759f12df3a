import { inspect } from "node:util";

/** What stands wherever a secret would have been printed. */
export const mask = "[secret]";

/** A value that cannot be printed by accident: every way to turn it into text gives `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Only what talks to a vendor, signs or encrypts has a reason to ask. */
  reveal(): string {
    return this.#value;
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
