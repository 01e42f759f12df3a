/** A tenant's logo: what is taken, and how it is shown. Errors are sentences for whoever sent it. */
import { crc32 } from "node:zlib";
import { logoHeaders } from "./headers.ts";
import { checkSvg } from "./svg.ts";

const largest = 64 * 1024;
const widest = 4096;

export interface Logo {
  readonly svg?: string;
  readonly png?: Buffer;
}

/** Throws where the logo is not what it claims to be, or could do more than be seen. */
export function checkLogo({ svg, png }: { readonly svg?: string; readonly png?: string }): Logo {
  if (svg !== undefined) {
    if (Buffer.byteLength(svg) > largest) throw new Error("The logo is larger than 64 kB.");
    checkSvg(svg);
    return { svg };
  }
  return png === undefined ? {} : { png: checkPng(png) };
}

function checkPng(base64: string): Buffer {
  if (base64.length > largest * 2) throw new Error("The logo is larger than 64 kB.");
  const packed = base64.replace(/\s+/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed))
    throw new Error("`logoPng` must be the base64 of a PNG file, without a `data:` prefix.");
  const bytes = Buffer.from(packed, "base64");
  if (bytes.length > largest) throw new Error("The logo is larger than 64 kB.");
  if (bytes.subarray(0, 8).toString("latin1") !== "\x89PNG\r\n\x1a\n") throw new Error("The logo is not a PNG file.");
  const chunks = readChunks(bytes);
  const header = chunks[0]?.data;
  if (chunks[0]?.type !== "IHDR" || header?.length !== 13) throw new Error("The PNG does not begin with its header.");
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  if (width < 1 || height < 1 || width > widest || height > widest)
    throw new Error(`The PNG must be 1 to ${widest} pixels wide and high.`);
  const depths: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  if (!depths[header.readUInt8(9)]?.includes(header.readUInt8(8))) throw new Error("The PNG's header is wrong.");
  if (!chunks.some(({ type }) => type === "IDAT")) throw new Error("The PNG holds no picture.");
  return bytes;
}

/** Down to IEND, which has to be the end: nothing rides along behind the picture. */
function readChunks(bytes: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks = [];
  for (let place = 8; place + 12 <= bytes.length; ) {
    const end = place + 8 + bytes.readUInt32BE(place);
    if (end + 4 > bytes.length) break;
    const type = bytes.toString("latin1", place + 4, place + 8);
    if (crc32(bytes.subarray(place + 4, end)) !== bytes.readUInt32BE(end)) throw new Error("The PNG is damaged.");
    chunks.push({ type, data: bytes.subarray(place + 8, end) });
    place = end + 4;
    if (type !== "IEND") continue;
    if (place !== bytes.length) throw new Error("There is something behind the end of the PNG.");
    return chunks;
  }
  throw new Error("The PNG is cut off.");
}

export interface LogoFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the logo's address answers with. */
export function logoFile(style: {
  readonly logoSvg?: string | undefined;
  readonly logoPng?: string | undefined;
}): LogoFile | undefined {
  if (style.logoSvg !== undefined) return { body: Buffer.from(style.logoSvg), headers: logoHeaders("image/svg+xml") };
  if (style.logoPng === undefined) return undefined;
  return { body: Buffer.from(style.logoPng, "base64"), headers: logoHeaders("image/png") };
}
