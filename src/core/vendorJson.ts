/** Reads a vendor's JSON: without loss, and without letting what is odd about it into the rest of the program. */
import { isUtf8 } from "node:buffer";

/** Deeper than any record, and shallow enough for everything that walks through it later. */
const deepest = 500;

/** Undefined when the bytes are not JSON, or JSON that no list or record can be. */
export function readVendorJson(bytes: Buffer, contentType: string): object | undefined {
  const text = textOf(bytes, contentType);
  if (text === undefined) return undefined;
  try {
    const value: unknown = hasLargeNumber(text) ? parseWithoutLoss(text) : JSON.parse(text);
    return typeof value === "object" && value !== null && !isDeeperThan(value, deepest) ? value : undefined;
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

/** The first look skips through text sixteen characters at a time; the second one passes over ids within quotes. */
const hasLargeNumber = (text: string): boolean => /\d{16}/.test(text) && /(?:^|[:,[\s])-?\d{16}/.test(text);

/** A whole number that may be beyond 2^53 becomes text: as a number it would silently be another one. */
function parseWithoutLoss(text: string): unknown {
  // Deep text ends this with an error before it is measured; that it is too deep is the answer in both cases.
  return JSON.parse(text, function keep(this: unknown, _key: string, value: unknown, context?: { source?: string }) {
    const source = context?.source;
    return typeof value === "number" && source !== undefined && /^-?\d{16}/.test(source) ? source : value;
  });
}

function isDeeperThan(value: object, left: number): boolean {
  if (left === 0) return true;
  for (const key in value) {
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === "object" && inner !== null && isDeeperThan(inner, left - 1)) return true;
  }
  return false;
}
