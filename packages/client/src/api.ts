/** Builds the client's methods from the table of operations, which the build takes from the service itself. */
import { TaskError } from "./errors.ts";
import {
  type Answer,
  type Call,
  type CallOptions,
  type ClientOptions,
  makeSend,
  pause,
  type Query,
  type Send,
  type WriteOptions,
} from "./send.ts";

/**
 * Lines such as `invoices list* create get`: a resource and its methods. A method may name its request, as in
 * `link=GET:/auth/{}`; otherwise both follow from its name. `*` marks lists with pages, `^part` those that take files.
 */
export type OperationTable = string;

export interface Method {
  readonly name: string;
  readonly method: string;
  /** With `{}` for each id. */
  readonly path: string;
  readonly isPaged: boolean;
  readonly multipart: string | undefined;
}

const usualMethods: Readonly<Record<string, string>> = {
  list: "GET",
  get: "GET",
  create: "POST",
  createAsync: "POST",
  bulk: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};
const usualEndings: Readonly<Record<string, string>> = {
  get: "/{}",
  update: "/{}",
  patch: "/{}",
  delete: "/{}",
  bulk: "/bulk",
  createAsync: "/async",
};

/** The request that follows from the names. Shared with the build, which names the others. */
export function usualRequest(resource: string, name: string): string {
  const path = `/accounting/${resource.replaceAll(".", "/{}/")}${usualEndings[name] ?? ""}`;
  return `${usualMethods[name]}:${path}`;
}

function methodOf(resource: string, text: string): Method {
  const [, name = "", request = usualRequest(resource, name), star, multipart] =
    /^(\w+)(?:=([^*^]+))?(\*)?(?:\^(\w+))?$/.exec(text) ?? [];
  const [method = "", path = ""] = request.split(":");
  return { name, method, path, isPaged: star !== undefined, multipart };
}

type Node = Record<string, unknown>;

/** Returns a tree of resources, each with its methods and the resources below it. The build writes its type. */
export function createApi(table: OperationTable, options: ClientOptions): unknown {
  const send = makeSend(options);
  const root: Node = {};
  for (const line of table.split("\n")) {
    const [resource = "", ...methods] = line.split(" ");
    const node = resource.split(".").reduce<Node>((above, name) => (above[name] ??= {}) as Node, root);
    for (const text of methods) {
      const method = methodOf(resource, text);
      node[method.name] = (...values: unknown[]) => send(callOf(method, values));
      if (method.isPaged) node["all"] = (...values: unknown[]) => allPages(send, method, values);
    }
  }
  const tasks = root["tasks"] as Node;
  tasks["wait"] = (taskId: string, wait?: WaitOptions) => waitForTask(send, taskId, wait);
  const events = root["events"] as Node;
  events["all"] = (query?: Query, call?: CallOptions) => allEvents(send, query, call);
  return root;
}

/** The values of a call: the ids of the path, then the body or the query, then the options. */
function callOf({ method, path, multipart }: Method, values: readonly unknown[]): Call {
  const rest = [...values];
  const filled = path.replaceAll("{}", () => encodeURIComponent(String(rest.shift())));
  const [content, options = {}] = rest as [unknown, WriteOptions?];
  const isRead = method === "GET" || method === "DELETE";
  const isWrite = method !== "GET" && path.startsWith("/accounting/");
  const call = { ...options, method, path: filled, isRepeatable: method === "GET" || isWrite, multipart };
  return {
    ...call,
    ...(isRead ? { query: content as Query | undefined } : { body: content }),
    ...(isWrite && { idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }),
  } as Call;
}

async function* allPages(send: Send, method: Method, values: readonly unknown[]): AsyncGenerator {
  const first = callOf(method, values);
  const options = optionsOf(first);
  for (let page = 1; ; page++) {
    const answer = await send({ ...first, query: { limit: 100, ...first.query, page } });
    const taskId = taskIn(answer);
    if (taskId !== undefined) {
      yield* taskRecords(send, taskId, options);
      return;
    }
    const records = answer.data as readonly unknown[];
    yield* records;
    if (isLast(answer, records)) return;
  }
}

const optionsOf = ({ signal, timeout, maxRetries, accountKey }: Call): CallOptions =>
  Object.fromEntries(
    Object.entries({ signal, timeout, maxRetries, accountKey }).filter(([, value]) => value !== undefined),
  );

function isLast({ meta: { pagination } }: Answer<unknown>, records: readonly unknown[]): boolean {
  const { currentPage = 1, totalPages } = pagination ?? {};
  return pagination === undefined || records.length === 0 || (totalPages !== undefined && currentPage >= totalPages);
}

/** The target system can only produce this list as a task. */
const taskIn = ({ status, data }: Answer<unknown>): string | undefined =>
  status === 202 ? (data as { readonly taskId?: string }).taskId : undefined;

async function* taskRecords(send: Send, taskId: string, options: CallOptions): AsyncGenerator {
  await waitForTask(send, taskId, options);
  for (let page = 1; ; page++) {
    const answer = await send({ ...taskCall(taskId, options), query: { page, limit: 100 } });
    const { responseData = [] } = answer.data as { readonly responseData?: unknown };
    const records = Array.isArray(responseData) ? responseData : (responseData as { records: unknown[] }).records;
    yield* records;
    if (isLast(answer, records)) return;
  }
}

export interface WaitOptions extends CallOptions {
  /** Milliseconds until the wait is given up; the task goes on. Default: no limit. */
  readonly timeLimit?: number;
}

const taskCall = (taskId: string, options: CallOptions): Call => ({
  ...options,
  method: "GET",
  path: `/accounting/asyncTask/${encodeURIComponent(taskId)}`,
  isRepeatable: true,
});

/** Seconds between two questions, which grow with the age of the task. */
const shortestInterval = 0.25;
const longestInterval = 10;

async function waitForTask(
  send: Send,
  taskId: string,
  { timeLimit, ...options }: WaitOptions = {},
): Promise<Answer<unknown>> {
  const limit = timeLimit === undefined ? [] : [AbortSignal.timeout(timeLimit)];
  const signals = options.signal === undefined ? limit : [options.signal, ...limit];
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals);
  for (let wait = shortestInterval; ; wait = Math.min(longestInterval, wait * 1.5)) {
    const answer = await send(taskCall(taskId, { ...options, ...(signal && { signal }) }));
    const { status } = answer.data as { readonly status: string };
    if (status === "FAILED") throw new TaskError(taskId, answer.data);
    if (status !== "OPEN" && status !== "IN_PROGRESS") return answer;
    await pause(wait, signal);
  }
}

/** All events of the log from a cursor on, until its present end. */
async function* allEvents(send: Send, query: Query = {}, options: CallOptions = {}): AsyncGenerator {
  for (let cursor = query["cursor"]; ; ) {
    const position = cursor === undefined ? {} : { cursor };
    const call = { ...options, method: "GET", path: "/events", isRepeatable: true };
    const { data, meta } = await send({ ...call, query: { limit: 100, ...query, ...position } });
    const events = data as readonly unknown[];
    if (events.length === 0) return;
    yield* events;
    cursor = meta.cursor;
  }
}
