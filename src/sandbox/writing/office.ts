/** Where the sandbox's writes are done. */
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { parametersOf } from "../answers.ts";
import { transaction } from "../store.ts";
import { type Desk, openDesk } from "./desk.ts";

export interface Office {
  readonly pool: pg.Pool;
  readonly now: () => Date;
}

export const atDesk = <Result>({ pool, now }: Office, request: FastifyRequest, work: (desk: Desk) => Promise<Result>) =>
  transaction(pool, async (client) => work(await openDesk(client, parametersOf(request)["company"] ?? "", now())));
