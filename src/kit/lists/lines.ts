/** Lists whose lines are values of JSON (NDJSON), held whole. What may have any length is read with `session.readLines` as it comes. */
import { Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";

/** A chart of accounts has thousands, a ledger millions. */
const mostHeld = 100_000;

export async function readWholeLines<Native>(
  session: Session,
  path: string,
  query?: VendorQuery,
): Promise<readonly Native[]> {
  const whole: unknown[] = [];
  for await (const some of (await session.readLines(path, query)).lines) {
    if (whole.length + some.length > mostHeld)
      throw new Failure("target_bad_response", `${path} has more than ${mostHeld} lines, too many for one answer.`);
    for (const value of some) whole.push(value);
  }
  return whole as readonly Native[];
}
