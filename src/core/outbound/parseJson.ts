/** Parses a vendor's JSON without losing digits, and rejects input that is too wide, too deep, or not an object or list. */
import { isUtf8 } from "node:buffer";
import { mayGenerateCode } from "../../fast/mayGenerateCode.ts";
import { parseSpeculatively } from "../../fast/speculativeJson.ts";
import { parseLossless } from "../../kit/losslessJson.ts";

/** Values in the whole response: 12,500 records of twenty fields. Each takes far more memory than its few bytes of text. */
const usualWidth = 250_000;

/** In bytes. Smaller responses are not worth the fast parser. */
const large = 16_384;

/** Undefined if the bytes are not a JSON object or list, or contain more than `widest` values. */
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

/** Throws if it is not JSON or nested too deeply. */
function parseAnyhow(bytes: Buffer, contentType: string): object | undefined {
  const text = textOf(bytes, contentType);
  // Other content, such as a file, is rejected by its first character.
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  const value = parseLossless(text);
  return typeof value === "object" && value !== null ? value : undefined;
}

/** The number of values allowed for a response of this size. */
export const widthOf = (bytes: number): number => Math.max(usualWidth, Math.floor(bytes / 40));

/** Undefined if the bytes are broken. */
export function textOf(bytes: Buffer, contentType: string): string | undefined {
  if (isUtf8(bytes)) {
    const text = bytes.toString();
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  }
  // Some vendors send Latin-1 and declare it. Undeclared, the bytes count as broken.
  return /charset="?(?:iso-8859-1|latin1|windows-1252)/i.test(contentType)
    ? new TextDecoder("windows-1252").decode(bytes)
    : undefined;
}

/** Counts values approximately: commas and brackets inside strings count too. Only large responses can be too wide. */
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
