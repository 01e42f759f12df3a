/** R20: the database has a full disk, is read-only, too slow or out of connections. Callers get 503, and nothing is lost. */
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { reportFigure, scaled } from "../faults/scale.ts";
import { type FreshDatabase, freshDatabase, tables } from "../support/database.ts";
import { type Call, makeCall, type Reply } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";
import { openSmallDisk, type SmallDisk } from "../support/smallDisk.ts";

let service: Service;
let call: Call;
let fresh: FreshDatabase;
/** An operator's connection, which no trouble affects. */
let operator: pg.Client;
let database = "";
/** The service's own role: only superusers are free of limits. */
let role = "";
let disk: SmallDisk | undefined;

async function connectOperator(path: string): Promise<pg.Client> {
  const url = new URL(fresh.url);
  url.pathname = path;
  const client = new pg.Client({
    connectionString: url.href,
    options: "-c default_transaction_read_only=off -c lock_timeout=0",
  });
  await client.connect();
  return client;
}

beforeAll(async () => {
  fresh = await freshDatabase(tables);
  const url = new URL(fresh.url);
  database = url.pathname.slice(1);
  operator = await connectOperator(database);
  role = `service_${database}`;
  await operator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'invented' IN ROLE ${url.username}`);
  url.username = role;
  url.password = "invented";
  service = await startService({ DATABASE_CONNECTIONS: "4", DATABASE_URL: url.href });
  const asTenant = makeCall(service.url, service.keys.apiKey);
  call = (method, path, request) => asTenant(method, path, { accountKey: service.keys.accountKey, ...request });
});
afterAll(async () => {
  await service.stop();
  await operator.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await operator.end();
  await fresh.drop();
  if (disk === undefined) return;
  const administrator = await connectOperator("postgres");
  await administrator.query(`DROP TABLESPACE ${disk.tablespace}`);
  await administrator.end();
  await disk.unmount();
});

/** Settings of a database apply to new connections only. */
const reconnectAll = () =>
  operator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

interface Trouble {
  readonly text: string;
  /** The disk of this trouble's vendor is full as well, so it may not have stored what it answers. */
  readonly mayEndUnknown?: boolean;
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

/** Locks make statements wait until they are given up, on any machine. */
const limited = setting("lock_timeout", "200");
const slow: Trouble = {
  text: "The database is too busy.",
  begin: async () => {
    await limited.begin();
    await operator.query("BEGIN; LOCK TABLE operations, workers IN ACCESS EXCLUSIVE MODE");
  },
  end: async () => {
    await operator.query("COMMIT");
    await limited.end();
  },
};

/** Others hold all connections that the service may have. */
const noConnections: Trouble = {
  text: "The database accepts no more connections.",
  begin: async () => {
    await operator.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
    await reconnectAll();
  },
  end: () => operator.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`),
};

const troubles: readonly (readonly [string, Trouble])[] = [
  ["a simulated full disk", fullDisk],
  ["a read-only database", { text: "The database is read-only.", ...setting("default_transaction_read_only", "on") }],
  ["a statement that takes too long", slow],
  ["a reached limit of connections", noConnections],
];

const write = (key: string): Promise<Reply> =>
  call("POST", "/accounting/customers", {
    body: { contactType: "COMPANY", companyName: `Sturm ${key}`, role: "CUSTOMER" },
    headers: { "idempotency-key": key },
  });

/** Troubles end a request with 503, and at once. The vendor of this test uses the same database. */
const isRefusedProperly = ({ status, headers }: Reply): boolean =>
  status === 503 && /^\d+$/.test(headers.get("retry-after") ?? "");

/** It is unknown whether the vendor stored the record. */
const isUnknown = ({ status, text }: Reply): boolean => status === 504 && text.includes("outcome_unknown");

/** A trouble that locks many tables may meet a statement of the service that has locked some of them. PostgreSQL ends one of the two. */
async function withoutDeadlock(begin: Trouble["begin"]): Promise<void> {
  for (;;)
    try {
      await begin();
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== "40P01") throw error;
    }
}

/** Callers get 503 and Retry-After, and the health check says why. Returns the writes that were lost or doubled. */
async function lostOrDoubled(name: string, { text, begin, end, mayEndUnknown = false }: Trouble): Promise<string[]> {
  expect((await call("GET", "/health")).status).toBe(200);
  const count = scaled(100, 12);
  const keysFrom = (start: number): string[] =>
    Array.from({ length: count }, (_, number) => `${name.replaceAll(" ", "-")}-${start + number}`);
  const keys = keysFrom(0);
  const confirmed = await Promise.all(keys.slice(0, count / 2).map(write));
  expect(confirmed.map(({ status }) => status)).toEqual(confirmed.map(() => 201));
  await withoutDeadlock(begin);
  onTestFailed(async () => void (await end()));
  const replies = await Promise.all(keys.map(write));
  // The tables of a full disk have room in pages that exist already.
  while (!replies.some(isRefusedProperly) && keys.length < 100 * count) {
    const more = keysFrom(keys.length);
    keys.push(...more);
    replies.push(...(await Promise.all(more.map(write))));
  }
  const isExpected = (reply: Reply): boolean =>
    reply.status === 201 || isRefusedProperly(reply) || (mayEndUnknown && isUnknown(reply));
  const strange = replies.filter((reply) => !isExpected(reply));
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
  const figure = `${name}: ${replies.length} requests, 0 answered 500, well again after ${milliseconds} ms`;
  reportFigure("R20", figure, milliseconds <= 1000);
  return keys.filter((key) => names.filter((each) => each === `Sturm ${key}`).length !== 1);
}

test.each(troubles)(
  "%s is answered with 503 and Retry-After, and nothing is lost or doubled",
  async (name, trouble) => {
    expect(await lostOrDoubled(name, trouble)).toEqual([]);
  },
);

test("a full disk is answered with 503 and Retry-After, and nothing is lost or doubled", async ({ skip }) => {
  const small = await openSmallDisk(operator).catch((error: unknown) => String(error));
  if (typeof small === "string") throw skip(`A small disk could not be mounted: ${small}`);
  disk = small;
  await moveTo(small);
  const trouble = {
    text: fullDisk.text,
    mayEndUnknown: true,
    begin: () => small.fill(),
    end: () => small.free(),
  };
  expect(await lostOrDoubled("a full disk", trouble)).toEqual([]);
});

/** A database can be moved while nobody is connected to it. */
async function moveTo({ tablespace }: SmallDisk): Promise<void> {
  await operator.end();
  const administrator = await connectOperator("postgres");
  await administrator.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  const move = async (): Promise<boolean> => {
    await administrator.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [database]);
    return administrator.query(`ALTER DATABASE ${database} SET TABLESPACE ${tablespace}`).then(
      () => true,
      (error: { readonly code?: unknown }) => {
        // Somebody was connecting at that moment.
        if (error.code === "55006") return false;
        throw error;
      },
    );
  };
  await expect.poll(move, { timeout: 60_000 }).toBe(true);
  await administrator.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await administrator.end();
  operator = await connectOperator(database);
  await expect.poll(async () => (await call("GET", "/health")).status, { timeout: 20_000 }).toBe(200);
}
