/** What `Retry-After` asks for, in seconds, which a date in the past makes negative; undefined for nothing or nonsense. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | undefined {
  const said = typeof header === "string" ? header.trim() : "";
  if (/^\d+(?:\.\d+)?$/.test(said)) return Number(said);
  // Date.parse makes a date of nearly anything that has a number in it.
  if (!/^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/.test(said)) return undefined;
  const seconds = (Date.parse(said) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}
