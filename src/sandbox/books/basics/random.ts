/** Numbers that look random and are the same on every run. */

/** A 32-bit number that depends only on its two inputs, so that any index can be computed without the others. */
export function hash(seed: number, index: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export interface Random {
  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function random(seed: number): Random {
  let index = 0;
  const between = (min: number, max: number): number => min + (hash(seed, index++) % (max - min + 1));
  return {
    between,
    pick: <Value>(values: readonly Value[]): Value => at(values, between(0, values.length - 1)),
  };
}

/** The value at an index that wraps around. The list must not be empty. */
export function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[((index % values.length) + values.length) % values.length];
  if (value === undefined) throw new RangeError("The list is empty.");
  return value;
}

/** A seed number for a text. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const letter of text) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return seed;
}
