/** The context of one write: its transaction, its company and its time. */
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { type Queryable, transaction } from "../server/database.ts";
import { rejected } from "../server/errors.ts";
import { parametersOf, queryOf } from "../server/http.ts";

export interface WriteContext {
  readonly client: Queryable;
  readonly company: string;
  /** With the company's offset. */
  readonly now: string;
  readonly today: string;
  readonly years: readonly FiscalYear[];
}

interface FiscalYear {
  readonly start_date: string;
  readonly end_date: string;
  readonly status: string;
}

/** Writes of one company are serialized, so that numbers have no gaps and sums are complete. */
export async function openContext(client: Queryable, company: string, now: () => Date): Promise<WriteContext> {
  await client.query("SELECT FROM sandbox.companies WHERE id = $1 FOR NO KEY UPDATE", [company]);
  const { rows } = await client.query<{ body: FiscalYear }>(
    "SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'fiscal-years' ORDER BY position",
    [company],
  );
  // Read after waiting for the lock, so that later writes have later times.
  const stamp = stampOf(now());
  return { client, company, now: stamp, today: stamp.slice(0, 10), years: rows.map(({ body }) => body) };
}

/** The day in the company's zone. */
export const dayOf = (now: Date): string => stampOf(now).slice(0, 10);

/** Made once: making a formatter takes longer than the rest of a small request. */
const localTime = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "medium",
});

function stampOf(now: Date): string {
  const local = localTime.format(now).replace(" ", "T");
  const hours = Math.round((Date.parse(`${local}Z`) - now.getTime()) / 3_600_000);
  return `${local}.${String(now.getUTCMilliseconds()).padStart(3, "0")}+0${hours}:00`;
}

export function mustBeOpen({ years }: WriteContext, date: string, field: string): void {
  const year = years.find(({ start_date, end_date }) => start_date <= date && date <= end_date);
  if (year === undefined) throw rejected(field, "is not in a fiscal year of this company");
  if (year.status !== "open") throw rejected(field, "is in a closed fiscal year");
}

/** Today, or the nearest day in an open fiscal year. */
export function bookingDay({ years, today }: WriteContext): string {
  const open = years.filter(({ status }) => status === "open");
  const first = open[0]?.start_date ?? today;
  const last = open.at(-1)?.end_date ?? today;
  return today < first ? first : today > last ? last : today;
}

export interface WriteDeps {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  /** Called after a write is committed. */
  readonly committed?: () => void;
}

export async function withContext<Result>(
  { pool, now, committed }: WriteDeps,
  request: FastifyRequest,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const company = parametersOf(request)["company"] ?? "";
  try {
    const result = await transaction(pool, async (client) => {
      const made = await work(await openContext(client, company, now));
      if (queryOf(request)["validate_only"] === "true") throw new OnlyValidated(made);
      return made;
    });
    committed?.();
    return result;
  } catch (error) {
    if (error instanceof OnlyValidated) return error.made as Result;
    throw error;
  }
}

/** Rolls back a write that is only validated. */
class OnlyValidated extends Error {
  readonly made: unknown;
  constructor(made: unknown) {
    super("Nothing was kept.");
    this.made = made;
  }
}
