/** Errors that the client throws. */
import type { ErrorCode } from "./errorCodes.ts";

/** One problem of a refused request. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  /** The field of the request, such as `lineItems[0].taxCode`. */
  readonly field?: string;
  readonly targetSystem?: string;
  readonly targetStatus?: number;
  readonly targetMessage?: string;
  /** For GET /operations/{operationId}, if the outcome of a write is unknown. */
  readonly operationId?: string;
}

/** The remedy: change the request, repeat it later, let the end user sign in again, or report it. */
export type Remedy = "fix" | "wait" | "reconnect" | "report";

interface Refusal {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;
  readonly next: Remedy;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/** Kontor refused the request. A newer Kontor may send codes that this version of the client does not list yet. */
export class KontorError extends Error {
  override readonly name = "KontorError";
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Tell it to the operator: it finds the request in Kontor's console. */
  readonly requestId: string | undefined;
  readonly next: Remedy;
  readonly retryAfter: number | undefined;

  constructor({ status, problems, requestId, next, retryAfter }: Refusal) {
    const [first] = problems;
    super(first?.message ?? `Kontor returned status ${status}.`);
    this.code = first?.code ?? "internal";
    this.field = first?.field;
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
    this.next = next;
    this.retryAfter = retryAfter;
  }
}

/** Kontor was not reached, or did not answer in time. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** An asynchronous task has failed. `information` says why. */
export class TaskError extends Error {
  override readonly name = "TaskError";
  readonly task: unknown;

  constructor(taskId: string, task: unknown) {
    super(`The task ${taskId} failed.`);
    this.task = task;
  }
}
