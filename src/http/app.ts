/** Builds the HTTP application: hooks, routes and error handling. `wiring/run.ts` listens on a port; tests inject requests. */

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
import { addRequestSpans } from "./log/requestSpans.ts";
import { traceRequests } from "./log/traceRequests.ts";
import { readJson } from "./server/brokenJson.ts";
import { closeConnectionsIn, type DrainPeriod, drainOnClose } from "./server/drain.ts";
import { answerFailure, errorBody } from "./server/errors.ts";
import { collectRoutes } from "./server/knownRoutes.ts";
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
  /** Separate applications on the same port, by path prefix. */
  readonly mountedApps: Readonly<Record<string, FastifyPluginAsync>>;
  /** Prefixes of mounted applications whose requests are rate limited. */
  readonly limitedApps?: readonly string[];
  readonly slowBodyLimit?: SlowBodyLimit;
  readonly drainPeriod?: DrainPeriod | undefined;
  readonly metrics: Metrics;
  /** Whether a span is recorded for every request. */
  readonly isTraced?: boolean | undefined;
  /** Stores every request for the console. */
  readonly requestLog: Pick<RequestLog, "add" | "keepsBodies">;
  /** The console page of a request. */
  readonly requestPage?: (requestId: string) => string | undefined;
  /** Called when the database could not do what a request needed. */
  readonly noteTrouble?: FastifyInstance["noteTrouble"];
  /** The tenant that the current work is for. */
  readonly workFor: AsyncLocalStorage<SlotOwner>;
  /** Whether callers use https, here or at a proxy in front. */
  readonly isBehindTls: boolean;
  /** IP addresses and networks of proxies that are trusted to report the caller's address. */
  readonly trustProxy: readonly string[];
}

const seconds = 1000;
const usualSlowBodyLimit: SlowBodyLimit = { graceMs: 8 * seconds, bytesPerSecond: 64 * 1024 };
/** The same rate as for request bodies. The total is about the size of a few of the largest responses. */
const slowReaderLimit = { graceMs: 9 * seconds, bytesPerSecond: 64 * 1024, mostBytes: 64 * 1024 * 1024 };

const unneeded = () => () => {
  throw new Error(
    "Routes must not have schemas: `validateInput.ts` validates requests, and `serialise.ts` writes responses.",
  );
};
/** Without this, Fastify would keep two schema compilers in memory. */
const noCompilers = { buildValidator: unneeded, buildSerializer: unneeded };

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limit = limitRequests(options.rateLimit);
  /** For requests with an invalid path, which hooks do not see. */
  const refuseUnroutable = async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ ...safeHeaders, "x-request-id": request.id });
    try {
      await limit(request, reply);
      answerFailure(error, request, reply);
    } catch (rateLimited) {
      answerFailure(rateLimited, request, reply);
    }
  };
  const forCaller = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void =>
    options.workFor.run({ tenant: bucketOf(request, options.rateLimit.knownKeys) }, done);
  const app = Fastify({
    loggerInstance: options.log,
    // `traceRequests` writes one log line per request instead.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: openIds(),
    // False for an empty list, so that Fastify does not look up every address.
    trustProxy: options.trustProxy.length > 0 && [...options.trustProxy],
    rewriteUrl: ({ url = "/" }) => canonicalUrl(url),
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true, caseSensitive: false },
    bodyLimit: 1024 * 1024,
    // `limitSlowBodies` has its own timeout, because uploads may take long.
    requestTimeout: 0,
    // `checkHost` rejects a request without a Host header, with an error body.
    http: { headersTimeout: 7 * seconds, connectionsCheckingInterval: 1 * seconds, requireHostHeader: false },
    keepAliveTimeout: 72 * seconds,
    // Requests in flight during shutdown still call the mounted apps.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void refuseUnroutable(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    schemaController: { compilersFactory: noCompilers },
  });
  if (options.requestPage !== undefined) app.decorate("requestPage", options.requestPage);
  if (options.noteTrouble !== undefined) app.decorate("noteTrouble", options.noteTrouble);
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));

  // Ignores unknown Expect headers and handles the request normally.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const closing = drainOnClose(app);
  if (options.drainPeriod !== undefined) closeConnectionsIn(options.drainPeriod, app);
  limitSlowBodies(app, options.slowBodyLimit ?? usualSlowBodyLimit, (socket) => refuseUnreadable(tooSlow(), socket));
  limitSlowReaders(app, slowReaderLimit);
  addSafeHeaders(app, options.isBehindTls);
  traceRequests(app, options);
  if (options.isTraced === true) addRequestSpans(app);

  const limitMounted = async (request: FastifyRequest, reply: FastifyReply) => {
    // Kontor's own requests come through the loopback server and are not limited.
    if (request.raw.socket.localPort !== (app.server.address() as AddressInfo | null)?.port) return undefined;
    return limit(request, reply).catch((rateLimited: unknown) => answerFailure(rateLimited, request, reply));
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
    const known = collectRoutes(scope);
    readJson(scope);
    const routeNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const { failure, allow } = known.explain(request.method, request.url);
      return answerFailure(failure, request, allow === undefined ? reply : reply.header("allow", allow));
    };
    scope.addHook("onRequest", limit);
    scope.addHook("onRequest", (request, reply, done) => {
      checkHost(request.raw);
      // Before the body is read, because no route needs it.
      if (request.is404) return void routeNotFound(request, reply);
      checkEncoded(request.url.slice(request.url.indexOf("?") + 1));
      return done();
    });
    // Again after the body has been read, because socket events lose the async context.
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
  // With several Host headers, a proxy in front may have used another one.
  if (hosts !== 1) {
    const message = hosts === 0 ? "The Host header is missing." : "There must be exactly one Host header.";
    throw new Failure("invalid_request", message, { field: "Host" });
  }
}

const tooSlow = (): Error => Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Responds to input that is not a valid HTTP request, or whose headers exceed the limit. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  // A client that sent nothing expects no response.
  if (error.code === "ECONNRESET" || !socket.writable || (isLate && socket.bytesRead === 0)) {
    socket.destroy();
    return;
  }
  const message =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "The headers exceed 16 KiB."
      : isLate
        ? "The request did not arrive in time."
        : "This is not a valid HTTP request.";
  const requestId = newId();
  const body = JSON.stringify(errorBody(new Failure("invalid_request", message), requestId));
  // Closes the connection if the client does not.
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
