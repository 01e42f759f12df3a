/** Collects facts about a request while it is processed, for logs and metrics. */
import type { FastifyRequest } from "fastify";
import type { Failure } from "../../contract/failure.ts";
import type { Envelope } from "../../core/calling/request.ts";
import type { Observe, RequestStep } from "../../core/session/observer.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";

type LoggedStep = Exclude<RequestStep, { kind: "caller" | "call" }>;

export class Trace {
  readonly at = Date.now();
  tenantId: string | undefined;
  connection: TracedConnection | undefined;
  /** Whether fields of the connection are hidden, so that neither bodies nor search terms of its records are kept. */
  hidesFields = false;
  /** Calls to vendors, in order. Most requests make one. */
  calls: VendorCall[] | undefined;
  steps: LoggedStep[] | undefined;
  failure: Failure | undefined;
  answered: AnswerFacts | undefined;
  /** Only if bodies are stored: large lists amount to hundreds of megabytes per second. */
  envelope: Envelope | undefined;
  /** The values by which the record of a write can be found. */
  recordTerms: readonly string[] = [];
  /** A request sent from the console. It is logged instead of the console page. */
  consoleRequest: ConsoleRequest | undefined;

  readonly #keepsBodies: boolean;

  constructor(keepsBodies = false) {
    this.#keepsBodies = keepsBodies;
  }

  answer(envelope: Envelope): void {
    const { data, meta } = envelope;
    const isList = Array.isArray(data);
    if (this.#keepsBodies) this.envelope = { ...envelope };
    this.answered = {
      records: isList ? data.length : 1,
      id: isList ? undefined : idIn(data),
      warnings: meta?.warnings,
      differences: meta?.differences?.map(({ field }) => field),
      verified: meta?.verified,
    };
  }

  readonly observe: Observe = (step) => {
    if (step.kind === "call") (this.calls ??= []).push(step.call);
    else if (step.kind === "caller") {
      this.tenantId = step.caller.tenantId;
      this.connection = step.caller.connection;
      this.hidesFields = step.caller.hiddenFields.length > 0;
    } else (this.steps ??= []).push(step);
  };
}

/** Facts about a response, without its data. */
interface AnswerFacts {
  readonly records: number;
  readonly id: string | undefined;
  readonly warnings: readonly string[] | undefined;
  /** The fields that the target system stored differently. */
  readonly differences: readonly string[] | undefined;
  readonly verified: false | undefined;
}

function idIn(data: unknown): string | undefined {
  const { id, invoiceId } = (data ?? {}) as { id?: unknown; invoiceId?: unknown };
  const recordId = id ?? invoiceId;
  return typeof recordId === "string" ? recordId : undefined;
}

export type ConsoleRequest = Pick<
  Entry,
  "operation" | "method" | "url" | "status" | "bytesIn" | "bytesOut" | "contentType" | "body"
>;

export interface TracedConnection {
  readonly id: string;
  readonly targetSystem: string;
  readonly state: string;
  readonly company: string | null;
  readonly environment: string | null;
}

/** The log entry of an answered request. It holds no reference to the request itself, so that its memory can be freed. */
export interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly trace: Trace;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly apiKey: string | undefined;
  readonly accountKey: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly contentType: string | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly rateLimit: string | undefined;
  readonly operationId: string | undefined;
  /** Whether the caller was still connected when the response was ready. */
  readonly wasHeard: boolean;
  /** The values by which the request can be found. */
  readonly terms: readonly string[];
  /** The request body, if bodies are stored. */
  readonly body?: unknown;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for requests that never reached a route. */
    trace: Trace | null;
  }
}

export const traceOf = ({ trace }: FastifyRequest): Trace => trace ?? new Trace();

export function noteFailure({ trace }: FastifyRequest, failure: Failure): void {
  // Requests with an invalid path are not decorated.
  if (trace) trace.failure = failure;
}
