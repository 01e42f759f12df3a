/** Transactions of the sandbox. */
import type pg from "pg";

/** A pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

export async function transaction<Result>(pool: pg.Pool, work: (client: Queryable) => Promise<Result>) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
