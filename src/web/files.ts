/** Sends public files and pages: compressed if the browser accepts it, and 304 if it already has them. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncodings, qualityOf } from "./compress.ts";

export interface Content {
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly tag: string;
}

export async function contentOf(body: Buffer): Promise<Content> {
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, gzipped: await promisify(gzip)(body), tag };
}

/** Browsers keep the file but revalidate it every time, so that a new version shows at once. */
export function send({ body, gzipped, tag }: Content, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const acceptsGzip = qualityOf("gzip", acceptedEncodings(request.headers["accept-encoding"] ?? "")) > 0;
  const etag = acceptsGzip ? `"${tag}-gzip"` : `"${tag}"`;
  reply.header("etag", etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
  if (request.headers["if-none-match"]?.split(/,\s*/).some((known) => known.replace(/^W\//, "") === etag))
    return reply.code(304).send();
  if (acceptsGzip) reply.header("content-encoding", "gzip");
  return reply.send(acceptsGzip ? gzipped : body);
}
