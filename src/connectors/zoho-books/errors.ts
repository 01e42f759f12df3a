import type { Refusals } from "../../contract/connector.ts";
import { secondsUntilReset } from "../../kit/retryAfter.ts";
import type { Refusal } from "./types.ts";

const textOf = (body: unknown): string | undefined => (body as Refusal | null)?.message ?? undefined;

/** What the vendor's users call closing the books is a lock of transactions up to a date. Nobody has recorded the message. */
const isAboutLock = (text: string): boolean => /\block(?:ed|ing)?\b/i.test(text);

/** `Invalid value passed for customer_id`: the field may be in the document or in a line. */
function fieldsIn(body: unknown): readonly string[] {
  const text = textOf(body) ?? "";
  if (isAboutLock(text)) return ["date", "journal_date"];
  const [, name] = /^Invalid value passed for ([a-z_]+)/.exec(text) ?? [];
  return name === undefined ? [] : [name, `line_items.${name}`];
}

const untilReset = secondsUntilReset("x-rate-limit-reset");

export const refusals: Refusals = {
  message: textOf,
  fields: fieldsIn,
  // Code 57 is both (recorded by several clients: a dead token and a missing scope).
  rightsAsUnauthorized: true,
  // The headers are about the daily limit (recorded), which need not be the one that was exceeded.
  wait: (headers, now) => (headers["x-rate-limit-remaining"] === "0" ? untilReset(headers, now) : undefined),
};
