/** Checks and serves a tenant's logo. Error messages are shown to the sender. */
import { crc32 } from "node:zlib";
import { logoHeaders } from "./headers.ts";
import { checkSvg } from "./svg.ts";

const maxBytes = 64 * 1024;
const maxPixels = 4096;

export interface Logo {
  readonly svg?: string;
  readonly png?: Buffer;
}

/** Throws if the logo is not a valid SVG or PNG, or could do more than show a picture. */
export function checkLogo({ svg, png }: { readonly svg?: string; readonly png?: string }): Logo {
  if (svg !== undefined) {
    if (Buffer.byteLength(svg) > maxBytes) throw new Error("The logo is larger than 64 kB.");
    checkSvg(svg);
    return { svg };
  }
  return png === undefined ? {} : { png: checkPng(png) };
}

function checkPng(base64: string): Buffer {
  if (base64.length > maxBytes * 2) throw new Error("The logo is larger than 64 kB.");
  const packed = base64.replace(/\s+/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed))
    throw new Error("`logoPng` must be the base64 of a PNG file, without a `data:` prefix.");
  const bytes = Buffer.from(packed, "base64");
  if (bytes.length > maxBytes) throw new Error("The logo is larger than 64 kB.");
  if (bytes.subarray(0, 8).toString("latin1") !== "\x89PNG\r\n\x1a\n") throw new Error("The logo is not a PNG file.");
  const chunks = readChunks(bytes);
  const header = chunks[0]?.data;
  if (chunks[0]?.type !== "IHDR" || header?.length !== 13) throw new Error("The PNG does not start with its header.");
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  if (width < 1 || height < 1 || width > maxPixels || height > maxPixels)
    throw new Error(`The PNG must be 1 to ${maxPixels} pixels wide and high.`);
  const depths: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  if (!depths[header.readUInt8(9)]?.includes(header.readUInt8(8))) throw new Error("The PNG's header is invalid.");
  if (!chunks.some(({ type }) => type === "IDAT")) throw new Error("The PNG contains no picture.");
  return bytes;
}

/** Reads up to IEND, which must be the end of the file: no data may follow the picture. */
function readChunks(bytes: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks = [];
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const end = offset + 8 + bytes.readUInt32BE(offset);
    if (end + 4 > bytes.length) break;
    const type = bytes.toString("latin1", offset + 4, offset + 8);
    if (crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end)) throw new Error("The PNG is damaged.");
    chunks.push({ type, data: bytes.subarray(offset + 8, end) });
    offset = end + 4;
    if (type !== "IEND") continue;
    if (offset !== bytes.length) throw new Error("The PNG has data after its end.");
    return chunks;
  }
  throw new Error("The PNG is truncated.");
}

export interface LogoFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The response of the logo's URL. */
export function logoFile(style: {
  readonly logoSvg?: string | undefined;
  readonly logoPng?: string | undefined;
}): LogoFile | undefined {
  if (style.logoSvg !== undefined) return { body: Buffer.from(style.logoSvg), headers: logoHeaders("image/svg+xml") };
  if (style.logoPng === undefined) return undefined;
  return { body: Buffer.from(style.logoPng, "base64"), headers: logoHeaders("image/png") };
}
