/**
 * Vendors count beyond 2^53: their ids have to come out of JSON as they went in. What was pasted into their texts without
 * anybody seeing it, byte order marks, does not come out: nothing with one is found again.
 */

/** Deeper than any record, and shallow enough for everything that walks through it later. */
const deepest = 500;

/** Throws where it is no JSON, or too deep. */
export function parseLossless(text: string): unknown {
  // Records are like one another: where the first has a large number the others have one too, and nothing is read twice.
  const value = text.slice(0, aRecord).search(largeSource) < 0 ? (JSON.parse(text) as unknown) : parseQuoted(text);
  const isLarge = hasLargeNumber(value, deepest);
  if (hasMark(text)) return parseWithSources(text);
  return isLarge ? parseQuoted(text) : value;
}

const aRecord = 4096;
const largeSource = /([:,[\s])(-?\d{16}[\d.eE+-]*)/g;

/**
 * With quotes around what looks like a large number, which is five times quicker than to look at every value's source. What
 * looks like one within a text ends that text before a digit, which is no JSON: so nothing is ever read wrongly.
 */
function parseQuoted(text: string): unknown {
  try {
    return JSON.parse(text.replace(largeSource, '$1"$2"'));
  } catch {
    return parseWithSources(text);
  }
}

const mark = "\uFEFF";

/** Looked for once in the whole, which takes a tenth of looking into every text. One at the very beginning says nothing. */
const hasMark = (text: string): boolean => text.includes(mark, 1) || (text.includes("\\") && /\\ufeff/i.test(text));

/** Smaller ones have fewer than sixteen digits, and are below 2^53. */
const large = 1e15;

/** Every answer goes through here, so one walk looks for numbers and measures the depth. */
function hasLargeNumber(value: unknown, left: number): boolean {
  if (typeof value === "number") return value >= large || value <= -large;
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) throw new RangeError("The JSON is too deep.");
  let isFound = false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (hasLargeNumber(value[index], left - 1)) isFound = true;
  } else {
    // Quicker than a list of the values; what comes out of JSON has no fields but its own.
    for (const name in value)
      if (hasLargeNumber((value as Readonly<Record<string, unknown>>)[name], left - 1)) isFound = true;
  }
  return isFound;
}

/** A whole number that may be beyond 2^53 becomes text: as a number it would silently be another one. Marks are left out. */
function parseWithSources(text: string): unknown {
  return JSON.parse(text, function keep(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "string") return value.replaceAll(mark, "");
    const source = context?.source;
    return typeof value === "number" && source !== undefined && /^-?\d{16}/.test(source) ? source : value;
  });
}
