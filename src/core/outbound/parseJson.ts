/** Reads a vendor's JSON: without loss, and without letting what is odd about it into the rest of the program. */
import { isUtf8 } from "node:buffer";

/** Deeper than any record, and shallow enough for everything that walks through it later. */
const deepest = 500;

/** In the whole answer: 12,500 records of twenty fields. A value takes far more memory than its few bytes of text. */
const widest = 250_000;

/** Undefined when the bytes are not JSON, or JSON that no list or record can be. */
export function parseVendorJson(bytes: Buffer, contentType: string): object | undefined {
  const text = isWiderThan(bytes, widest) ? undefined : textOf(bytes, contentType);
  if (text === undefined) return undefined;
  try {
    const value: unknown = hasLargeNumber(bytes, text) ? parseWithoutLoss(text) : JSON.parse(text);
    return isBranch(value) && !isDeeperThan(value, deepest) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(bytes: Buffer, contentType: string): string | undefined {
  if (isUtf8(bytes)) {
    const text = bytes.toString();
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  }
  // Some vendors still speak Latin-1, and say so. Without a word about it the bytes are broken.
  return /charset="?(?:iso-8859-1|latin1|windows-1252)/i.test(contentType)
    ? new TextDecoder("windows-1252").decode(bytes)
    : undefined;
}

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

/** A whole number that may be beyond 2^53 becomes text: as a number it would silently be another one. */
function parseWithoutLoss(text: string): unknown {
  // Deep text ends this with an error before it is measured; that it is too deep is the answer in both cases.
  return JSON.parse(text, function keep(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
    const source = context?.source;
    return typeof value === "number" && source !== undefined && /^-?\d{16}/.test(source) ? source : value;
  });
}

/** Counts what begins a value, roughly: signs within texts count too. Only large answers can be wide enough to matter. */
function isWiderThan(bytes: Buffer, most: number): boolean {
  if (bytes.length < 2 * most) return false;
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    const sign = bytes[index];
    if (sign === comma || sign === brace || sign === bracket) count++;
  }
  return count > most;
}

const [comma, brace, bracket] = Buffer.from(",{[");

type Branch = readonly unknown[] | Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch => typeof value === "object" && value !== null;

/** Every answer goes through here, so this is written for speed: no copies of keys or values. */
function isDeeperThan(branch: Branch, left: number): boolean {
  if (left === 0) return true;
  if (isList(branch)) {
    for (let index = 0; index < branch.length; index++) {
      const inner = branch[index];
      if (isBranch(inner) && isDeeperThan(inner, left - 1)) return true;
    }
    return false;
  }
  for (const key in branch) {
    const inner = branch[key];
    if (isBranch(inner) && isDeeperThan(inner, left - 1)) return true;
  }
  return false;
}

const isList = (branch: Branch): branch is readonly unknown[] => Array.isArray(branch);
