import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveHttp } from "../../../test/support/loopback.ts";
import { createApi } from "./api.ts";
import { ConnectionError, KontorError, TaskError } from "./errors.ts";
import type { Answer, CallOptions, ClientOptions, DeleteOptions, WriteOptions } from "./send.ts";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Closes the connection instead. */
  readonly drop?: true;
  /** Never answers. */
  readonly hang?: true;
}

let seen: Seen[];
let replies: Reply[];
let server: Awaited<ReturnType<typeof serveHttp>>;
beforeEach(async () => {
  seen = [];
  replies = [];
  server = await serveHttp((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      const { status = 200, headers = {}, body: answer = { data: [] }, drop, hang } = replies.shift() ?? {};
      if (drop) request.socket.destroy();
      if (drop || hang) return;
      response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-1", ...headers });
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
  });
});
afterEach(() => server.close());

const table = [
  "invoices list* create get patch",
  "invoices.lineItems list",
  "expenses create^expense",
  "payments delete",
  "files create^file",
  "auth link=GET:/auth/{}",
  "webhooks create=POST:/webhooks",
  "tasks get=GET:/accounting/asyncTask/{}",
  "events list=GET:/events",
].join("\n");

interface Invoices {
  list(query?: object, options?: CallOptions): Promise<Answer<{ id: string }[]>>;
  all(query?: object, options?: CallOptions): AsyncIterable<{ id: string }>;
  create(body: object, options?: WriteOptions): Promise<Answer<{ id: string }>>;
  get(id: string, query?: object, options?: CallOptions): Promise<Answer<{ id: string }>>;
  readonly lineItems: { list(id: string): Promise<unknown> };
}
interface Api {
  readonly invoices: Invoices;
  readonly expenses: { create(body: object, options?: WriteOptions): Promise<unknown> };
  readonly payments: { delete(id: string, query?: object, options?: DeleteOptions): Promise<unknown> };
  readonly files: { create(body: object): Promise<unknown> };
  readonly auth: { link(system: string, query?: object): Promise<unknown> };
  readonly webhooks: { create(body: object): Promise<unknown> };
  readonly tasks: { wait(id: string, options?: object): Promise<Answer<unknown>> };
  readonly events: { all(query?: object): AsyncIterable<{ id: string }> };
}
const client = (options: Partial<ClientOptions> = {}): Api =>
  createApi(table, { baseUrl: server.url, apiKey: "api", accountKey: "account", ...options }) as Api;

/** Retries wait as long as the server says: no time at all. */
const soon = { "retry-after": "0" };
const refusal = (code: string, next: string) => ({ errors: [{ code, message: `It is ${code}.`, next, field: "x" }] });

