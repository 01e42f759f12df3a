/** Reads from the service during a verification: GET only, page by page, with retries and timing. */

import type { Operation } from "../contract/operation.ts";
import { type OperationId, operations } from "../contract/operations.ts";
import type { ReadList } from "./pages.ts";
import { nameOf, type Row } from "./row.ts";

export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
  /** Seconds from `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

export interface ReplyBody {
  readonly data?: unknown;
  readonly rawData?: unknown;
  readonly meta?: {
    readonly warnings?: readonly string[];
    readonly pagination?: Readonly<Record<string, number>>;
  };
  readonly errors?: readonly { readonly code: string; readonly message?: string; readonly targetMessage?: string }[];
}

export type Query = Readonly<Record<string, string>>;

/** Reads a path of the service with GET. There is no way to write. */
export type SendRequest = (path: string, query: Query) => Promise<Reply>;

export interface MeasuredReads {
  readonly ask: (id: OperationId | undefined, path: string, query?: Query) => Promise<Reply>;
  times(id: OperationId): readonly number[];
  readonly limits: { refused: number; longestWaitSeconds: number };
}

const mostTries = 4;
const longestWait = 90;

export interface Clock {
  now(): number;
  wait(seconds: number): Promise<void>;
}

export function measure(ask: SendRequest, clock: Clock): MeasuredReads {
  const times = new Map<OperationId, number[]>();
  const limits = { refused: 0, longestWaitSeconds: 0 };
  return {
    limits,
    times: (id) => times.get(id) ?? [],
    ask: async (id, path, query = {}) => {
      for (let tries = 1; ; tries++) {
        const before = clock.now();
        const reply = await ask(path, query);
        if (id !== undefined) times.set(id, [...(times.get(id) ?? []), clock.now() - before]);
        if (reply.status !== 429 || tries === mostTries) return reply;
        const wait = Math.min(longestWait, reply.retryAfter ?? 1);
        limits.refused++;
        limits.longestWaitSeconds = Math.max(limits.longestWaitSeconds, wait);
        await clock.wait(wait);
      }
    },
  };
}

export const operationOf = (id: OperationId): Operation => operations[id];
export const isPaged = (id: OperationId): boolean => "page" in operationOf(id).query;
export const namesIn = (id: OperationId): string[] =>
  [...operationOf(id).path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
export const pathOf = (id: OperationId, ids: Query = {}): string =>
  operationOf(id).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));

export const outcome = ({ status, body }: Reply): string => {
  const [error] = body.errors ?? [];
  return error === undefined
    ? `returned ${status}`
    : `returned ${status} ${error.code}: ${error.targetMessage ?? error.message ?? ""}`;
};

export interface ReadOptions {
  readonly ids?: Query;
  readonly query?: Query;
  readonly limit?: number;
  readonly mostPages?: number;
  /** Includes the vendor's original records. This doubles the response, so it is used once per list. */
  readonly withRawData?: boolean;
}

export interface LiveList extends ReadList {
  /** Whether pages were left unread. */
  readonly isCut: boolean;
  readonly raws: readonly unknown[];
  /** The error response, if any. */
  readonly refused?: Reply;
}

/** Reads a list page by page until a page is not full or the total is reached. */
export async function readList(
  { ask }: Pick<MeasuredReads, "ask">,
  id: OperationId,
  { ids = {}, query = {}, limit = 100, mostPages = 50, withRawData = false }: ReadOptions = {},
): Promise<LiveList> {
  const rows: Row[] = [];
  const raws: unknown[] = [];
  let total: number | undefined;
  for (let page = 1; ; page++) {
    const paging: Query = isPaged(id) ? { page: String(page), limit: String(limit) } : {};
    const reply = await ask(id, pathOf(id, ids), { ...query, ...paging, ...(withRawData && { rawData: "true" }) });
    const readSoFar = { rows, raws, total, pages: page };
    if (reply.status !== 200 || !Array.isArray(reply.body.data))
      return {
        ...readSoFar,
        isCut: false,
        problems: [`${id}: page ${page} with limit ${limit} ${outcome(reply)}`],
        refused: reply,
      };
    const data = reply.body.data as Row[];
    if (page > 1 && data.length > 0 && nameOf(data[0]) === nameOf(rows.at(-limit)))
      return {
        ...readSoFar,
        isCut: false,
        problems: [`${id}: page ${page} with limit ${limit} repeats the records of the page before`],
      };
    rows.push(...data);
    raws.push(...rawRecords(reply.body.rawData));
    total ??= reply.body.meta?.pagination?.["total"];
    const isLast = !isPaged(id) || data.length === 0 || (data.length < limit && page * limit >= (total ?? 0));
    if (isLast) return { rows, raws, total, pages: page, problems: [], isCut: false };
    if (page >= mostPages) return { rows, raws, total, pages: page, problems: [], isCut: true };
  }
}

function rawRecords(rawData: unknown): readonly unknown[] {
  if (Array.isArray(rawData)) return rawData as unknown[];
  const { records } = (rawData ?? {}) as { readonly records?: unknown };
  return Array.isArray(records) ? (records as unknown[]) : [];
}
