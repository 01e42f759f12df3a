/**
 * The log of requests, written off their way: entries wait in a buffer and go to the database once a second, many in one
 * statement. A database that is away for long costs entries, which are counted, and never a request its answer.
 */
import { hashKey, isKey } from "../../core/secrets/keys.ts";
import type { Vault } from "../../core/secrets/vault.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";
import { addBodies } from "../../store/log/requestBodies.ts";
import { addLogged, type CallRow, ensureDays, findKeyTenants, type RequestRow } from "../../store/log/requestLog.ts";
import type { Database } from "../../store/postgres/database.ts";
import type { Entry } from "../server/trace.ts";
import { bodiesRow } from "./bodies.ts";
import { callRow, requestRow } from "./rows.ts";

export interface BackgroundCall {
  readonly call: VendorCall;
  readonly tenantId: string;
  readonly connectionId: string;
}

export interface RequestLog {
  readonly keepsBodies: boolean;
  add(entry: Entry): void;
  /** A call that no request waits for: of a poll, a task or a renewal. */
  addCall(call: BackgroundCall): void;
  /** Writes what waits. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface RequestLogOptions {
  readonly database: Database;
  readonly onFault: (error: unknown) => void;
  readonly onDropped: (rows: number) => void;
  /** Seals bodies, where they are kept. */
  readonly bodies?: Vault | undefined;
  readonly flushEveryMs?: number;
  readonly mostWaiting?: number;
}

const usualFlushMs = 1000;
/** About as many megabytes as thousands. */
const usualMostWaiting = 10_000;
/** Rows of one statement. */
const portion = 1000;

export function openRequestLog(options: RequestLogOptions): RequestLog {
  const { database, onFault, onDropped, flushEveryMs = usualFlushMs, mostWaiting = usualMostWaiting } = options;
  let entries: Entry[] = [];
  let calls: BackgroundCall[] = [];
  let flushing: Promise<void> | undefined;
  const days = new Set<string>();
  const tenantsBehind = openKeys(database);

  const write = async (part: readonly Entry[], background: readonly BackgroundCall[]): Promise<void> => {
    const tenants = await tenantsBehind(part);
    const requests = part.map((entry) => requestRow(entry, tenants));
    const called = [
      ...part.flatMap((entry, index) =>
        (entry.trace.calls ?? []).map((call) =>
          callRow(call, {
            requestId: entry.id,
            tenantId: requests[index]?.tenantId ?? null,
            connectionId: entry.trace.connection?.id ?? null,
          }),
        ),
      ),
      ...background.map(({ call, ...whose }) => callRow(call, { requestId: null, ...whose })),
    ];
    await ensure(requests, called);
    await addLogged(database, requests, called);
    const { bodies } = options;
    if (bodies === undefined) return;
    const kept = part.map((entry, index) => bodiesRow(bodies, entry, requests[index]?.tenantId ?? null));
    await addBodies(database, kept);
  };
  const ensure = async (requests: readonly RequestRow[], called: readonly CallRow[]): Promise<void> => {
    const wanted = new Set([...requests, ...called].map(({ at }) => at.slice(0, 10)));
    const missing = [...wanted].filter((day) => !days.has(day));
    if (missing.length === 0) return;
    await ensureDays(database, missing);
    for (const day of missing) days.add(day);
  };
  const writeAll = async (): Promise<void> => {
    while (entries.length + calls.length > 0) {
      const part = entries.slice(0, portion);
      const background = calls.slice(0, portion);
      await write(part, background);
      entries = entries.slice(part.length);
      calls = calls.slice(background.length);
    }
  };
  const flush = (): Promise<void> => {
    flushing ??= writeAll()
      .catch(onFault)
      .finally(() => (flushing = undefined));
    return flushing;
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  return {
    keepsBodies: options.bodies !== undefined,
    add: (entry) => {
      if (entries.length < mostWaiting) entries.push(entry);
      else onDropped(1);
    },
    addCall: (call) => {
      if (calls.length < mostWaiting) calls.push(call);
      else onDropped(1);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      // What came while the last statement was under way goes with the next.
      await flush();
      await flush();
      if (entries.length + calls.length > 0) onDropped(entries.length + calls.length);
    },
  };
}

/** Where nothing is to be kept. */
export const noRequestLog: RequestLog = {
  keepsBodies: false,
  add: () => {},
  addCall: () => {},
  flush: async () => {},
  close: async () => {},
};

/**
 * Notes once a minute that a key is in use. Whoever was refused for something else than the API key is known by it all the
 * same; whose request it is that went further is known without asking.
 */
function openKeys(database: Database): (entries: readonly Entry[]) => Promise<ReadonlyMap<string, string>> {
  let noted = new Set<string>();
  let until = 0;
  return async (entries) => {
    if (Date.now() > until) [noted, until] = [new Set(), Date.now() + 60_000];
    const keys = new Set<string>();
    for (const { apiKey, trace } of entries)
      if (apiKey !== undefined && (trace.tenantId === undefined || !noted.has(apiKey)) && isKey("api", apiKey))
        keys.add(apiKey);
    if (keys.size === 0) return new Map();
    const byHash = new Map([...keys].map((key) => [hashKey(key).toString("hex"), key]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, "hex"));
    const found = await findKeyTenants(database, hashes);
    for (const { hash } of found) noted.add(byHash.get(hash.toString("hex")) ?? "");
    return new Map(found.map(({ hash, tenantId }) => [byHash.get(hash.toString("hex")) ?? "", tenantId]));
  };
}
