/** Parameters of forms and queries. RFC 6749, 3.1: each may be there once, and an empty one is as good as none. */
import type { FastifyInstance } from "fastify";

export type Parameters = Readonly<Record<string, string>>;

class RepeatedParameter extends Error {
  readonly statusCode = 400;
}

export function readParameters(text: string): Parameters {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in found) throw new RepeatedParameter("A parameter was given twice.");
    if (value !== "") found[name] = value;
  }
  return found;
}

export const queryText = (url: string): string => url.slice(`${url}?`.indexOf("?") + 1);

const mostBytes = 16 * 1024;

/** Forms are all that is read: a cross-site page cannot send anything else without being asked first anyway. */
export function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "string", bodyLimit: mostBytes } as const;
  app.addContentTypeParser("application/x-www-form-urlencoded", options, async (_: unknown, body: string | Buffer) =>
    readParameters(String(body)),
  );
}

export const formOf = (body: unknown): Parameters => (body ?? {}) as Parameters;
