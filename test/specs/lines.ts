/** Bodies with one JSON value per line (NDJSON). */
export const isLines = (type: unknown): boolean => typeof type === "string" && /\/x-ndjson/.test(type);

/** The values of all lines. A line may be a list. */
export const jsonLines = (bytes: Buffer): unknown[] =>
  bytes
    .toString()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => JSON.parse(line) as unknown);
