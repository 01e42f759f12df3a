/** Reads the event log of a connection, from where the reader was. */
import { Failure } from "../../contract/failure.ts";
import type { Queryable } from "../../store/database.ts";
import { type LoggedEvent, type LogQuery, readLog } from "../../store/events.ts";

export interface Read {
  readonly events: readonly LoggedEvent[];
  /** Where to read on. */
  readonly cursor: string;
}

/** Refuses a cursor from which something would be missed, or that this log cannot have given. */
export async function readEvents(database: Queryable, query: LogQuery): Promise<Read> {
  const { after } = query;
  const { events, floor, last } = await readLog(database, query);
  if (after !== undefined && BigInt(after) < BigInt(floor))
    throw wrong(
      `cursor ${after} is older than what is kept (30 days): read with cursor=${floor}, or without a cursor, which is the same`,
    );
  if (after !== undefined && BigInt(after) > BigInt(last) && events.length === 0)
    throw wrong(
      `cursor ${after} is beyond the end of this log, which is cursor=${last}: was it given for another account?`,
    );
  return { events, cursor: events.at(-1)?.sequence ?? after ?? floor };
}

const wrong = (message: string): Failure => new Failure("invalid_request", message, { field: "cursor" });
