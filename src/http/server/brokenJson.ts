/** Locates the error in invalid JSON by line and column, without repeating its content. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { utf8Text } from "../../web/utf8.ts";

/** `: see line 3, column 2`, or an empty string if the text is valid JSON. */
export function brokenAt(text: string): string {
  const position = positionOf(text);
  if (position === undefined) return "";
  const lines = text.slice(0, position).split("\n");
  return `: see line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The position in V8's error message. Without one, the text ended too early. */
function positionOf(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    return position === undefined ? text.length : Number(position);
  }
}

/** Parses JSON bodies like Fastify, with the position of a syntax error in the message. */
export function readJson(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    let text: string;
    try {
      text = utf8Text(bytes as Buffer);
    } catch (error) {
      done(error as Failure);
      return;
    }
    const parsed = (error: Error | null, value?: unknown): void => {
      const isBroken = (error as { code?: string } | null)?.code === "FST_ERR_CTP_INVALID_JSON_BODY";
      if (isBroken) done(new Failure("invalid_request", `The body is not valid JSON${brokenAt(text)}.`));
      else done(error, value);
    };
    void read(request, text, parsed);
  });
}
