/** Callers send UTF-8. Other bytes are rejected with their position, because guessing an encoding would corrupt the text. */
import { isUtf8 } from "node:buffer";
import { Failure } from "../contract/failure.ts";

/** `name` is the parameter that the bytes belong to; without it, they are the body. */
export function utf8Text(bytes: Buffer, name?: string): string {
  const text = bytes.toString();
  if (isUtf8(bytes)) return text;
  const reencoded = Buffer.from(text);
  const first = bytes.findIndex((byte, index) => byte !== reencoded[index]);
  const lines = bytes.subarray(0, first).toString().split("\n");
  const position = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  throw new Failure("invalid_request", `${name ?? "The body"} must be text in UTF-8: see ${position}`, {
    field: name,
  });
}

/** Checks the percent-encoded bytes of a query or form. */
export function checkEncoded(pairs: string): void {
  if (!pairs.includes("%")) return;
  for (const pair of pairs.split("&"))
    if (!(pair.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((run) => isUtf8(bytesOf(run)))) throw notUtf8(pair);
}

const bytesOf = (run: string): Buffer => Buffer.from(run.replaceAll("%", ""), "hex");

function notUtf8(pair: string): Failure {
  const field =
    new URLSearchParams(pair)
      .keys()
      .next()
      .value?.replaceAll(/\p{Cc}/gu, " ")
      .slice(0, 100) ?? "";
  return new Failure("invalid_request", `${field} must be text in UTF-8`, { field });
}
