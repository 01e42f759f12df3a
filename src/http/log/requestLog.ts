/**
 * The request log. Entries are buffered and written to the database once a second, many per statement, so that requests do
 * not wait for it. If the database is unavailable for long, entries are dropped and counted.
 */
import { monotonicNow } from "../../contract/clocks.ts";
import { hashKey, isKey } from "../../core/secrets/keys.ts";
import type { Vault } from "../../core/secrets/vault.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";
import type { StoredWrite } from "../../core/writing/journal.ts";
import { noteRequests } from "../../store/issues/requestIssues.ts";
import { addBodies } from "../../store/log/requestBodies.ts";
import { addLogged, type CallRow, ensureDays, findKeyTenants, type RequestRow } from "../../store/log/requestLog.ts";
import { addSearchTerms, type SearchTerm } from "../../store/log/searchTerms.ts";
import type { Database } from "../../store/postgres/database.ts";
import { searchPurpose, termsIn } from "../server/searchTerms.ts";
import type { Entry } from "../server/trace.ts";
import { bodiesRow } from "./bodies.ts";
import { issueResult } from "./issueResults.ts";
import { callRow, requestRow } from "./rows.ts";

export interface BackgroundCall {
  readonly call: VendorCall;
  readonly tenantId: string;
  readonly connectionId: string;
}

export interface RequestLog {
  readonly keepsBodies: boolean;
  add(entry: Entry): void;
  /** Adds a vendor call of background work: a poll, a task or a token refresh. */
  addCall(call: BackgroundCall): void;
  /** Makes a write of background work findable, or one whose record became known later. */
  addWrite(write: StoredWrite): void;
  /** Writes the buffered entries. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface RequestLogOptions {
  readonly database: Database;
  readonly onFault: (error: unknown) => void;
  readonly onDropped: (rows: number) => void;
  /** Hashes the values by which requests are found. */
  readonly vault: Vault;
  /** Whether bodies are stored, encrypted. */
  readonly keepsBodies?: boolean;
  readonly flushEveryMs?: number;
  readonly mostWaiting?: number;
}

const usualFlushMs = 1000;
/** About 1 MB per thousand entries. */
const usualMostWaiting = 10_000;
/** Rows per statement. */
const portion = 1000;

export function openRequestLog(options: RequestLogOptions): RequestLog {
  const {
    database,
    vault,
    keepsBodies = false,
    onFault,
    onDropped,
    flushEveryMs = usualFlushMs,
    mostWaiting = usualMostWaiting,
  } = options;
  let entries: Entry[] = [];
  let calls: BackgroundCall[] = [];
  let writtenTerms: SearchTerm[] = [];
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
      ...background.map(({ call, ...owner }) => callRow(call, { requestId: null, ...owner })),
    ];
    await ensure(requests, called);
    await addLogged(database, requests, called);
    if (keepsBodies) {
      const bodyRows = part.flatMap((entry, index) =>
        entry.trace.hidesFields ? [] : [bodiesRow(vault, entry, requests[index]?.tenantId ?? null)],
      );
      if (bodyRows.length > 0) await addBodies(database, bodyRows);
    }
    const terms = part.flatMap((entry, index) => searchTermsOf(vault, entry, requests[index]));
    if (terms.length > 0) await addSearchTerms(database, terms);
    const results = requests.flatMap(issueResult);
    if (results.length > 0) await noteRequests(database, results);
  };
  const writeTerms = async (terms: readonly SearchTerm[]): Promise<void> => {
    await addSearchTerms(database, terms);
    writtenTerms = writtenTerms.slice(terms.length);
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
    while (writtenTerms.length > 0) await writeTerms(writtenTerms.slice(0, portion));
  };
  const flush = (): Promise<void> => {
    flushing ??= writeAll()
      .catch(onFault)
      .finally(() => (flushing = undefined));
    return flushing;
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  return {
    keepsBodies,
    add: (entry) => {
      if (entries.length < mostWaiting) entries.push(entry);
      else onDropped(1);
    },
    addCall: (call) => {
      if (calls.length < mostWaiting) calls.push(call);
      else onDropped(1);
    },
    addWrite: (write) => {
      const terms = termsOfWrite(vault, write);
      if (writtenTerms.length + terms.length <= mostWaiting) writtenTerms.push(...terms);
      else onDropped(1);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      // The second flush writes entries that arrived during the first.
      await flush();
      await flush();
      const left = entries.length + calls.length + writtenTerms.length;
      if (left > 0) onDropped(left);
    },
  };
}

function searchTermsOf(vault: Vault, { terms }: Entry, row: RequestRow | undefined): SearchTerm[] {
  if (row === undefined) return [];
  const { id: requestId, at, tenantId, connectionId, operationId, operation, status } = row;
  if (tenantId === null || connectionId === null) return [];
  return hashed(vault, terms, { at, tenantId, connectionId, requestId, operationId, operation, status });
}

function termsOfWrite(vault: Vault, { id, tenantId, connectionId, operation, record }: StoredWrite): SearchTerm[] {
  const at = new Date().toISOString();
  const facts = { at, tenantId, connectionId, requestId: id, operationId: id, operation, status: null };
  return hashed(vault, termsIn(record), facts);
}

const hashed = (vault: Vault, terms: readonly string[], facts: Omit<SearchTerm, "hash">): SearchTerm[] =>
  terms.flatMap((text) => {
    const [hash] = vault.hashes(searchPurpose, text);
    return hash === undefined ? [] : [{ hash, ...facts }];
  });

/** Stores nothing. */
export const noRequestLog: RequestLog = {
  keepsBodies: false,
  add: () => {},
  addCall: () => {},
  addWrite: () => {},
  flush: async () => {},
  close: async () => {},
};

/**
 * Looks up the tenants of API keys, and records once a minute that a key is in use. A lookup is needed for rejected requests,
 * whose tenant is not known yet.
 */
function openKeys(database: Database): (entries: readonly Entry[]) => Promise<ReadonlyMap<string, string>> {
  let recorded = new Set<string>();
  let until = 0;
  return async (entries) => {
    if (monotonicNow() > until) [recorded, until] = [new Set(), monotonicNow() + 60_000];
    const keys = new Set<string>();
    for (const { apiKey, trace } of entries)
      if (apiKey !== undefined && (trace.tenantId === undefined || !recorded.has(apiKey)) && isKey("api", apiKey))
        keys.add(apiKey);
    if (keys.size === 0) return new Map();
    const byHash = new Map([...keys].map((key) => [hashKey(key).toString("hex"), key]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, "hex"));
    const found = await findKeyTenants(database, hashes);
    for (const { hash } of found) recorded.add(byHash.get(hash.toString("hex")) ?? "");
    return new Map(found.map(({ hash, tenantId }) => [byHash.get(hash.toString("hex")) ?? "", tenantId]));
  };
}
