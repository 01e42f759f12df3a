/** Bodies whose lines are values of JSON (NDJSON). */
export const isLines = (type: unknown): boolean => typeof type === "string" && /\/x-ndjson/.test(type);

/** What is in them; a line may be a list. */
export const jsonLines = (bytes: Buffer): unknown[] =>
  bytes
    .toString()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => JSON.parse(line) as unknown);
