/** The edge: whatever was thrown becomes one error answer here, and nowhere else. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorEntry, errorEntries, Failure, failures } from "../../contract/failure.ts";
import { NoSlot } from "../../core/outbound/slots.ts";
import { isUnavailable } from "../../store/postgres/unavailable.ts";
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

/** Seconds, where the caller is told to wait and nobody said for how long. */
const usualWait = 5;

/** All but the body: status, headers and log are the same whether a program or a person reads the answer. */
export function beginFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = asFailure(thrown);
  noteFailure(request, failure);
  // A caller's own mistake is nobody's alarm, and where in our code it was noticed says nothing about it.
  if (failure.status < 500) request.log.info({ code: failure.code }, "request refused");
  // Nor is it the target system's that nobody waited for it.
  else if (reply.raw.closed && failure.code === "target_timeout") request.log.info("the caller hung up");
  else request.log.error({ err: thrown, code: failure.code }, "request failed");
  const retryAfter = failure.details.retryAfter ?? (failures[failure.code].next === "wait" ? usualWait : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", Math.max(1, Math.ceil(retryAfter)));
  const page = pageOf(request);
  if (page !== undefined) reply.header("link", `<${page}>; rel="help"`);
  reply.code(failure.status);
  return failure;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Where people can see what happened to a request; undefined where nothing is kept of it. */
    requestPage?: (requestId: string) => string | undefined;
  }
}

/** Only of what is logged: calls, not pages and files. */
function pageOf({ server, routeOptions, id }: FastifyRequest): string | undefined {
  const { operation, apart } = (routeOptions.config ?? {}) as { operation?: string; apart?: string };
  return operation === undefined || apart !== undefined ? undefined : server.requestPage?.(id);
}

/** For addresses that are nobody's business. */
export function routeNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?", 1)[0] ?? "";
  const message = `There is no ${request.method} ${path}. The reference is at /docs.`;
  return answerFailure(new Failure("route_not_found", message), request, reply);
}

/** The server's own refusals, by their code; what is not here and has a 4xx status is an invalid request. */
const serverRefusals: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Failure(
      "unsupported_media_type",
      "Send the body as application/json, or as multipart/form-data where files are taken, and say so in Content-Type.",
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure("body_too_large", "The body is larger than 1 MiB."),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Failure("invalid_request", "The body must not be empty."),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure("invalid_request", "The body does not have the length that Content-Length says."),
  FST_ERR_BAD_URL: () => new Failure("invalid_request", "The path is not a valid address: check its percent signs."),
};

function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof NoSlot || isUnavailable(thrown))
    return new Failure("unavailable", "The database does not answer just now. Try again in a moment.", {
      cause: thrown,
      retryAfter: 1,
    });
  const { code = "", statusCode = 500 } = (thrown ?? {}) as { code?: string; statusCode?: number };
  const refusal = serverRefusals[code];
  if (refusal !== undefined) return refusal();
  if (statusCode >= 400 && statusCode < 500) return new Failure("invalid_request", "The request could not be read.");
  return new Failure("internal", "Something went wrong on our side. Tell us the request id.", { cause: thrown });
}