describe("a call", () => {
  test("has both keys, its ids in the path, and its query", async () => {
    await client().invoices.get("a/b", { companyId: "c&d", page: undefined, lastModifiedAt: new Date(0) });
    expect(seen).toMatchObject([
      {
        method: "GET",
        url: "/accounting/invoices/a%2Fb?companyId=c%26d&lastModifiedAt=1970-01-01T00%3A00%3A00.000Z",
        headers: { "x-api-key": "api", "x-account-key": "account" },
      },
    ]);
    await client().invoices.lineItems.list("7");
    await client().auth.link("xero", { endUserId: "u" });
    expect(seen.slice(1).map(({ url }) => url)).toEqual(["/accounting/invoices/7/lineItems", "/auth/xero?endUserId=u"]);
  });

  test("returns data, meta and the request id", async () => {
    replies = [{ body: { data: [{ id: "1" }], meta: { warnings: ["w"] }, rawData: { records: [] } } }];
    expect(await client().invoices.list()).toEqual({
      data: [{ id: "1" }],
      meta: { warnings: ["w"] },
      rawData: { records: [] },
      status: 200,
      requestId: "req-1",
    });
  });

  test("can add headers and report each attempt", async () => {
    const notices: unknown[] = [];
    replies = [{ status: 503, headers: soon, body: refusal("database_unavailable", "wait") }, {}];
    await client({
      onRequest: ({ attempt }) => ({ traceparent: `00-${attempt}` }),
      onResponse: ({ attempt, status, requestId }) => notices.push([attempt, status, requestId]),
    }).invoices.list();
    expect(seen.map(({ headers }) => headers["traceparent"])).toEqual(["00-1", "00-2"]);
    expect(notices).toEqual([
      [1, 503, "req-1"],
      [2, 200, "req-1"],
    ]);
  });

  test("that is aborted throws the caller's reason and is not repeated", async () => {
    replies = [{ hang: true }];
    const reason = new Error("enough");
    const ending = new AbortController();
    const call = client().invoices.list({}, { signal: ending.signal });
    await expect.poll(() => seen.length).toBe(1);
    ending.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

describe("a refusal", () => {
  test("is an error with code, field and remedy, and is not repeated", async () => {
    replies = [{ status: 400, body: refusal("invalid_request", "fix") }];
    const error = await client()
      .invoices.list()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KontorError);
    expect(error).toMatchObject({
      code: "invalid_request",
      message: "It is invalid_request.",
      field: "x",
      status: 400,
      next: "fix",
      requestId: "req-1",
    });
    expect(seen).toHaveLength(1);
  });

  test("of a proxy is an error as well", async () => {
    replies = [{ status: 413, body: "<html>too large</html>" }];
    await expect(client().invoices.list()).rejects.toMatchObject({ status: 413, code: "internal", next: "fix" });
  });

  test("that may pass is repeated as often as allowed", async () => {
    const limited = { status: 429, headers: soon, body: refusal("rate_limited", "wait") };
    replies = [limited, limited, {}];
    expect((await client().invoices.list()).data).toEqual([]);
    replies = [limited, limited, limited];
    await expect(client({ maxRetries: 1 }).invoices.list()).rejects.toMatchObject({ code: "rate_limited" });
    expect(seen).toHaveLength(5);
  });

  test("of Kontor itself names no remedy: Retry-After says that it may pass", async () => {
    const [{ next: _, ...problem } = {}] = refusal("idempotency_in_progress", "").errors;
    replies = [
      { status: 409, headers: soon, body: { errors: [problem] } },
      { status: 201, body: { data: { id: "1" } } },
    ];
    expect((await client().invoices.create({})).data).toEqual({ id: "1" });
    replies = [{ status: 409, body: { errors: [problem] } }];
    await expect(client().invoices.create({})).rejects.toMatchObject({ next: "fix" });
  });

  test("with a long wait is left to the caller", async () => {
    replies = [{ status: 429, headers: { "retry-after": "3600" }, body: refusal("target_rate_limited", "wait") }];
    await expect(client().invoices.list()).rejects.toMatchObject({ retryAfter: 3600 });
    expect(seen).toHaveLength(1);
  });
});

describe("a write", () => {
  const ids = () => seen.map(({ headers }) => headers["idempotency-key"]);

  test("is repeated with the same key", async () => {
    replies = [
      { drop: true },
      { status: 503, headers: soon, body: refusal("database_unavailable", "wait") },
      { status: 201, body: { data: { id: "1" } } },
    ];
    const { data } = await client().invoices.create({ currency: "EUR" });
    expect(data).toEqual({ id: "1" });
    expect(ids()).toHaveLength(3);
    expect(new Set(ids())).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
    expect(seen[0]).toMatchObject({ method: "POST", body: '{"currency":"EUR"}' });
  });

  test("has another key than the last one, or the caller's", async () => {
    await client().invoices.create({});
    await client().invoices.create({});
    await client().invoices.create({}, { idempotencyKey: "mine" });
    expect(new Set(ids()).size).toBe(3);
    expect(ids()[2]).toBe("mine");
  });

  test("that deletes is repeated with its key, or with the caller's", async () => {
    replies = [{ drop: true }];
    await client().payments.delete("1");
    await client().payments.delete("2", { companyId: "c" }, { idempotencyKey: "mine" });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "DELETE /accounting/payments/1",
      "DELETE /accounting/payments/1",
      "DELETE /accounting/payments/2?companyId=c",
    ]);
    expect(ids()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids()[0], "mine"]);
  });

  test("that Kontor does not journal is not repeated", async () => {
    replies = [{ drop: true }];
    await expect(client().webhooks.create({})).rejects.toBeInstanceOf(ConnectionError);
    expect(ids()).toEqual([undefined]);
  });

  test("that is not answered in time is repeated with its key", async () => {
    replies = [{ hang: true }, { status: 201, body: { data: { id: "1" } } }];
    await client({ timeout: 200 }).invoices.create({});
    expect(new Set(ids()).size).toBe(1);
    expect(ids()).toHaveLength(2);
  });

  test("sends files beside its body, or as the body", async () => {
    const receipt = new File(["%PDF"], "receipt.pdf", { type: "application/pdf" });
    await client().expenses.create({ type: "EXPENSE" }, { files: [receipt] });
    expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect(seen[0]?.body).toMatch(
      /name="expense"[^]*application\/json[^]*\{"type":"EXPENSE"\}[^]*name="files\[\]"; filename="receipt.pdf"/,
    );
    await client().files.create({ file: receipt, documentType: "RECEIPT" });
    expect(seen[1]?.body).toMatch(/name="file"; filename="receipt.pdf"[^]*name="documentType"/);
  });
});

