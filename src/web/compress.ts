/** Compresses JSON responses if the caller accepts it and the response is large enough. */
import { brotliCompress, type CompressCallback, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { json } from "./json.ts";

const minLength = 1024;

/**
 * Fast rather than small, because the caller waits. A list of 100 entries shrinks to a twelfth at the fastest levels, and
 * to a fourteenth at the default levels, which take twice as long.
 */
const encoders: Readonly<Record<string, (text: string | Buffer, done: CompressCallback) => void>> = {
  br: (text, done) => brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, done),
  gzip: (text, done) => gzip(text, { level: 1 }, done),
};

/** The supported encoding that the caller prefers; `q=0` excludes one. */
export function encodingFor(accepted: string | undefined): string | undefined {
  if (accepted === undefined) return undefined;
  const accepts = acceptedEncodings(accepted);
  const [best] = Object.keys(encoders).toSorted((a, b) => qualityOf(b, accepts) - qualityOf(a, accepts));
  return best !== undefined && qualityOf(best, accepts) > 0 ? best : undefined;
}

interface AcceptedEncoding {
  readonly name: string;
  readonly quality: number;
}

export const acceptedEncodings = (accepted: string): readonly AcceptedEncoding[] =>
  accepted.split(",", 20).map((entry) => {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) };
  });

export const qualityOf = (name: string, accepts: readonly AcceptedEncoding[]): number =>
  (accepts.find((entry) => entry.name === name) ?? accepts.find((entry) => entry.name === "*"))?.quality ?? 0;

/** Only text and JSON bytes; files are compressed elsewhere. */
function isCompressible(payload: unknown, reply: FastifyReply): boolean {
  const isText = typeof payload === "string" || (Buffer.isBuffer(payload) && reply.getHeader("content-type") === json);
  return isText && payload.length >= minLength && !reply.hasHeader("content-encoding");
}

export function compressJson(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const encoding = isCompressible(payload, reply) ? encodingFor(request.headers["accept-encoding"]) : undefined;
    const encode = encoders[encoding ?? ""];
    if (encode === undefined) return done(null, payload);
    return encode(payload as string | Buffer, (error, encoded) => {
      if (error !== null) return done(error);
      reply.headers({ "content-encoding": encoding, "content-length": encoded.length, vary: "accept-encoding" });
      return done(null, encoded);
    });
  });
}
