/** Reads a vendor's JSON: without loss, and without letting what is odd about it into the rest of the program. */
import { isUtf8 } from "node:buffer";
import { mayGenerateCode } from "../../fast/mayGenerateCode.ts";
import { parseSpeculatively } from "../../fast/speculativeJson.ts";
import { parseLossless } from "../../kit/losslessJson.ts";

/** Values in the whole answer: 12,500 records of twenty fields. Each takes far more memory than its few bytes of text. */
const usualWidth = 250_000;

/** Bytes, below which it does not matter how they are read. */
const large = 16_384;

/** Undefined when the bytes are not JSON, JSON that no list or record can be, or more of it than `widest` values. */
export function parseVendorJson(bytes: Buffer, contentType: string, widest = usualWidth): object | undefined {
  if (isWiderThan(bytes, widest)) return undefined;
  try {
    if (mayGenerateCode && bytes.length >= large && isUtf8(bytes)) {
      const value = parseSpeculatively(bytes);
      if (typeof value === "object" && value !== null) return value;
    }
    return parseAnyhow(bytes, contentType);
  } catch {
    return undefined;
  }
}

/** Throws where it is no JSON, or too deep. */
function parseAnyhow(bytes: Buffer, contentType: string): object | undefined {
  const text = textOf(bytes, contentType);
  // What begins otherwise, such as a file, need not be read to its end to find that out.
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  const value = parseLossless(text);
  return typeof value === "object" && value !== null ? value : undefined;
}

/** How many values fit into as many bytes. */
export const widthOf = (bytes: number): number => Math.max(usualWidth, Math.floor(bytes / 40));

/** Undefined when the bytes are broken. */
export function textOf(bytes: Buffer, contentType: string): string | undefined {
  if (isUtf8(bytes)) {
    const text = bytes.toString();
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  }
  // Some vendors still speak Latin-1, and say so. Without a word about it the bytes are broken.
  return /charset="?(?:iso-8859-1|latin1|windows-1252)/i.test(contentType)
    ? new TextDecoder("windows-1252").decode(bytes)
    : undefined;
}

/** Counts what begins a value, roughly: signs within texts count too. Only large answers can be wide enough to matter. */
export function isWiderThan(bytes: Buffer, most: number): boolean {
  if (bytes.length < 2 * most) return false;
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    const sign = bytes[index];
    if (sign === comma || sign === brace || sign === bracket) count++;
  }
  return count > most;
}

const [comma, brace, bracket] = Buffer.from(",{[");
