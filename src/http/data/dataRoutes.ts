/** The data endpoints: one route a row of the operation table, all with the same handler. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import type { Callers } from "../../core/accounts/callers.ts";
import type { Execute } from "../../core/calling/execute.ts";
import { type Answer, type DataRequest, releaseEnvelope } from "../../core/calling/request.ts";
import { releaseBuffer } from "../../core/outbound/parts.ts";
import { json } from "../../web/json.ts";
import { header, routeOf } from "../server/endpoint.ts";
import { traceOf } from "../server/trace.ts";
import { type Serialise, textOf } from "./serialise.ts";
import type { Uploads } from "./uploads.ts";

export interface DataRouteOptions {
  readonly serialise: Serialise;
  readonly execute: Execute;
  readonly callers: Callers;
  readonly uploads: Uploads;
  readonly deadlineMs?: number | undefined;
  /** The service ends, and what still waits for a target system cannot finish. */
  readonly closing: AbortSignal;
}

/** For all that a request does: one turn at the vendor with its wait, however many calls it takes. */
const usualDeadlineMs = 30_000;

export function addDataRoutes(app: FastifyInstance, options: DataRouteOptions): void {
  const { callers, uploads, serialise, closing } = options;
  const underWay = new Set<AbortController>();
  closing.addEventListener("abort", () => {
    for (const one of underWay) one.abort(new Error("The service ends."));
  });
  // Read by the handler, once it is known who sends it.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  for (const [id, operation] of operationTable)
    app.route({
      method: operation.method,
      url: routeOf(operation.path),
      config: { operation: id },
      handler: async (request, reply) => {
        const asked: DataRequest = {
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
        const run = (whole: DataRequest) => executeInTime({ ...options, underWay }, whole, reply);
        // Nobody but a caller has a body looked at, or fills our disk.
        const caller = operation.kind === "write" ? await callers.find(asked.keys) : undefined;
        const contentType = formTypeOf(request, operation);
        const answer =
          contentType === undefined
            ? await run({ ...asked, caller })
            : await uploads.during({ source: request.raw, contentType, operation }, ({ body, parameters, files }) =>
                run({ ...asked, body, files, query: merged(asked.query, parameters) }),
              );
        if (answer.operationId !== undefined) reply.header("x-operation-id", answer.operationId);
        traceOf(request).answer(answer.envelope);
        const text = textOf(answer, operation, serialise);
        // What was written may be held by others, too.
        if (operation.kind === "list") releaseEnvelope(answer.envelope);
        return reply.code(statusOf(answer, operation)).header("content-type", json).send(payloadOf(text, reply));
      },
    });
}

/** Ends when the time is up, when the caller hangs up before it has its answer, and when the service has to end. */
async function executeInTime(
  { execute, closing, underWay, deadlineMs = usualDeadlineMs }: DataRouteOptions & { underWay: Set<AbortController> },
  request: DataRequest,
  { raw }: FastifyReply,
): Promise<Answer> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error("The time is up.")), deadlineMs);
  const onGone = (): void => ending.abort(new Error("The caller is gone."));
  if (raw.closed) onGone();
  raw.once("close", onGone);
  underWay.add(ending);
  try {
    return await execute({ ...request, signal: ending.signal });
  } catch (error) {
    if (!closing.aborted || !(error instanceof Failure) || error.code !== "target_timeout") throw error;
    throw new Failure("unavailable", "The service ends just now. Try again in a moment.", { cause: error });
  } finally {
    clearTimeout(timer);
    raw.off("close", onGone);
    underWay.delete(ending);
  }
}

function statusOf({ kind }: Answer, operation: Operation): number {
  if (kind === "dryRun") return 200;
  return kind === "task" && operation.kind === "list" ? 202 : operation.status;
}

/** Of a long text the server would first count the bytes, and then make them; a short one goes out with its headers. */
function payloadOf(text: string, { raw }: FastifyReply): string | Buffer {
  if (text.length < long) return text;
  const bytes = Buffer.from(text);
  raw.once("finish", () => releaseBuffer(bytes));
  return bytes;
}
const long = 16_384;

/** The content type of a multipart body; undefined where the body is JSON. */
function formTypeOf(request: FastifyRequest, { method, multipart }: Operation): string | undefined {
  // Whatever comes with a question is not looked at.
  if (method === "GET") return undefined;
  const contentType = header(request, "content-type") ?? "";
  const isForm = /^\s*multipart\/form-data\b/i.test(contentType);
  if (isForm && multipart === undefined)
    throw new Failure("unsupported_media_type", "No files are taken here: send the body as application/json.");
  if (!isForm && multipart === "file")
    throw new Failure("unsupported_media_type", "Send multipart/form-data with the file in the part named file.", {
      field: "file",
    });
  return isForm ? contentType : undefined;
}

/** A parameter that comes both ways is given twice, and refused like any other that is. */
function merged(query: DataRequest["query"], parts: Readonly<Record<string, string>>): DataRequest["query"] {
  const both = Object.entries(parts).map(([name, value]) => [name, name in query ? [query[name], value] : value]);
  return { ...query, ...Object.fromEntries(both) };
}
