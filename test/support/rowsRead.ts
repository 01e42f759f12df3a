/** Counts the table rows that some work reads, as PostgreSQL reports them: a stable measure, unlike time on a busy machine. */
import type { QueryConfig } from "pg";
import type { Database, Queryable } from "../../src/store/postgres/database.ts";

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Runs every query with EXPLAIN ANALYZE, so that it returns its plan instead of its rows. */
export async function rowsRead(database: Database, work: (client: Queryable) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const query = async (statement: string | QueryConfig, parameters?: readonly unknown[]) => {
    const { text, values = parameters } = typeof statement === "string" ? { text: statement } : statement;
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
  const nodeRows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const childRows = (plan.Plans ?? []).map(rowsIn);
  return childRows.reduce((sum, rows) => sum + rows, plan["Relation Name"] === undefined ? 0 : nodeRows);
}
