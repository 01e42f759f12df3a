/** Odoo from its source, with two companies and invented books in a PostgreSQL of its own. */
import { join } from "node:path";
import { printed, type Seeded, type SeededProgram, startSeeded } from "./seeded.ts";

export const program: SeededProgram = {
  slug: "odoo",
  sources: ["sources/odoo", ".mirror/*+odoo-17*/repo"],
  ports: ["PORT", "PGPORT"],
  commands: ["git", "curl", "/usr/lib/postgresql/15/bin/postgres", "wkhtmltopdf"],
  settings: { PROJECT: "1" },
};

export interface StartedOdoo extends Seeded {
  /** The rows of a query, as text. */
  sql(query: string): readonly (readonly string[])[];
  /** The end user's credentials. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Between values of a row, because texts contain everything else. */
const separator = "\u001f";

export async function startOdoo(): Promise<StartedOdoo> {
  const seeded = await startSeeded(program);
  const port = /^db_port = (\d+)$/m.exec(printed("cat", [join(seeded.folder, "odoo.conf")]))?.[1] ?? "";
  const database = seeded.value("DATABASE");
  const connection = ["-h", "127.0.0.1", "-p", port, "-U", "odoo", "-d", database];
  const format = ["-X", "-At", "-F", separator, "-v", "ON_ERROR_STOP=1"];
  return {
    ...seeded,
    credentials: {
      baseUrl: seeded.url,
      database,
      username: seeded.value("USER"),
      apiKey: seeded.value("KEY"),
    },
    sql: (query) =>
      printed("psql", [...connection, ...format, "-c", query])
        .split("\n")
        .filter((row) => row !== "" && !/^(?:UPDATE|INSERT|DELETE) \d/.test(row))
        .map((row) => row.split(separator)),
  };
}
