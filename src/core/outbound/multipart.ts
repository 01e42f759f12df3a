/** A multipart body for a vendor, streamed from disk, with a known length. */

import { Readable } from "node:stream";
import { type VendorRequest } from "../../contract/session.ts";
import { newToken } from "../secrets/ids.ts";

export interface Multipart {
  readonly contentType: string;
  readonly length: number;
  open(): Readable;
}

type Piece = Buffer | { readonly size: number; open(): Readable };

export function multipart({ parts, files }: NonNullable<VendorRequest["form"]>): Multipart {
  const boundary = `kontor-${newToken()}`;
  const head = (name: string, more = ""): Buffer =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`);
  const pieces: Piece[] = [];
  for (const [name, value] of Object.entries(parts)) pieces.push(head(name), Buffer.from(`${value}\r\n`));
  for (const { name, file } of files) {
    const more = `; filename="${quoted(file.fileName)}"\r\ncontent-type: ${file.contentType}`;
    pieces.push(head(name, more), file, Buffer.from("\r\n"));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0),
    open: () => Readable.from(chunksOf(pieces), { objectMode: false }),
  };
}

async function* chunksOf(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces)
    if (Buffer.isBuffer(piece)) yield piece;
    else for await (const chunk of piece.open()) yield chunk as Buffer;
}

/** Escapes like browsers: quotes and line breaks would end the header. */
const quoted = (text: string): string => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
