/** How much the sandbox may hold beside the books that it began with: whoever has a key could fill the disk otherwise. */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Queryable } from "./database.ts";

/** What all of it takes on the disk. */
const size = `(SELECT sum(pg_total_relation_size(oid)) FROM pg_class
  WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r')`;

/** Once, when the books are complete. */
export async function noteSize(database: Queryable): Promise<void> {
  await database.query(`UPDATE sandbox.filling SET bytes = ${size} WHERE bytes IS NULL`);
}

export type HasRoom = () => Promise<boolean>;

const megabyte = 1024 * 1024;

/** Looked up once a second at most: more than a second's writes cannot come on top. */
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

/** Whatever adds something is refused by these routes while there is no room; reading and deleting go on. */
export function needRoom(app: FastifyInstance, hasRoom: HasRoom, refusal: (message: string) => Error): void {
  app.addHook("preHandler", async ({ method }) => {
    if (!["POST", "PUT", "PATCH"].includes(method) || (await hasRoom())) return;
    throw refusal("The sandbox is full: delete something, or have its operator give it more room.");
  });
}
