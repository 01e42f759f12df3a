import type { Refusals } from "../../contract/connector.ts";
import type { VendorReply } from "../../contract/session.ts";
import type { Text } from "./types.ts";

interface ODataError {
  readonly error?: { readonly message?: { readonly value?: Text } | Text } | null;
}

/** Its code is mostly empty: the text has to do. */
function message(body: unknown): string | undefined {
  const said = typeof body === "object" && body !== null ? (body as ODataError).error?.message : undefined;
  return (typeof said === "string" ? said : said?.value) || undefined;
}

/** Moments in milliseconds since 1970. The minute's end is told where the minute is used up, else the day's. */
function wait(headers: VendorReply["headers"], now: number): number | undefined {
  const reset = headers["x-ratelimit-minutely-reset"] ?? headers["x-ratelimit-reset"];
  return reset !== undefined && /^\d{13}$/.test(reset) ? Math.max(0, (Number(reset) - now) / 1000) : undefined;
}

/** A division that the user has no access to, or that is none. */
const isElsewhere = (body: unknown): boolean => /WrongDivision/.test(message(body) ?? "");

export const refusals: Refusals = {
  message,
  codes: { 403: (body) => (isElsewhere(body) ? "not_found" : "target_forbidden") },
  wait,
};
