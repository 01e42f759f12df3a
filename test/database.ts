/** A throw-away database for a test file, on the one PostgreSQL that the whole run shares (test/setup.ts). */
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Database, openDatabase } from "../src/store/postgres/database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's address without a database name. */
    postgres: string;
  }
}

export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

const names = (function* () {
  for (let count = 0; ; count++) yield `t${process.pid}_${Date.now().toString(36)}_${count}`;
})();

/** Made from a template: "empty", or "house" with the tables migrated and the demo company's books filled in. */
export async function freshDatabase(template: "empty" | "house" = "empty"): Promise<FreshDatabase> {
  const server = inject("postgres");
  const name = names.next().value;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template === "empty" ? "template1" : "house"}`);
  const url = `${server}/${name}`;
  const database = openDatabase({ url, connections: 5, onLost: () => {} });
  return {
    url,
    database,
    drop: async () => {
      await database.end();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** For a single test: dropped when it ends. */
export async function databaseForTest(template?: "empty" | "house"): Promise<FreshDatabase> {
  const fresh = await freshDatabase(template);
  onTestFinished(fresh.drop);
  return fresh;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
