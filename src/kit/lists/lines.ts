/** NDJSON lists that fit into memory. Lists of any length are streamed with `session.readLines` instead. */
import { Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";

/** A chart of accounts has thousands of lines, a ledger millions. */
const mostHeld = 100_000;

export async function readJsonLines<Native>(
  session: Session,
  path: string,
  query?: VendorQuery,
): Promise<readonly Native[]> {
  const all: unknown[] = [];
  for await (const batch of (await session.readLines(path, query)).lines) {
    if (all.length + batch.length > mostHeld)
      throw new Failure(
        "target_bad_response",
        `${path} has more than ${mostHeld} lines, which is too many for one response.`,
      );
    for (const value of batch) all.push(value);
  }
  return all as readonly Native[];
}
