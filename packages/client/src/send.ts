/** Sends one request, repeats it where that is safe, and turns refusals into errors. */
import { ConnectionError, KontorError, type Problem, type Remedy } from "./errors.ts";

export interface ClientOptions {
  /** Such as `https://kontor.example`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The end user's connection. Not needed for the tenant's own resources. */
  readonly accountKey?: string;
  /** For one attempt, in milliseconds. Default: 60,000. */
  readonly timeout?: number;
  /** How often a request is repeated at most. Default: 3. */
  readonly maxRetries?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Called before each attempt. Headers that it returns are added, such as `traceparent`. */
  readonly onRequest?: (request: RequestNotice) => Readonly<Record<string, string>> | undefined | void;
  /** Called after each attempt. */
  readonly onResponse?: (response: ResponseNotice) => void;
}

export interface RequestNotice {
  readonly method: string;
  readonly url: string;
  /** 1 for the first one. */
  readonly attempt: number;
}

export interface ResponseNotice extends RequestNotice {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds. */
  readonly timeout?: number;
  readonly maxRetries?: number;
  /** Of another connection. */
  readonly accountKey?: string;
}

export interface DeleteOptions extends CallOptions {
  /** Identifies the write: repeated with the same key, nothing is written twice. Default: a random one for each call. */
  readonly idempotencyKey?: string;
}

export interface WriteOptions extends DeleteOptions {
  readonly query?: Query;
  /** Attachments, where the operation takes them. */
  readonly files?: readonly File[];
}

export type Query = Readonly<Record<string, unknown>>;

export interface Call extends WriteOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** May be repeated without writing twice: a read, or a write with an idempotency key. */
  readonly isRepeatable: boolean;
  /** The part of a multipart form that has the body. `file`: each field of the body is a part. */
  readonly multipart?: string | undefined;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly meta: AnswerMeta;
  readonly rawData?: unknown;
  /** 202 if the target system works on it as a task: `data.taskId`. */
  readonly status: number;
  readonly requestId: string | undefined;
}

export interface AnswerMeta {
  /** Notices, for example about a parameter that had no effect. */
  readonly warnings?: readonly string[];
  /** Fields that the target system stored differently from the body. */
  readonly differences?: readonly { readonly field: string; readonly asked?: unknown; readonly stored?: unknown }[];
  /** false if the stored record could not be read and compared yet. */
  readonly verified?: boolean;
  readonly pagination?: AnswerPagination;
  /** Where to continue in the event log. */
  readonly cursor?: string;
}

export interface AnswerPagination {
  readonly perPage: number;
  readonly currentPage: number;
  readonly total?: number;
  readonly totalPages?: number;
}

export type Send = (call: Call) => Promise<Answer<unknown>>;

const usualTimeout = 60_000;
const usualRetries = 3;
/** Seconds. A longer wait is left to the caller. */
const longestWait = 60;

export function makeSend(options: ClientOptions): Send {
  return async (call) => {
    const maxRetries = call.maxRetries ?? options.maxRetries ?? usualRetries;
    for (let attempt = 1; ; attempt++) {
      try {
        return await trySend(options, call, attempt);
      } catch (error) {
        const wait = call.isRepeatable && attempt <= maxRetries ? waitAfter(error, attempt) : undefined;
        if (wait === undefined) throw error;
        await pause(wait, call.signal);
      }
    }
  };
}

/** Seconds until a repetition may succeed. Undefined if it cannot. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  const backoff = 2 ** (attempt - 2) * (0.75 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  if (!(error instanceof KontorError) || error.next !== "wait") return undefined;
  const wait = error.retryAfter ?? backoff;
  return wait <= longestWait ? wait : undefined;
}

export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", end, { once: true });
  });
}

async function trySend(options: ClientOptions, call: Call, attempt: number): Promise<Answer<unknown>> {
  const { method, signal } = call;
  const url = options.baseUrl.replace(/\/$/, "") + call.path + queryText(call.query);
  const notice = { method, url, attempt };
  const limit = AbortSignal.timeout(call.timeout ?? options.timeout ?? usualTimeout);
  const { headers, body } = contentOf(call);
  const added = options.onRequest?.(notice) ?? {};
  const began = Date.now();
  const report = (response?: Response): void =>
    options.onResponse?.({
      ...notice,
      status: response?.status,
      milliseconds: Date.now() - began,
      requestId: response?.headers.get("x-request-id") ?? undefined,
    });
  try {
    const response = await (options.fetch ?? fetch)(url, {
      method,
      headers: { ...keysOf(options, call), ...headers, ...added },
      body,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const text = await response.text();
    report(response);
    return answerOf(response, text);
  } catch (error) {
    if (error instanceof KontorError) throw error;
    report();
    signal?.throwIfAborted();
    throw new ConnectionError(
      limit.aborted ? `${method} ${url} was not answered in time.` : `${method} ${url} failed.`,
      { cause: error },
    );
  }
}

function keysOf({ apiKey, accountKey }: ClientOptions, call: Call): Record<string, string> {
  const account = call.accountKey ?? accountKey;
  return {
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(account !== undefined && { "x-account-key": account }),
    ...(call.idempotencyKey !== undefined && { "idempotency-key": call.idempotencyKey }),
  };
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value);

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, textOf(value));
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

interface Content {
  readonly headers: Record<string, string>;
  readonly body: string | FormData | null;
}

function contentOf({ body, multipart, files = [] }: Call): Content {
  if (multipart === "file") {
    const form = new FormData();
    for (const [name, value] of Object.entries(body as Readonly<Record<string, unknown>>))
      if (value !== undefined) form.set(name, value instanceof Blob ? value : textOf(value));
    return { headers: {}, body: form };
  }
  const json = JSON.stringify(body);
  if (multipart === undefined || files.length === 0)
    return json === undefined
      ? { headers: {}, body: null }
      : { headers: { "content-type": "application/json" }, body: json };
  const form = new FormData();
  form.set(multipart, new Blob([json], { type: "application/json" }));
  for (const file of files) form.append("files[]", file);
  return { headers: {}, body: form };
}

function answerOf(response: Response, text: string): Answer<unknown> {
  const { status, headers, ok } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  let read: unknown;
  try {
    read = text === "" ? {} : JSON.parse(text);
  } catch (error) {
    // A proxy in between may answer with a page.
    if (ok) throw error;
  }
  const content = (typeof read === "object" && read !== null ? read : {}) as Readonly<Record<string, unknown>>;
  if (ok) {
    const { meta = {}, rawData } = content as { readonly meta?: AnswerMeta; readonly rawData?: unknown };
    // A few endpoints return a document without an envelope.
    const data = "data" in content ? content["data"] : read;
    return { data, meta, status, requestId, ...(rawData !== undefined && { rawData }) };
  }
  const { errors: problems = [] } = content as { readonly errors?: readonly (Problem & { readonly next?: Remedy })[] };
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  throw new KontorError({
    status,
    problems,
    requestId,
    // Only errors of target systems name the remedy. Kontor sends Retry-After with all others that pass by themselves.
    next: problems[0]?.next ?? (headers.has("retry-after") ? "wait" : remedyOf(status)),
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  });
}

/** Answers of proxies say no remedy. */
const remedyOf = (status: number): Remedy =>
  [429, 502, 503, 504].includes(status) ? "wait" : status < 500 ? "fix" : "report";
