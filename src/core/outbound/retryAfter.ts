/** The seconds of a `Retry-After` header; negative for a date in the past, undefined if it is missing or invalid. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | undefined {
  const text = typeof header === "string" ? header.trim() : "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  // Date.parse accepts nearly any text with a number in it.
  if (!/^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/.test(text)) return undefined;
  const seconds = (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}
