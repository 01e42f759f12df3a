/** The only place where thrown errors become error responses. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorEntry, errorEntries, Failure, failures } from "../../contract/failure.ts";
import { NoSlot } from "../../core/outbound/slots.ts";
import { type DatabaseTrouble, troubleOf, troubleTexts } from "../../store/postgres/unavailable.ts";
import { noteFailure } from "./trace.ts";

export interface ErrorBody {
  readonly errors: readonly ErrorEntry[];
  readonly meta: { readonly requestId: string };
}

export const errorBody = (failure: Failure, requestId: string): ErrorBody => ({
  errors: errorEntries(failure),
  meta: { requestId },
});

export function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = beginFailure(thrown, request, reply);
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(failure, request.id)));
}

/** Default `Retry-After` in seconds. */
const usualWait = 5;

/** Sets status and headers and logs the failure. API responses and web pages share this; only their bodies differ. */
export function beginFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = asFailure(thrown);
  const trouble = thrown instanceof Failure ? undefined : troubleOf(thrown);
  if (trouble !== undefined) request.server.noteTrouble?.(trouble);
  noteFailure(request, failure);
  // A caller's mistake needs no alert and no stack trace.
  if (failure.status < 500) request.log.info({ code: failure.code }, "request rejected");
  // Not the target system's fault: the caller disconnected.
  else if (reply.raw.closed && failure.code === "target_timeout") request.log.info("caller disconnected");
  // Proxies check often, and the reason is in the response.
  else if (thrown instanceof Failure && request.routeOptions.config?.rateLimitGroup === "health")
    request.log.info({ code: failure.code }, "not ready");
  else request.log.error({ err: thrown, code: failure.code }, "request failed");
  const retryAfter = failure.details.retryAfter ?? (failures[failure.code].next === "wait" ? usualWait : undefined);
  if (failure.details.replayed === true) reply.header("idempotent-replayed", "true");
  if (retryAfter !== undefined) reply.header("retry-after", Math.max(1, Math.ceil(retryAfter)));
  const page = pageOf(request);
  if (page !== undefined) reply.header("link", `<${page}>; rel="help"`);
  reply.code(failure.status);
  return failure;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The console page of a request. Undefined if requests are not stored. */
    requestPage?: (requestId: string) => string | undefined;
    /** Called when the database could not do what a request needed. */
    noteTrouble?: (trouble: DatabaseTrouble) => void;
  }
}

/** Only calls are logged, not pages and files. */
function pageOf({ server, routeOptions, id }: FastifyRequest): string | undefined {
  const { operation, rateLimitGroup } = routeOptions.config ?? {};
  return operation === undefined || rateLimitGroup !== undefined ? undefined : server.requestPage?.(id);
}

/** Used to hide a route that is disabled. */
export function routeNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "";
  const message = `${request.method} ${path} does not exist. See the reference at /docs.`;
  return answerFailure(new Failure("route_not_found", message), request, reply);
}

/** Fastify's errors by code. Other errors with a 4xx status become `invalid_request`. */
const serverErrors: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Failure(
      "unsupported_media_type",
      "Send the body as application/json, or as multipart/form-data if the endpoint accepts files, and set Content-Type accordingly.",
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Failure("body_too_large", "The body is too large: at most 1 MiB, or 32 MiB for an import of connections."),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure("invalid_request", "The body must not be empty."),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure("invalid_request", "The length of the body does not match Content-Length."),
  FST_ERR_BAD_URL: () => new Failure("invalid_request", "The path is invalid. Check its percent-encoding."),
};

function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const trouble = thrown instanceof NoSlot ? "unreachable" : troubleOf(thrown);
  if (trouble !== undefined)
    return new Failure("unavailable", `${troubleTexts[trouble]} Try again shortly.`, {
      cause: thrown,
      retryAfter: 1,
    });
  const { code = "", statusCode = 500 } = (thrown ?? {}) as { code?: string; statusCode?: number };
  const known = serverErrors[code];
  if (known !== undefined) return known();
  if (statusCode >= 400 && statusCode < 500) return new Failure("invalid_request", "The request could not be read.");
  return new Failure("internal", "Internal error. Report it to the operator with the request id.", { cause: thrown });
}
