/** Where the sandbox's writes are done. */
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { parametersOf } from "../answers.ts";
import { transaction } from "../database.ts";
import { type Desk, openDesk } from "./desk.ts";

export interface Office {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  /** Called after a write is in the books. */
  readonly committed?: () => void;
}

export async function atDesk<Result>(
  { pool, now, committed }: Office,
  request: FastifyRequest,
  work: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  const company = parametersOf(request)["company"] ?? "";
  const result = await transaction(pool, async (client) => work(await openDesk(client, company, now)));
  committed?.();
  return result;
}
