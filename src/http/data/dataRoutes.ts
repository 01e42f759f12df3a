/** The data endpoints: one route per row of the operation table, all with the same handler. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import type { Callers } from "../../core/accounts/callers.ts";
import type { Execute } from "../../core/calling/execute.ts";
import { type OperationRequest, type OperationResult } from "../../core/calling/request.ts";
import { releaseBuffer } from "../../core/outbound/parts.ts";
import { json } from "../../web/json.ts";
import { header, routeOf } from "../server/endpoint.ts";
import { termsIn } from "../server/searchTerms.ts";
import { traceOf } from "../server/trace.ts";
import { type Serialise, textOf } from "./serialise.ts";
import type { Uploads } from "./uploads.ts";

export interface DataRouteOptions {
  readonly serialise: Serialise;
  readonly execute: Execute;
  readonly callers: Callers;
  readonly uploads: Uploads;
  readonly deadlineMs?: number | undefined;
  /** Aborted at shutdown, for requests that still wait for a target system. */
  readonly closing: AbortSignal;
}

/** The time limit of a request, including waiting for the vendor's rate limit and all calls. */
const usualDeadlineMs = 30_000;

export function addDataRoutes(app: FastifyInstance, options: DataRouteOptions): void {
  const { callers, uploads, serialise, closing } = options;
  const running = new Set<AbortController>();
  closing.addEventListener("abort", () => {
    for (const request of running) request.abort(new Error("The service is shutting down."));
  });
  // The handler reads the body after authentication.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  for (const [id, operation] of operationTable)
    app.route({
      method: operation.method,
      url: routeOf(operation.path),
      config: { operation: id },
      handler: async (request, reply) => {
        const call: OperationRequest = {
          id,
          operation,
          keys: { api: header(request, "x-api-key"), account: header(request, "x-account-key") },
          ids: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
          files: [],
          idempotencyKey: header(request, "idempotency-key"),
          requestId: request.id,
          observe: traceOf(request).observe,
        };
        const run = (ready: OperationRequest) => executeInTime({ ...options, running }, ready, reply);
        // Authenticates before a body is read or written to disk.
        const caller = operation.kind === "write" ? await callers.find(call.keys) : undefined;
        const contentType = formTypeOf(request, operation);
        const answer =
          contentType === undefined
            ? await run({ ...call, caller })
            : await uploads.during({ source: request.raw, contentType, operation }, ({ body, parameters, files }) =>
                run({ ...call, body, files, query: merged(call.query, parameters) }),
              );
        if (answer.operationId !== undefined) reply.header("x-operation-id", answer.operationId);
        if (answer.replayed === true) reply.header("idempotent-replayed", "true");
        traceOf(request).answer(answer.envelope);
        if (operation.kind === "write") traceOf(request).recordTerms = termsIn(answer.envelope.data);
        const text = textOf(answer, operation, serialise);
        return reply.code(statusOf(answer, operation)).header("content-type", json).send(payloadOf(text, reply));
      },
    });
}

/** Aborts when the time limit is reached, the caller disconnects, or the service shuts down. */
async function executeInTime(
  { execute, closing, running, deadlineMs = usualDeadlineMs }: DataRouteOptions & { running: Set<AbortController> },
  request: OperationRequest,
  { raw }: FastifyReply,
): Promise<OperationResult> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error("The time limit was reached.")), deadlineMs);
  const onDisconnect = (): void => ending.abort(new Error("The caller disconnected."));
  if (raw.closed) onDisconnect();
  raw.once("close", onDisconnect);
  running.add(ending);
  try {
    return await execute({ ...request, signal: ending.signal });
  } catch (error) {
    if (!closing.aborted || !(error instanceof Failure) || error.code !== "target_timeout") throw error;
    throw new Failure("unavailable", "The service is shutting down. Try again shortly.", { cause: error });
  } finally {
    clearTimeout(timer);
    raw.off("close", onDisconnect);
    running.delete(ending);
  }
}

function statusOf({ kind }: OperationResult, operation: Operation): number {
  if (kind === "dryRun") return 200;
  return kind === "task" && operation.kind === "list" ? 202 : operation.status;
}

/** A long text is encoded once here, because Node would first count its bytes and then encode it. */
function payloadOf(text: string, { raw }: FastifyReply): string | Buffer {
  if (text.length < longText) return text;
  const bytes = Buffer.from(text);
  raw.once("finish", () => releaseBuffer(bytes));
  return bytes;
}
const longText = 16_384;

/** The content type of a multipart body. Undefined for JSON. */
function formTypeOf(request: FastifyRequest, { method, multipart }: Operation): string | undefined {
  // The body of a GET request is ignored.
  if (method === "GET") return undefined;
  const contentType = header(request, "content-type") ?? "";
  const isForm = /^\s*multipart\/form-data\b/i.test(contentType);
  if (isForm && multipart === undefined)
    throw new Failure(
      "unsupported_media_type",
      "This endpoint does not accept files. Send the body as application/json.",
    );
  if (!isForm && multipart === "file")
    throw new Failure("unsupported_media_type", "Send multipart/form-data with the file in the part named file.", {
      field: "file",
    });
  return isForm ? contentType : undefined;
}

/** A parameter that is in the query and in a part counts as given twice, which validation rejects. */
function merged(query: OperationRequest["query"], parts: Readonly<Record<string, string>>): OperationRequest["query"] {
  const parameters = Object.entries(parts).map(([name, value]) => [name, name in query ? [query[name], value] : value]);
  return { ...query, ...Object.fromEntries(parameters) };
}
