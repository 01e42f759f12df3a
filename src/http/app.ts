/** The application without a port: hooks, routes and the error edge. `main.ts` lets it listen; tests inject. */

import type { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
  LogController,
} from "fastify";
import { Failure } from "../contract/failure.ts";
import type { SlotOwner } from "../core/outbound/slots.ts";
import { newId, openIds } from "../core/secrets/ids.ts";
import { compressJson } from "../web/compress.ts";
import { checkEncoded } from "../web/utf8.ts";
import { addDataRoutes, type DataRouteOptions } from "./data/dataRoutes.ts";
import type { RequestLog } from "./log/requestLog.ts";
import { traceRequests } from "./log/traceRequests.ts";
import { readJson } from "./server/brokenJson.ts";
import { drainOnClose } from "./server/drain.ts";
import { answerFailure, errorBody } from "./server/errors.ts";
import { noteRoutes } from "./server/knownRoutes.ts";
import type { Metrics } from "./server/metrics.ts";
import { bucketOf, type LimitOptions, limitRequests } from "./server/rateLimit.ts";
import { canonicalUrl } from "./server/rewrite.ts";
import { addSafeHeaders, safeHeaders } from "./server/safeHeaders.ts";
import { limitSlowBodies, type SlowBodyLimit } from "./server/slowBodies.ts";
import { limitSlowReaders } from "./server/slowReaders.ts";

export interface AppOptions extends Omit<DataRouteOptions, "closing"> {
  readonly rateLimit: LimitOptions;
  readonly log: FastifyBaseLogger;
  /** Routes with the same hooks and the same errors as the data endpoints. */
  readonly service: FastifyPluginAsync;
  /** Systems of their own that share the port, by prefix. */
  readonly mountedApps: Readonly<Record<string, FastifyPluginAsync>>;
  /** Those of them whose requests count like any other. */
  readonly limitedApps?: readonly string[];
  readonly slowBodyLimit?: SlowBodyLimit;
  readonly metrics: Metrics;
  /** Keeps what happened to each request, for people to read. */
  readonly requestLog: Pick<RequestLog, "add" | "keepsBodies">;
  /** Where people can see what happened to a request. */
  readonly requestPage?: (requestId: string) => string | undefined;
  /** Says for whom the work is. */
  readonly workFor: AsyncLocalStorage<SlotOwner>;
  /** Whether callers reach us by https, here or at a proxy before us. */
  readonly isBehindTls: boolean;
  /** Addresses and networks of proxies whose word on a caller's address is taken. */
  readonly trustProxy: readonly string[];
}

const seconds = 1000;
const usualSlowBodyLimit: SlowBodyLimit = { graceMs: 8 * seconds, bytesPerSecond: 64 * 1024 };
/** As fast as a body has to come; together, about as much as a few of the largest answers. */
const slowReaderLimit = { graceMs: 9 * seconds, bytesPerSecond: 64 * 1024, mostBytes: 64 * 1024 * 1024 };

