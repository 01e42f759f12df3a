/** R20: the database has a full disk, is read-only, too slow or out of connections. Callers get 503, and nothing is lost. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/store/postgres/database.ts";
import { troubleOf } from "../../src/store/postgres/unavailable.ts";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type Call, makeCall, type Reply } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let call: Call;
/** An operator's connection, which no trouble affects. */
let operator: pg.Client;
let database = "";

beforeAll(async () => {
  service = await startService({ DATABASE_CONNECTIONS: "4" });
  const asTenant = makeCall(service.url, service.keys.apiKey);
  call = (method, path, request) => asTenant(method, path, { accountKey: service.keys.accountKey, ...request });
  const url = service.storage.config.databaseUrl ?? "";
  database = new URL(url).pathname.slice(1);
  operator = new pg.Client({
    connectionString: url,
    options: "-c default_transaction_read_only=off -c statement_timeout=0",
  });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await service.stop();
});

/** Settings of a database apply to new connections only. */
const reconnectAll = () =>
  operator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

interface Trouble {
  readonly text: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

const setting = (name: string, value: string): Pick<Trouble, "begin" | "end"> => ({
  begin: async () => {
    await operator.query(`ALTER DATABASE "${database}" SET ${name} = ${value}`);
    await reconnectAll();
  },
  end: async () => {
    await operator.query(`ALTER DATABASE "${database}" RESET ${name}`);
    await reconnectAll();
  },
});

/** Every statement that needs space fails as PostgreSQL fails on a full disk. */
const fullDisk: Trouble = {
  text: "The disk of the database is full.",
  begin: () =>
    operator.query(
      `CREATE SCHEMA full_disk;
       CREATE FUNCTION full_disk.refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE FUNCTION full_disk.refuse_tables() RETURNS event_trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       DO $$ DECLARE t record; BEGIN
         FOR t IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'sandbox') LOOP
           EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON %I.%I EXECUTE FUNCTION full_disk.refuse()',
             t.schemaname, t.tablename);
         END LOOP;
       END $$;
       CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION full_disk.refuse_tables()`,
    ),
  end: () => operator.query("DROP EVENT TRIGGER full_disk; DROP SCHEMA full_disk CASCADE"),
};

const troubles: readonly (readonly [string, Trouble])[] = [
  ["a full disk", fullDisk],
  ["a read-only database", { text: "The database is read-only.", ...setting("default_transaction_read_only", "on") }],
  ["statements that take too long", { text: "The database is too busy.", ...setting("statement_timeout", "1") }],
];

const write = (key: string): Promise<Reply> =>
  call("POST", "/accounting/customers", {
    body: { contactType: "COMPANY", companyName: `Sturm ${key}`, role: "CUSTOMER" },
    headers: { "idempotency-key": key },
  });

/** Troubles end a request with 503, and at once. The vendor of this test uses the same database. */
const isRefusedProperly = ({ status, headers }: Reply): boolean =>
  status === 503 && /^\d+$/.test(headers.get("retry-after") ?? "");

describe.each(troubles)("%s", (name, { text, begin, end }) => {
  test("is answered with 503 and Retry-After, the health check says why, and nothing is lost or doubled", async () => {
    expect((await call("GET", "/health")).status).toBe(200);
    const count = scaled(100, 12);
    const keys = Array.from({ length: count }, (_, number) => `${name.replaceAll(" ", "-")}-${number}`);
    const confirmed = await Promise.all(keys.slice(0, count / 2).map(write));
    expect(confirmed.map(({ status }) => status)).toEqual(confirmed.map(() => 201));
    await begin();
    const replies = await Promise.all(keys.map(write));
    const strange = replies.filter((reply) => reply.status !== 201 && !isRefusedProperly(reply));
    expect(strange.map(({ status, text: body }) => `${status} ${body}`)).toEqual([]);
    expect(replies.filter(isRefusedProperly).length).toBeGreaterThan(0);
    const reads = await Promise.all([1, 2, 3].map(() => call("GET", "/accounting/units")));
    expect(reads.filter((reply) => reply.status !== 200 && !isRefusedProperly(reply))).toEqual([]);
    await expect
      .poll(async () => {
        const health = await call("GET", "/health");
        return `${health.status} ${health.text}`;
      })
      .toMatch(new RegExp(`^503 .*${text}`));
    await end();
    const cured = performance.now();
    await expect.poll(async () => (await call("GET", "/health")).status, { interval: 20 }).toBe(200);
    const milliseconds = Math.round(performance.now() - cured);
    // Repeated with the same keys, each write happens once.
    for (const key of keys) await expect.poll(async () => (await write(key)).status).toBe(201);
    const names: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { rows, meta } = await call("GET", "/accounting/customers", {
        query: { page: String(page), limit: "100" },
      });
      names.push(...rows.map((row) => row["companyName"] ?? ""));
      pages = meta.pagination?.["totalPages"] ?? 1;
    }
    const stored = names.filter((each) => keys.some((key) => each === `Sturm ${key}`));
    expect(stored.toSorted()).toEqual(keys.map((key) => `Sturm ${key}`).toSorted());
    const figure = `${name}: ${replies.length} requests, 0 answered 500, well again after ${milliseconds} ms`;
    reportFigure("R20", figure, milliseconds <= 1000);
  });
});

test("a database without free connections is recognised", async () => {
  const url = new URL(service.storage.config.databaseUrl ?? "");
  await operator.query("CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1");
  url.username = "few";
  url.password = "few";
  const pool = openDatabase({ url: url.href, connections: 2, onLost: () => {} });
  try {
    const first = await pool.connect();
    const trouble = await pool.connect().then(
      () => "none",
      (error: unknown) => troubleOf(error),
    );
    expect(trouble).toBe("too_many_connections");
    first.release();
  } finally {
    await pool.end();
    await operator.query("DROP ROLE few");
  }
});
