/** Odoo from its source, with two companies and invented books in a PostgreSQL of its own. */
import { join } from "node:path";
import { noteProgram } from "./lastRuns.ts";
import { printed, type Seeded, type SeededProgram, startSeeded } from "./seeded.ts";

export const program: SeededProgram = {
  slug: "odoo",
  sources: ["sources/odoo", ".mirror/*+odoo-17*/repo"],
  ports: ["PORT", "PGPORT"],
  commands: ["git", "curl", "/usr/lib/postgresql/15/bin/postgres", "wkhtmltopdf"],
  settings: { PROJECT: "1" },
};

export interface StartedOdoo extends Seeded {
  /** `17` or `18`. */
  readonly version: number;
  /** The accounts of each company, for queries: `id`, `company_id`, `code`, `account_type` and `deprecated`. */
  readonly accounts: string;
  /** The rows of a query, as text. */
  sql(query: string): readonly (readonly string[])[];
  /** Calls a method of a model as the end user, to do what Kontor does not offer. */
  execute(model: string, method: string, args: readonly unknown[], context?: object): Promise<unknown>;
  /** The end user's credentials. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Between values of a row, because texts contain everything else. */
const separator = "\u001f";

/** Version 18 shares accounts between companies, each with a code of its own. */
const sharedAccounts = `(select a.id, a.account_type, a.deprecated, r.res_company_id as company_id,
  a.code_store ->> r.res_company_id::text as code from account_account a
  join account_account_res_company_rel r on r.account_account_id = a.id) as accounts`;

export async function startOdoo(): Promise<StartedOdoo> {
  const seeded = await startSeeded(program);
  const port = /^db_port = (\d+)$/m.exec(printed("cat", [join(seeded.folder, "odoo.conf")]))?.[1] ?? "";
  const database = seeded.value("DATABASE");
  const connection = ["-h", "127.0.0.1", "-p", port, "-U", "odoo", "-d", database];
  const format = ["-X", "-At", "-F", separator, "-v", "ON_ERROR_STOP=1"];
  const sql: StartedOdoo["sql"] = (query) =>
    printed("psql", [...connection, ...format, "-c", query])
      .split("\n")
      .filter((row) => row !== "" && !/^(?:UPDATE|INSERT|DELETE) \d/.test(row))
      .map((row) => row.split(separator));
  const [[latest = ""] = []] = sql("select latest_version from ir_module_module where name = 'base'");
  // `17.0.1.3`: the release, and then the module's own version.
  const release = latest.split(".").slice(0, 2).join(".");
  noteProgram(program.slug, `Odoo ${release}`);
  const version = Number.parseInt(release, 10);
  const rpc = async (service: string, method: string, args: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(`${seeded.url}/jsonrpc`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: { service, method, args } }),
    });
    const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  return {
    ...seeded,
    execute: async (model, method, args, context = {}) => {
      const user = await rpc("common", "authenticate", [database, seeded.value("USER"), seeded.value("KEY"), {}]);
      const options = { context: { allowed_company_ids: [Number(seeded.value("COMPANY_EUR"))], ...context } };
      const call = [database, user, seeded.value("KEY"), model, method, args, options];
      return rpc("object", "execute_kw", call);
    },
    credentials: {
      baseUrl: seeded.url,
      database,
      username: seeded.value("USER"),
      apiKey: seeded.value("KEY"),
    },
    version,
    accounts: version < 18 ? "account_account" : sharedAccounts,
    sql,
  };
}
