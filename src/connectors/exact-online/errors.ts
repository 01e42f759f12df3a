import type { Refusals } from "../../contract/connector.ts";
import type { VendorReply } from "../../contract/session.ts";
import type { Text } from "./types.ts";

interface ODataError {
  readonly error?: { readonly message?: { readonly value?: Text } | Text } | null;
}

/** The error's code is mostly empty, so only the text is used. */
function message(body: unknown): string | undefined {
  const text = typeof body === "object" && body !== null ? (body as ODataError).error?.message : undefined;
  return (typeof text === "string" ? text : text?.value) || undefined;
}

/** In milliseconds since 1970: the end of the minute if its limit is used up, otherwise the end of the day. */
function wait(headers: VendorReply["headers"], now: number): number | undefined {
  const reset = headers["x-ratelimit-minutely-reset"] ?? headers["x-ratelimit-reset"];
  return reset !== undefined && /^\d{13}$/.test(reset) ? Math.max(0, (Number(reset) - now) / 1000) : undefined;
}

/** A division that does not exist, or that the user has no access to. */
const isWrongDivision = (body: unknown): boolean => /WrongDivision/.test(message(body) ?? "");

/** A fault of the vendor's own, which leaves open whether a write happened. Its texts are in the user's language. */
const isFault = (text: string): boolean =>
  /an error (?:has )?occurred|time-?out|timed out|deadlock|object reference|exception|fout opgetreden|fehler (?:ist )?aufgetreten|une erreur|ha ocurrido un error|se ha producido un error/i.test(
    text,
  );

export const refusals: Refusals = {
  message,
  // A refused write is a 500 with a text about its fields (reports of clients).
  status: (body, status) => {
    const text = message(body);
    return status === 500 && text !== undefined && !isFault(text) ? 422 : undefined;
  },
  codes: { 403: (body) => (isWrongDivision(body) ? "not_found" : "target_forbidden") },
  wait,
};
