/** The seconds of a `Retry-After` header; negative for a date in the past, undefined if it is missing or invalid. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | undefined {
  const said = typeof header === "string" ? header.trim() : "";
  if (/^\d+(?:\.\d+)?$/.test(said)) return Number(said);
  // Date.parse accepts nearly any text with a number in it.
  if (!/^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/.test(said)) return undefined;
  const seconds = (Date.parse(said) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}
