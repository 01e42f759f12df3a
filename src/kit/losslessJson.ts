/**
 * Vendors count beyond 2^53: their ids have to come out of JSON as they went in. What was pasted into their texts without
 * anybody seeing it, byte order marks, does not come out: nothing with one is found again.
 */

/** Throws where it is no JSON. The bytes are those of the text. */
export const parseLossless = (bytes: Buffer, text: string): unknown =>
  hasLargeNumber(bytes, text) || hasMark(bytes, text) ? parseWithSources(text) : JSON.parse(text);

const mark = "\uFEFF";
const [backslash = 0] = Buffer.from("\\");

/** Looked for once in the bytes, which takes a tenth of looking into every text. One at the very beginning says nothing. */
const hasMark = (bytes: Buffer, text: string): boolean =>
  bytes.includes(mark, 1) || (bytes.includes(backslash) && /\\ufeff/i.test(text));

/** The first look is quick; the second one passes over ids within quotes and long decimals. */
const hasLargeNumber = (bytes: Buffer, text: string): boolean =>
  hasManyDigits(bytes) && /(?:^|[:,[\s])-?\d{16}/.test(text);

/** Fewer digits are below 2^53. */
const many = 16;

/** Looks at every sixteenth byte: sixteen digits in a row cannot lie between two of them. */
function hasManyDigits(bytes: Buffer): boolean {
  for (let index = many - 1; index < bytes.length; index += many) {
    if (!isDigit(bytes[index])) continue;
    let first = index;
    let last = index;
    while (isDigit(bytes[first - 1])) first--;
    while (last - first < many && isDigit(bytes[last + 1])) last++;
    if (last - first + 1 >= many) return true;
  }
  return false;
}

const isDigit = (sign: number | undefined): boolean => sign !== undefined && sign >= 0x30 && sign <= 0x39;

/** A whole number that may be beyond 2^53 becomes text: as a number it would silently be another one. Marks are left out. */
function parseWithSources(text: string): unknown {
  // Deep text ends this with an error before it is measured; that it is too deep is the answer in both cases.
  return JSON.parse(text, function keep(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "string") return value.replaceAll(mark, "");
    const source = context?.source;
    return typeof value === "number" && source !== undefined && /^-?\d{16}/.test(source) ? source : value;
  });
}
