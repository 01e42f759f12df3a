/**
 * Parses JSON without losing digits: vendors use ids beyond 2^53, which become text. Byte order marks inside texts are
 * removed, because they are invisible and break later searches.
 */

/** Deeper than any record, and shallow enough for recursive code. */
const deepest = 500;

/** Throws if the text is not JSON, or nested too deeply. */
export function parseLossless(text: string): unknown {
  // Records are alike: if the first has a large number, the others have one too, so the text is parsed only once.
  const value = text.slice(0, aRecord).search(largeSource) < 0 ? (JSON.parse(text) as unknown) : parseQuoted(text);
  const isLarge = hasLargeNumber(value, deepest);
  if (hasMark(text)) return parseWithSources(text);
  return isLarge ? parseQuoted(text) : value;
}

const aRecord = 4096;
const largeSource = /([:,[\s])(-?\d{16}[\d.eE+-]*)/g;
/** Quotes would turn a malformed number into a text, so it stays as it is and is refused. So does one with an exponent. */
const wellFormed = /^-?[1-9]\d*(?:\.\d+)?$/;

/**
 * Puts quotes around large numbers before parsing, which is five times faster than checking the source of every value. Quotes
 * inside a text would make the JSON invalid, so a wrong match fails instead of changing data.
 */
function parseQuoted(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(largeSource, (all, before: string, number: string) =>
        wellFormed.test(number) ? `${before}"${number}"` : all,
      ),
    );
  } catch {
    return parseWithSources(text);
  }
}

const mark = "\uFEFF";

/** Searches the whole text once, ten times faster than searching every value. A mark at the very beginning is normal. */
const hasMark = (text: string): boolean => text.includes(mark, 1) || (text.includes("\\") && /\\ufeff/i.test(text));

/** Smaller numbers have fewer than sixteen digits and are below 2^53. */
const large = 1e15;

/** Looks for large numbers and checks the depth in one pass, because every response goes through here. */
function hasLargeNumber(value: unknown, left: number): boolean {
  if (typeof value === "number") return value >= large || value <= -large;
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) throw new RangeError("The JSON is too deep.");
  let isFound = false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (hasLargeNumber(value[index], left - 1)) isFound = true;
  } else {
    // Faster than Object.values; parsed JSON has no inherited properties.
    for (const name in value)
      if (hasLargeNumber((value as Readonly<Record<string, unknown>>)[name], left - 1)) isFound = true;
  }
  return isFound;
}

/** A number with an exponent is never an id, and the sender has rounded it already: it stays a number. */
const isLargeSource = (source: string): boolean => /^-?\d{16}/.test(source) && !/e/i.test(source);

/** An integer that may be beyond 2^53 becomes text; as a number it would silently change. Removes byte order marks. */
function parseWithSources(text: string): unknown {
  return JSON.parse(text, function keep(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "string") return value.replaceAll(mark, "");
    const source = context?.source;
    return typeof value === "number" && source !== undefined && isLargeSource(source) ? source : value;
  });
}
