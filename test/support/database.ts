/** A temporary database for a test file, on the PostgreSQL server that the whole run shares (test/setup.ts). */
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Database, migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { openQueue } from "../../src/store/postgres/queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's URL without a database name. */
    postgres: string;
  }
}

export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** The initial content of many databases. Copying a template is ten times faster than filling a database. */
export interface Template {
  readonly name: string;
  readonly base?: Template;
  fill(database: Database): Promise<unknown>;
}

/** The tables that the service creates on its first start. */
export const tables: Template = {
  name: "tables",
  fill: async (database) => {
    await migrate(database);
    const queue = await openQueue({ database, worker: undefined, onFault: () => {} });
    await queue.close();
  },
};

const names = (function* () {
  for (let count = 0; ; count++) yield `t${process.pid}_${Date.now().toString(36)}_${count}`;
})();

/** Empty, or a copy of a template. */
export async function freshDatabase(template?: Template): Promise<FreshDatabase> {
  const server = inject("postgres");
  const name = names.next().value;
  await administer(server, async (client) => {
    if (template !== undefined) await prepare(client, template);
    // The default strategy copies page by page through the write-ahead log and takes three times as long.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template?.name ?? "template1"} STRATEGY file_copy`);
  });
  const url = `${server}/${name}`;
  const database = openDatabase({ url, connections: 5, onLost: () => {} });
  return {
    url,
    database,
    drop: async () => {
      await database.end();
      await administer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** For a single test: dropped when the test ends. */
export async function databaseForTest(template?: Template): Promise<FreshDatabase> {
  const fresh = await freshDatabase(template);
  onTestFinished(fresh.drop);
  return fresh;
}

const templateLock = 7_201_999;

/** Makes the template once per run. Test files that need it at the same time wait. */
async function prepare(client: pg.Client, template: Template): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
  try {
    await make(client, template);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [templateLock]);
  }
}

async function make(client: pg.Client, { name, base, fill }: Template): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount !== 0) return;
  if (base !== undefined) await make(client, base);
  await client.query("DROP DATABASE IF EXISTS unfinished WITH (FORCE)");
  await client.query(`CREATE DATABASE unfinished TEMPLATE ${base?.name ?? "template1"}`);
  const database = openDatabase({ url: `${inject("postgres")}/unfinished`, connections: 5, onLost: () => {} });
  try {
    await fill(database);
  } finally {
    await database.end();
  }
  await client.query(`ALTER DATABASE unfinished RENAME TO ${name}`);
}

async function administer(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