const unneeded = () => () => {
  throw new Error(
    "Routes have no schemas: `validateInput.ts` reads what comes, and `serialise.ts` writes what leaves.",
  );
};
/** Fastify's own would hold two compilers of schemas for ever. */
const noCompilers = { buildValidator: unneeded, buildSerializer: unneeded };

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limit = limitRequests(options.rateLimit);
  /** No hook sees a request whose path cannot be read. */
  const refuseUnroutable = async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ ...safeHeaders, "x-request-id": request.id });
    try {
      await limit(request, reply);
      answerFailure(error, request, reply);
    } catch (tooMany) {
      answerFailure(tooMany, request, reply);
    }
  };
  const forCaller = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void =>
    options.workFor.run({ tenant: bucketOf(request, options.rateLimit.knownKeys) }, done);
  const app = Fastify({
    loggerInstance: options.log,
    // One line a request, written below when it is answered.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: openIds(),
    // An empty list would have every address looked up in it.
    trustProxy: options.trustProxy.length > 0 && [...options.trustProxy],
    rewriteUrl: ({ url = "/" }) => canonicalUrl(url),
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true, caseSensitive: false },
    bodyLimit: 1024 * 1024,
    // Bodies have a clock of their own, below: files may take longer than anything else.
    requestTimeout: 0,
    // A request without a host is refused below, with a body that says so.
    http: { headersTimeout: 7 * seconds, connectionsCheckingInterval: 1 * seconds, requireHostHeader: false },
    keepAliveTimeout: 72 * seconds,
    // Requests that are in flight while we close still need the mounted apps.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void refuseUnroutable(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    schemaController: { compilersFactory: noCompilers },
  });
  if (options.requestPage !== undefined) app.decorate("requestPage", options.requestPage);
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));

  // What a caller expects of us besides an answer, it does not get; the answer it does.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const closing = drainOnClose(app);
  limitSlowBodies(app, options.slowBodyLimit ?? usualSlowBodyLimit, (socket) => refuseUnreadable(tooSlow(), socket));
  limitSlowReaders(app, slowReaderLimit);
  addSafeHeaders(app, options.isBehindTls);
  traceRequests(app, options);

  const limitMounted = async (request: FastifyRequest, reply: FastifyReply) => {
    // What we ask it ourselves comes through a door of its own.
    if (request.raw.socket.localPort !== (app.server.address() as AddressInfo | null)?.port) return undefined;
    return limit(request, reply).catch((tooMany: unknown) => answerFailure(tooMany, request, reply));
  };
  for (const [prefix, mounted] of Object.entries(options.mountedApps))
    await app.register(
      async (scope) => {
        if (options.limitedApps?.includes(prefix) === true) scope.addHook("onRequest", limitMounted);
        await scope.register(mounted);
      },
      { prefix },
    );
  await app.register(async (scope) => {
    compressJson(scope);
    const known = noteRoutes(scope);
    readJson(scope);
    const routeNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const { failure, allow } = known.explain(request.method, request.url);
      return answerFailure(failure, request, allow === undefined ? reply : reply.header("allow", allow));
    };
    scope.addHook("onRequest", limit);
    scope.addHook("onRequest", (request, reply, done) => {
      checkHost(request.raw);
      // Before its body is read: whatever it has, there is nobody to read it.
      if (request.is404) return void routeNotFound(request, reply);
      checkEncoded(request.url.slice(request.url.indexOf("?") + 1));
      return done();
    });
    // Again when the body has been read: what a socket tells comes from nowhere.
    scope.addHook("onRequest", forCaller);
    scope.addHook("preValidation", forCaller);
    scope.setNotFoundHandler(routeNotFound);
    await scope.register(async (data) => addDataRoutes(data, { ...options, closing }));
    await scope.register(options.service);
  });
  return app;
}

function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  if (httpVersion === "1.0") return;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (/^host$/i.test(rawHeaders[index] ?? "")) hosts++;
  // Of several, whoever stands before us may go by another.
  if (hosts !== 1) {
    const what = hosts === 0 ? "The Host header is missing." : "There must be one Host header.";
    throw new Failure("invalid_request", what, { field: "Host" });
  }
}

const tooSlow = (): Error => Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** What never became a request: broken HTTP, or headers beyond the limit. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  // Who never said anything expects no answer.
  if (error.code === "ECONNRESET" || !socket.writable || (isLate && socket.bytesRead === 0)) {
    socket.destroy();
    return;
  }
  const message =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "The headers are larger than 16 KiB."
      : isLate
        ? "The request did not arrive in time."
        : "This is not a valid HTTP request.";
  const requestId = newId();
  const body = JSON.stringify(errorBody(new Failure("invalid_request", message), requestId));
  // Who does not hang up in turn is hung up on.
  const cutOff = setTimeout(() => socket.destroy(), 1 * seconds);
  socket.once("close", () => clearTimeout(cutOff));
  socket.end(
    [
      isLate ? "HTTP/1.1 408 Request Timeout" : "HTTP/1.1 400 Bad Request",
      ...Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}`),
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
