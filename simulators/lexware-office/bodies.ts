/** Reads a request's body, and says in German what is wrong with it. */
import type { FastifyRequest } from "fastify";
import { type Checks, type CheckWords, inspect } from "../engine/checks.ts";
import { parseJson } from "../engine/routes.ts";
import { isRow, type Row } from "../engine/values.ts";
import { legacy, refuseFindings, regular, type Style } from "./refusals.ts";

/** The body as JSON; without the right content type it is refused before anybody looks at it. */
export function bodyOf(request: FastifyRequest, style: Style): Row {
  const no = (status: number, message: string) =>
    style === "legacy" ? legacy(status, "bad_request_error", message) : regular(status, message);
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw no(415, "Content type must be application/json.");
  try {
    const body = parseJson(request.body);
    if (isRow(body)) return body;
  } catch {
    // Falls through to the refusal.
  }
  throw no(400, "Malformed JSON.");
}

const says: CheckWords = {
  missing: () => ["darf nicht null sein", "NOTNULL"],
  empty: () => ["darf nicht leer sein", "NOTEMPTY"],
  notAmong: (values) => [`muss einer von ${values.join(", ")} sein`, "INVALID"],
  form: () => ["ungültiges Format", "INVALID"],
  tooLong: (longest) => [`Länge muss zwischen 0 und ${longest} sein`, "SIZE"],
  other: (message) => [message, "INVALID"],
};

/** Refuses a body that is not as it should be. */
export const insist = (style: Style, body: Row, checks: Checks): void =>
  refuseFindings(style, inspect(body, checks, says));
