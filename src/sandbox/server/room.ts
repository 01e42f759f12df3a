/** Limits the size of the sandbox's data, because anyone with a key could fill the disk. */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Queryable } from "./database.ts";

/** The size of all tables on disk. */
const size = `(SELECT sum(pg_total_relation_size(oid)) FROM pg_class
  WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r')`;

/** Records the initial size, once the books are complete. */
export async function noteSize(database: Queryable): Promise<void> {
  await database.query(`UPDATE sandbox.filling SET bytes = ${size} WHERE bytes IS NULL`);
}

export type HasRoom = () => Promise<boolean>;

const megabyte = 1024 * 1024;

/** Checks at most once a second, so that the limit is exceeded by one second's writes at most. */
export function openRoom(pool: pg.Pool, megabytes: number): HasRoom {
  let known = { at: 0, answer: Promise.resolve(true) };
  const ask = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ more: string }>(`SELECT ${size} - bytes AS more FROM sandbox.filling`);
    return Number(rows[0]?.more ?? 0) < megabytes * megabyte;
  };
  return () => {
    if (Date.now() - known.at >= 1000) known = { at: Date.now(), answer: ask() };
    return known.answer;
  };
}

/** Refuses writes while the sandbox is full. Reading and deleting stay possible. */
export function needRoom(app: FastifyInstance, hasRoom: HasRoom, refusal: (message: string) => Error): void {
  app.addHook("preHandler", async ({ method }) => {
    if (!["POST", "PUT", "PATCH"].includes(method) || (await hasRoom())) return;
    throw refusal("The sandbox is full. Delete something, or ask its operator to raise SANDBOX_MEGABYTES.");
  });
}
