/** JSON leaves compressed where the caller asks for it, and where it is worth the time. */
import { brotliCompress, type CompressCallback, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { json } from "./json.ts";

const worthIt = 1024;

/**
 * Quick rather than small: the caller waits. A list of 100 entries becomes a twelfth at the quickest, a fourteenth at the
 * usual levels, which take twice as long.
 */
const encoders: Readonly<Record<string, (text: string | Buffer, done: CompressCallback) => void>> = {
  br: (text, done) => brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, done),
  gzip: (text, done) => gzip(text, { level: 1 }, done),
};

/** The encoding that the caller likes best of ours; `q=0` is a refusal. */
export function encodingFor(accepted: string | undefined): string | undefined {
  if (accepted === undefined) return undefined;
  const wishes = acceptedEncodings(accepted);
  const [best] = Object.keys(encoders).toSorted((a, b) => qualityOf(b, wishes) - qualityOf(a, wishes));
  return best !== undefined && qualityOf(best, wishes) > 0 ? best : undefined;
}

interface AcceptedEncoding {
  readonly name: string;
  readonly quality: number;
}

export const acceptedEncodings = (accepted: string): readonly AcceptedEncoding[] =>
  accepted.split(",", 20).map((wish) => {
    const [name = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) };
  });

export const qualityOf = (name: string, wishes: readonly AcceptedEncoding[]): number =>
  (wishes.find((wish) => wish.name === name) ?? wishes.find((wish) => wish.name === "*"))?.quality ?? 0;

/** Texts, and bytes that are JSON: files have their own ways to be small. */
function isWorthIt(payload: unknown, reply: FastifyReply): boolean {
  const isText = typeof payload === "string" || (Buffer.isBuffer(payload) && reply.getHeader("content-type") === json);
  return isText && payload.length >= worthIt && !reply.hasHeader("content-encoding");
}

export function compressJson(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const encoding = isWorthIt(payload, reply) ? encodingFor(request.headers["accept-encoding"]) : undefined;
    const encode = encoders[encoding ?? ""];
    if (encode === undefined) return done(null, payload);
    return encode(payload as string | Buffer, (error, encoded) => {
      if (error !== null) return done(error);
      reply.headers({ "content-encoding": encoding, "content-length": encoded.length, vary: "accept-encoding" });
      return done(null, encoded);
    });
  });
}
