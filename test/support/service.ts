/** The whole service on a free port with its own database, called as a platform would. */

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
export interface RequestOptions {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** By default, the demo's connection. */
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
  /** Checks every response against the OpenAPI description. */
  readonly fetch: CheckedFetch;
  /** For actions of an operator beside the running service. */
  readonly storage: Storage;
  /** The demo's keys. */
  readonly keys: { readonly apiKey: string; readonly accountKey: string };
  ask(id: OperationId, options?: RequestOptions): Promise<Answer>;
  /** The data of a list, from all its pages. */
  list(id: OperationId, options?: RequestOptions): Promise<Row[]>;
  get(id: OperationId, options?: RequestOptions): Promise<Row>;
  /** Connects one of the sandbox's editions and returns the account key. */
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

export interface ServiceOptions {
  readonly logged?: DestinationStream;
  readonly worker?: boolean;
  /** How many times faster than in operation the worker's duties follow each other. Default: 10. */
  readonly pace?: number;
}

export async function startService(
  settings: Record<string, string> = {},
  { logged, worker = false, pace = 10 }: ServiceOptions = {},
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
  const running = await run(storage, { api: true, worker }, { pace });
  if (running.demo === undefined) throw new Error("The service started without the demo.");
  const checkedFetch = openCheckedFetch(running.url);
  const caller = { url: running.url, fetch: checkedFetch, ...running.demo };
  const list = (id: OperationId, options?: RequestOptions) => allRows(caller, id, options);
  return {
    url: running.url,
    fetch: checkedFetch,
    storage,
    keys: running.demo,
    ask: (id, options) => ask(caller, id, options),
    list,
    get: async (id, options) => dataOf(await ask(caller, id, options)) as Row,
    connect: async (targetSystem, choice = {}) => {
      const { issueToken, issueGrant } = await openSandbox({ pool: storage.database, ...config.sandbox });
      const [tenant] = await listTenants(storage.database);
      const withKey = connectors.some(({ id, signIn }) => id === targetSystem && signIn.kind === "apiKey");
      const credentials = withKey ? { apiKey: await issueToken("Test") } : { ...(await issueGrant("Test")) };
      const connection = { tenantId: tenant?.id ?? "", targetSystem, credentials, ...choice };
      return createConnection(storage.database, storage.vault, connection);
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

async function ask(
  { url, fetch, apiKey, accountKey }: Caller,
  id: OperationId,
  options: RequestOptions = {},
): Promise<Answer> {
  const { method, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.ids?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) query.set(name, String(value));
  const answer = await fetch(`${url}${filled}?${query.toString()}`, {
    method,
    headers: { "x-api-key": apiKey, "x-account-key": options.accountKey ?? accountKey },
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

function dataOf({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`The service returned ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

async function allRows(caller: Caller, id: OperationId, options: RequestOptions = {}): Promise<Row[]> {
  const operation: Operation = operations[id];
  if (!("page" in operation.query)) return dataOf(await ask(caller, id, options)) as Row[];
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(caller, id, { ...options, query: { limit: 100, ...options.query, page } });
    rows.push(...(dataOf(answer) as Row[]));
    if (page >= (answer.body.meta?.pagination?.["totalPages"] ?? 0)) return rows;
  }
}
