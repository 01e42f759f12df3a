/** Triggers that record every change for the subscriptions, except those of the seed data. Added after `schema.sql` has run. */
import type { Queryable } from "../server/database.ts";

const triggers = [
  { table: "records", argument: "" },
  { table: "entries", argument: "'journal-entries'" },
];

/** Created only once, because creating a trigger blocks all writes. */
export async function addTriggers(client: Queryable): Promise<void> {
  for (const { table, argument } of triggers) {
    const known = "SELECT FROM pg_trigger WHERE tgname = 'note_change' AND tgrelid = $1::regclass";
    const { rowCount } = await client.query(known, [`sandbox.${table}`]);
    if (rowCount !== 0) continue;
    await client.query(
      `CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON sandbox.${table}
       FOR EACH ROW EXECUTE FUNCTION sandbox.note_change(${argument})`,
    );
  }
}
