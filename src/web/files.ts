/** How files and pages for everybody leave: packed where the browser takes it, and not sent again where it has them. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncodings, qualityOf } from "./compress.ts";

export interface Content {
  readonly body: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
}

export async function contentOf(body: Buffer): Promise<Content> {
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, packed: await promisify(gzip)(body), tag };
}

/** Kept by the browser, but asked about each time: a new version shows at once, an old one costs no bytes. */
export function send({ body, packed, tag }: Content, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const takesPacked = qualityOf("gzip", acceptedEncodings(request.headers["accept-encoding"] ?? "")) > 0;
  const etag = takesPacked ? `"${tag}-gzip"` : `"${tag}"`;
  reply.header("etag", etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
  if (request.headers["if-none-match"]?.split(/,\s*/).some((known) => known.replace(/^W\//, "") === etag))
    return reply.code(304).send();
  if (takesPacked) reply.header("content-encoding", "gzip");
  return reply.send(takesPacked ? packed : body);
}
