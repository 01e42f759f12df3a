/** The whole service on a free port of this machine, with a database of its own, called as a platform would. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DestinationStream, pino } from "pino";
import { readConfig } from "../../src/config.ts";
import { connectors } from "../../src/connectors/index.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { createConnection } from "../../src/core/accounts/connection.ts";
import { logOptions } from "../../src/core/secrets/scrubLog.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { listTenants } from "../../src/store/tenants.ts";
import { run } from "../../src/wiring/run.ts";
import { openStorage, type Storage } from "../../src/wiring/storage.ts";
import { type CheckedFetch, openCheckedFetch } from "../openapi/checkedFetch.ts";
import { freshDatabase, type Template, tables } from "./database.ts";

export type Row = { readonly [field: string]: unknown };
export interface Asked {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Another connection than the demo's. */
  readonly accountKey?: string;
}
interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: unknown;
    readonly rawData?: unknown;
    readonly meta?: { readonly warnings?: readonly string[]; readonly pagination?: Readonly<Record<string, number>> };
    readonly errors?: readonly { readonly code: string; readonly field?: string }[];
  };
}

export interface Service {
  readonly url: string;
  /** Held to the description of the API. */
  readonly fetch: CheckedFetch;
  /** For what an operator does beside the running service. */
  readonly storage: Storage;
  /** The demo's. */
  readonly keys: { readonly apiKey: string; readonly accountKey: string };
  ask(id: OperationId, asked?: Asked): Promise<Answer>;
  /** The data of a list, or of all its pages. */
  list(id: OperationId, asked?: Asked): Promise<Row[]>;
  get(id: OperationId, asked?: Asked): Promise<Row>;
  /** A connection to one of the sandbox's editions, or without a choice of company. */
  connect(targetSystem: string, choice?: { environment?: string; company?: string }): Promise<string>;
  stop(): Promise<void>;
}

/** The last day of the books in tests. */
export const day = "2026-09-30";
const booksSettings = { SANDBOX_DATE: day, SANDBOX_ENTRIES: "1000" };

const books: Template = {
  name: "books",
  base: tables,
  fill: (pool) => openSandbox({ pool, ...readConfig(booksSettings, new Date()).sandbox }),
};

export async function startService(
  settings: Record<string, string> = {},
  { logged, worker = false }: { readonly logged?: DestinationStream; readonly worker?: boolean } = {},
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-service-"));
  const hasOtherBooks = Object.keys(settings).some((name) => name.startsWith("SANDBOX"));
  const fresh = await freshDatabase(hasOtherBooks ? tables : books);
  const environment = {
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: fresh.url,
    ...booksSettings,
    RATE_LIMIT: "100000",
    LOG_LEVEL: "silent",
    ALLOW_PRIVATE_NETWORK: "true",
    ...settings,
  };
  const config = readConfig(environment, new Date());
  const log = pino(logOptions({ level: config.logLevel }), logged);
  const storage = await openStorage({ config, log, exclusive: false });
  const running = await run(storage, { api: true, worker });
  if (running.demo === undefined) throw new Error("The service started without its demo.");
  const checkedFetch = openCheckedFetch(running.url);
  const caller = { url: running.url, fetch: checkedFetch, ...running.demo };
  const list = (id: OperationId, asked?: Asked) => wholeList(caller, id, asked);
  return {
    url: running.url,
    fetch: checkedFetch,
    storage,
    keys: running.demo,
    ask: (id, asked) => ask(caller, id, asked),
    list,
    get: async (id, asked) => must(await ask(caller, id, asked)) as Row,
    connect: async (targetSystem, choice = {}) => {
      const { issueToken, issueGrant } = await openSandbox({ pool: storage.database, ...config.sandbox });
      const [tenant] = await listTenants(storage.database);
      const withKey = connectors.some(({ id, signIn }) => id === targetSystem && signIn.kind === "apiKey");
      const credentials = withKey ? { apiKey: await issueToken("Test") } : { ...(await issueGrant("Test")) };
      const wanted = { tenantId: tenant?.id ?? "", targetSystem, credentials, ...choice };
      return createConnection(storage.database, storage.vault, wanted);
    },
    stop: async () => {
      await running.stop();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Caller {
  readonly url: string;
  readonly fetch: CheckedFetch;
  readonly apiKey: string;
  readonly accountKey: string;
}

async function ask({ url, fetch, apiKey, accountKey }: Caller, id: OperationId, asked: Asked = {}): Promise<Answer> {
  const { method, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asked.ids?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked.query ?? {})) query.set(name, String(value));
  const answer = await fetch(`${url}${filled}?${query.toString()}`, {
    method,
    headers: { "x-api-key": apiKey, "x-account-key": asked.accountKey ?? accountKey },
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

function must({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

async function wholeList(caller: Caller, id: OperationId, asked: Asked = {}): Promise<Row[]> {
  const operation: Operation = operations[id];
  if (!("page" in operation.query)) return must(await ask(caller, id, asked)) as Row[];
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(caller, id, { ...asked, query: { limit: 100, ...asked.query, page } });
    rows.push(...(must(answer) as Row[]));
    if (page >= (answer.body.meta?.pagination?.["totalPages"] ?? 0)) return rows;
  }
}
