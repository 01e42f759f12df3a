/** How many rows of tables a piece of work looks at, as the database itself counts: time says little on a busy machine. */
import type { Database, Queryable } from "../../src/store/postgres/database.ts";

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Its queries are explained while they are carried out, and answer with their plans. */
export async function rowsRead(database: Database, work: (client: Queryable) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const query = async (text: string, values?: readonly unknown[]) => {
    const found = await database.query<{ "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...(values ?? [])],
    );
    for (const row of found.rows) rows += rowsIn(row["QUERY PLAN"][0].Plan);
    return found;
  };
  await work({ query } as Queryable);
  return rows;
}

function rowsIn(plan: Plan): number {
  const own = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const below = (plan.Plans ?? []).map(rowsIn);
  return below.reduce((sum, rows) => sum + rows, plan["Relation Name"] === undefined ? 0 : own);
}
