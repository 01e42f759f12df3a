/** Where a text stops being JSON: a line and a column, and nothing of what it says. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { utf8Text } from "../../web/utf8.ts";

/** `: see line 3, column 2`; nothing for what is JSON and refused for another reason. */
export function brokenAt(text: string): string {
  const position = positionOf(text);
  if (position === undefined) return "";
  const lines = text.slice(0, position).split("\n");
  return `: see line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The engine tells in its message; where it says nothing, the text has ended too early. */
function positionOf(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    return position === undefined ? text.length : Number(position);
  }
}

/** Reads JSON as the server does by itself, but says where it is broken. */
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
    const told = (error: Error | null, value?: unknown): void => {
      const isBroken = (error as { code?: string } | null)?.code === "FST_ERR_CTP_INVALID_JSON_BODY";
      if (isBroken) done(new Failure("invalid_request", `The body is not valid JSON${brokenAt(text)}.`));
      else done(error, value);
    };
    void read(request, text, told);
  });
}
