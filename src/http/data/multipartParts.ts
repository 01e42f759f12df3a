/** Reads multipart/form-data part by part while it arrives. Unreadable parts are rejected, never skipped. */
import type { Readable } from "node:stream";
import { Dicer } from "@fastify/busboy";
import { Failure } from "../../contract/failure.ts";
import { utf8Text } from "../../web/utf8.ts";

export interface Part {
  readonly name: string;
  /** The whole header, which may name a file. */
  readonly disposition: string;
  readonly contentType: string | undefined;
  readonly content: Readable;
}

/**
 * Passes every part to `take`, in order. `take` must read the content to the end; if it throws, reading stops. Once the
 * promise settles, no part is being read.
 */
export async function readParts(
  source: Readable,
  contentType: string,
  maxBytes: number,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const parser = new Dicer({ boundary: boundaryOf(contentType), maxHeaderPairs: 20 });
  const contents: Readable[] = [];
  const taken: Promise<void>[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    parser.on("part", (content: Readable) => {
      contents.push(content);
      content.on("error", () => {});
      const forget = onEarlyEnd(content, () => reject(nameless()));
      content.once("header", (headers: Headers) => {
        forget();
        const done = (async () => take({ ...describe(headers), content }))();
        taken.push(done);
        done.catch(reject);
      });
    });
    parser.once("finish", resolve);
    parser.on("error", () => reject(truncated()));
    source.once("error", () => reject(truncated()));
    source.once("close", () => {
      if (!source.readableEnded) reject(truncated());
    });
    if (source.destroyed) reject(truncated());
    limit(source, maxBytes, reject);
    source.pipe(parser);
  });
  try {
    await finished;
    await Promise.all(taken);
  } catch (error) {
    source.unpipe(parser);
    // Discards the rest of the body, so that the response can be sent.
    source.resume();
    for (const content of contents) content.destroy();
    await Promise.allSettled(taken);
    throw error;
  }
}

/** A part without headers emits no header event, so its end must be detected separately. */
function onEarlyEnd(content: Readable, notify: () => void): () => void {
  const push = content.push.bind(content);
  content.push = (chunk: unknown) => {
    if (chunk === null) notify();
    return push(chunk);
  };
  return () => {
    content.push = push;
  };
}

type Headers = Readonly<Record<string, readonly string[]>>;

function describe(headers: Headers): Omit<Part, "content"> {
  const disposition = headers["content-disposition"]?.[0] ?? "";
  // The parser decodes headers as Latin-1.
  utf8Text(Buffer.from(disposition, "latin1"), "Content-Disposition");
  const [, quoted, bare] =
    /^\s*form-data\s*;(?:.*;)?\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
  if (name === undefined) throw nameless();
  const encoding = headers["content-transfer-encoding"]?.[0]?.trim().toLowerCase() ?? "binary";
  if (!["7bit", "8bit", "binary"].includes(encoding))
    throw new Failure("invalid_request", `${name} must be sent without transfer encoding, not as ${encoding}`, {
      field: name,
    });
  return { name, disposition, contentType: headers["content-type"]?.[0] };
}

function limit(source: Readable, maxBytes: number, reject: (failure: Failure) => void): void {
  let bytes = 0;
  source.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) reject(new Failure("body_too_large", "The body exceeds the total size limit of its parts."));
  });
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? "";
  if (boundary !== "" && boundary.length <= 100) return boundary;
  throw new Failure("invalid_request", "Content-Type must include the boundary of the parts.", {
    field: "Content-Type",
  });
}

const nameless = (): Failure =>
  new Failure("invalid_request", "A part has no readable name. Send Content-Disposition: form-data; name=…");
const truncated = (): Failure => new Failure("invalid_request", "The body ends before its last part is complete.");
