/** What is found out about a request on its way; whoever finds something out writes it down here. */
import type { FastifyRequest } from "fastify";
import type { Failure } from "../../contract/failure.ts";
import type { Envelope } from "../../core/calling/request.ts";
import type { Observe, Step } from "../../core/session/observer.ts";
import type { VendorCall } from "../../core/session/vendorCall.ts";

type LaterStep = Exclude<Step, { kind: "caller" | "call" }>;

export class Trace {
  readonly at = Date.now();
  tenantId: string | undefined;
  connection: TracedConnection | undefined;
  /** In the order in which they were made. Most requests make one. */
  calls: VendorCall[] | undefined;
  steps: LaterStep[] | undefined;
  failure: Failure | undefined;
  answered: Answered | undefined;
  /** Only where bodies are kept: a second of large lists is hundreds of megabytes. */
  envelope: Envelope | undefined;
  /** What somebody sent by way of the console: it is logged as that, not as the page. */
  explored: Explored | undefined;

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
    };
  }

  readonly observe: Observe = (step) => {
    if (step.kind === "call") (this.calls ??= []).push(step.call);
    else if (step.kind === "caller") {
      this.tenantId = step.caller.tenantId;
      this.connection = step.caller.connection;
    } else (this.steps ??= []).push(step);
  };
}

/** What is told of an answer without its data. */
interface Answered {
  readonly records: number;
  readonly id: string | undefined;
  readonly warnings: readonly string[] | undefined;
}

function idIn(data: unknown): string | undefined {
  const { id } = (data ?? {}) as { id?: unknown };
  return typeof id === "string" ? id : undefined;
}

export type Explored = Pick<
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

/** A request that was answered: what is needed to log it, and nothing that would hold on to the rest. */
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
  /** Whether the caller was still there when the answer was ready. */
  readonly wasHeard: boolean;
  /** As it was read, where bodies are kept for a while. */
  readonly body?: unknown;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for what never reached a route. */
    trace: Trace | null;
  }
}

export const traceOf = ({ trace }: FastifyRequest): Trace => trace ?? new Trace();

export function noteFailure({ trace }: FastifyRequest, failure: Failure): void {
  // Nothing decorates a request whose path cannot be read.
  if (trace) trace.failure = failure;
}
