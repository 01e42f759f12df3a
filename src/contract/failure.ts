/**
 * All errors of the API, as a table. A `Failure` is thrown where the error is detected and becomes a response in one
 * place, `http/server/errors.ts`. Codes are stable because callers compare them in their programs.
 */

/** The caller's remedies for an error. */
export type Remedy = "fix" | "wait" | "reconnect" | "report";

interface Row {
  readonly status: number;
  readonly next: Remedy;
  /** Shown in the OpenAPI description. */
  readonly meaning: string;
}

const table = {
  invalid_request: {
    status: 400,
    next: "fix",
    meaning: "A parameter, header or body field is invalid; `field` names it.",
  },
  company_required: { status: 400, next: "fix", meaning: "This target system requires a `companyId`." },
  environment_required: { status: 400, next: "fix", meaning: "This target system requires an `environmentName`." },
  fiscal_year_required: { status: 400, next: "fix", meaning: "A valid `fiscalYearStartDate` is required." },
  signing_secret_missing: { status: 400, next: "fix", meaning: "The tenant has no signing secret yet." },
  unknown_locale: { status: 400, next: "fix", meaning: "`locale` is not a BCP 47 language tag." },
  api_key_missing: { status: 401, next: "fix", meaning: "The X-API-KEY header is missing." },
  api_key_invalid: { status: 401, next: "fix", meaning: "The API key is unknown or revoked." },
  account_key_missing: { status: 401, next: "fix", meaning: "The X-ACCOUNT-KEY header is missing." },
  account_key_invalid: {
    status: 401,
    next: "fix",
    meaning: "The account key is unknown, revoked or belongs to another tenant.",
  },
  scope_missing: {
    status: 403,
    next: "fix",
    meaning: "The API key lacks a scope that the request needs; the message names it.",
  },
  connection_inactive: { status: 403, next: "reconnect", meaning: "The connection was disabled." },
  target_forbidden: {
    status: 403,
    next: "report",
    meaning: "The credentials are valid, but they lack a permission or subscription plan at the target system.",
  },
  not_found: { status: 404, next: "fix", meaning: "The record, company or environment does not exist." },
  route_not_found: { status: 404, next: "fix", meaning: "The endpoint does not exist." },
  target_system_unknown: { status: 404, next: "fix", meaning: "No target system has this slug." },
  method_not_allowed: {
    status: 405,
    next: "fix",
    meaning: "The endpoint does not support this method; the `Allow` header lists the supported methods.",
  },
  idempotency_in_progress: {
    status: 409,
    next: "wait",
    meaning: "A request with this idempotency key is still in progress.",
  },
  connection_needs_reauth: {
    status: 409,
    next: "reconnect",
    meaning: "The end user must authorise the connection again.",
  },
  target_conflict: {
    status: 409,
    next: "fix",
    meaning: "The record has changed at the target system, or already exists.",
  },
  body_too_large: { status: 413, next: "fix", meaning: "The body exceeds the size limit." },
  unsupported_media_type: { status: 415, next: "fix", meaning: "The content type of the body is not supported." },
  idempotency_key_reused: {
    status: 422,
    next: "fix",
    meaning: "The idempotency key was already used with a different request: path, query, company, body or files.",
  },
  cannot_store: {
    status: 422,
    next: "fix",
    meaning:
      "The target system cannot store a field that decides amounts, tax, dates or status; `field` names it. Nothing was sent.",
  },
  stored_differs: {
    status: 422,
    next: "fix",
    meaning: "The target system stored values that differ from the body. If the record was a draft, Kontor deleted it.",
  },
  document_locked: {
    status: 422,
    next: "fix",
    meaning: "The document is paid, voided or in a closed period, so it cannot be changed or deleted in this way.",
  },
  operation_not_supported: { status: 422, next: "fix", meaning: "The target system does not support this operation." },
  target_rejected: { status: 422, next: "fix", meaning: "The target system understood the request and rejected it." },
  rate_limited: { status: 429, next: "wait", meaning: "The API key has exceeded its rate limit." },
  target_rate_limited: { status: 429, next: "wait", meaning: "The target system's rate limit is exhausted for now." },
  internal: { status: 500, next: "report", meaning: "An error in Kontor. Report it with the request id." },
  target_bad_response: { status: 502, next: "report", meaning: "Kontor could not read the target system's response." },
  target_unavailable: {
    status: 503,
    next: "wait",
    meaning: "The target system is unreachable or returned a server error.",
  },
  unavailable: {
    status: 503,
    next: "wait",
    meaning:
      "Kontor is temporarily unavailable: the database is restarting or overloaded, or the service was restored from a backup and is paused.",
  },
  outcome_unknown: {
    status: 504,
    next: "wait",
    meaning:
      "It is unknown whether the target system carried out the write. Find out with POST /operations/{operationId}/reconcile.",
  },
  target_timeout: { status: 504, next: "wait", meaning: "The target system did not respond in time." },
} as const satisfies Record<string, Row>;

export type FailureCode = keyof typeof table;

export const failures: Readonly<Record<FailureCode, Row>> = table;

/** One error in a request: an invalid parameter, header or body field. */
export interface Fault {
  readonly message: string;
  readonly field?: string | undefined;
  /** If it differs from the failure's code. */
  readonly code?: FailureCode;
}

export interface FailureDetails {
  readonly cause?: unknown;
  readonly field?: string | undefined;
  /** All errors of the request, each with its own message. */
  readonly faults?: readonly Fault[];
  readonly targetSystem?: string;
  readonly targetStatus?: number;
  /** The vendor's error message. Secrets are removed before it is returned. */
  readonly targetMessage?: string | undefined;
  /** The vendor's names of the affected fields, from which `field` is derived. */
  readonly targetFields?: readonly string[] | undefined;
  /** The write to reconcile. */
  readonly operationId?: string;
  /** Whether the vendor may have carried out the request although the call failed. */
  readonly mayHaveHappened?: boolean;
  /** Whether a partial write was rolled back, so that nothing of it remains at the vendor. */
  readonly undone?: boolean;
  /** What the earlier steps of a write have shown of the record that a later step failed for. Never returned. */
  readonly known?: unknown;
  /** Whether an earlier request with the same Idempotency-Key was refused, and this is its stored response. */
  readonly replayed?: boolean;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined;
}

export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "Failure";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return failures[this.code].status;
  }
}

/** Refuses a write before it is sent, because the target system would store the field differently. */
export const cannotStore = (message: string, field: string): Failure => new Failure("cannot_store", message, { field });

/** A failure as it appears in the response. */
export interface ErrorEntry {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly targetSystem?: string;
  readonly targetStatus?: number;
  readonly targetMessage?: string;
  readonly operationId?: string;
  readonly next?: string;
}

export function errorEntries(failure: Failure): ErrorEntry[] {
  const { faults, field, targetSystem, targetStatus, targetMessage, operationId } = failure.details;
  const entries: readonly Fault[] = faults ?? [{ message: failure.message, field }];
  const target = targetSystem !== undefined && {
    targetSystem,
    ...(targetStatus !== undefined && { targetStatus }),
    ...(targetMessage !== undefined && { targetMessage }),
    ...(operationId !== undefined && { operationId }),
    next: failures[failure.code].next,
  };
  return entries.map((entry) => ({
    code: entry.code ?? failure.code,
    message: entry.message,
    ...(entry.field !== undefined && { field: entry.field }),
    ...target,
  }));
}
