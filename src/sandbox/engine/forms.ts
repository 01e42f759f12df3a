/** Parameters of forms and queries. Each may occur once, and an empty one counts as missing (RFC 6749, 3.1). */
import type { FastifyInstance, FastifyRequest } from "fastify";

export type Parameters = Readonly<Record<string, string>>;

class RepeatedParameter extends Error {
  readonly statusCode = 400;
}

function readParameters(text: string): Parameters {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in found) throw new RepeatedParameter(`The parameter ${name} occurs twice.`);
    if (value !== "") found[name] = value;
  }
  return found;
}

export const queryText = ({ url }: FastifyRequest): string => url.slice(`${url}?`.indexOf("?") + 1);

export const queryParameters = (request: FastifyRequest): Parameters => readParameters(queryText(request));

const maxFormBytes = 16 * 1024;

/** Makes the routes of this scope accept forms only: no other site can send another type without a CORS preflight. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "buffer", bodyLimit: maxFormBytes } as const;
  app.addContentTypeParser("application/x-www-form-urlencoded", options, async (_: unknown, body: Buffer) => body);
}

/** The form that a request carries. Its body has to be bytes. */
export const formOf = ({ body }: FastifyRequest): Parameters =>
  readParameters(Buffer.isBuffer(body) ? body.toString() : "");

/** The URL with these parameters added to its query. */
export function withParameters(address: string, parameters: Parameters): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