describe("all", () => {
  const collect = async <Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> => {
    const all: Entry[] = [];
    for await (const entry of entries) all.push(entry);
    return all;
  };
  const page = (currentPage: number, ...ids: string[]) => ({
    body: { data: ids.map((id) => ({ id })), meta: { pagination: { perPage: 2, currentPage, totalPages: 2 } } },
  });

  test("reads page after page, and not more than is used", async () => {
    replies = [page(1, "1", "2"), page(2, "3")];
    expect(await collect(client().invoices.all({ limit: 50, status: "OPEN" }))).toEqual([
      { id: "1" },
      { id: "2" },
      { id: "3" },
    ]);
    expect(seen.map(({ url }) => url)).toEqual([
      "/accounting/invoices?limit=50&status=OPEN&page=1",
      "/accounting/invoices?limit=50&status=OPEN&page=2",
    ]);
    replies = [page(1, "1", "2")];
    for await (const { id } of client().invoices.all()) if (id === "1") break;
    expect(seen).toHaveLength(3);
  });

  test("ends with an empty page where the target system does not count", async () => {
    const uncounted = (...ids: string[]) => ({
      body: { data: ids.map((id) => ({ id })), meta: { pagination: { perPage: 2, currentPage: 1 } } },
    });
    replies = [uncounted("1"), uncounted()];
    expect(await collect(client().invoices.all())).toEqual([{ id: "1" }]);
  });

  test("waits for the task of a target system that produces lists only so", async () => {
    replies = [
      { status: 202, body: { data: { taskId: "t" } } },
      { body: { data: { status: "IN_PROGRESS" } } },
      { body: { data: { status: "SUCCESS", responseData: [] } } },
      {
        body: {
          data: { status: "SUCCESS", responseData: [{ id: "1" }] },
          meta: { pagination: { perPage: 1, currentPage: 1, totalPages: 2 } },
        },
      },
      {
        body: {
          data: { status: "SUCCESS", responseData: [{ id: "2" }] },
          meta: { pagination: { perPage: 1, currentPage: 2, totalPages: 2 } },
        },
      },
    ];
    expect(await collect(client().invoices.all())).toEqual([{ id: "1" }, { id: "2" }]);
  });

  test("follows the cursor of the event log to its end", async () => {
    const events = (cursor: string, ...ids: string[]) => ({
      body: { data: ids.map((id) => ({ id })), meta: { cursor } },
    });
    replies = [events("2", "1", "2"), events("3", "3"), events("3")];
    expect(await collect(client().events.all({ cursor: "0" }))).toEqual([{ id: "1" }, { id: "2" }, { id: "3" }]);
    expect(seen.map(({ url }) => url)).toEqual(["0", "2", "3"].map((cursor) => `/events?limit=100&cursor=${cursor}`));
  });
});

describe("tasks.wait", () => {
  test("throws if the task has failed", async () => {
    replies = [{ body: { data: { status: "FAILED", information: [{ message: "no" }] } } }];
    const error = await client()
      .tasks.wait("t")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TaskError);
    expect(error).toMatchObject({ task: { information: [{ message: "no" }] } });
  });

  test("gives up after its time limit", async () => {
    replies = Array.from({ length: 20 }, () => ({ body: { data: { status: "OPEN" } } }));
    await expect(client().tasks.wait("t", { timeLimit: 300 })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
