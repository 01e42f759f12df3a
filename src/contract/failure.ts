/**
 * Everything that can go wrong, as a table. A failure is thrown where it is noticed and becomes an answer in one place,
 * the edge (`http/server/errors.ts`). Codes are stable: callers write them into their programs.
 */

/** What the caller can do about a failure. */
export type Next = "fix" | "wait" | "reconnect" | "report";

interface Row {
  readonly status: number;
  readonly next: Next;
  /** Said in the OpenAPI description. */
  readonly meaning: string;
}

const table = {
  invalid_request: { status: 400, next: "fix", meaning: "A parameter, header or body is wrong; `field` names it." },
  company_required: { status: 400, next: "fix", meaning: "This target system needs a `companyId`." },
  environment_required: { status: 400, next: "fix", meaning: "This target system needs an `environmentName`." },
  fiscal_year_required: { status: 400, next: "fix", meaning: "A valid `fiscalYearStartDate` is needed." },
  signing_secret_missing: { status: 400, next: "fix", meaning: "The tenant has no signing secret yet." },
  unknown_locale: { status: 400, next: "fix", meaning: "`locale` is not a BCP 47 language tag." },
  api_key_missing: { status: 401, next: "fix", meaning: "The X-API-KEY header is missing." },
  api_key_invalid: { status: 401, next: "fix", meaning: "The API key is unknown or revoked." },
  account_key_missing: { status: 401, next: "fix", meaning: "The X-ACCOUNT-KEY header is missing." },
  account_key_invalid: {
    status: 401,
    next: "fix",
    meaning: "The account key is unknown, revoked or another tenant's.",
  },
  connection_inactive: { status: 403, next: "reconnect", meaning: "The connection was disabled." },
  target_forbidden: {
    status: 403,
    next: "report",
    meaning: "The credentials are right, but a permission or subscription package is missing at the target system.",
  },
  not_found: { status: 404, next: "fix", meaning: "There is no such record, or no such company or environment." },
  route_not_found: { status: 404, next: "fix", meaning: "There is no such endpoint." },
  target_system_unknown: { status: 404, next: "fix", meaning: "There is no target system with this identifier." },
  method_not_allowed: {
    status: 405,
    next: "fix",
    meaning: "The endpoint is there, but not with this method; `Allow` has those it takes.",
  },
  idempotency_in_progress: { status: 409, next: "wait", meaning: "A request with this idempotency key still runs." },
  connection_needs_reauth: { status: 409, next: "reconnect", meaning: "The end user has to authorise again." },
  target_conflict: { status: 409, next: "fix", meaning: "The record changed at the target system, or exists already." },
  body_too_large: { status: 413, next: "fix", meaning: "The body is larger than allowed." },
  unsupported_media_type: { status: 415, next: "fix", meaning: "The body has a content type that is not taken here." },
  idempotency_key_reused: { status: 422, next: "fix", meaning: "The idempotency key was used with another body." },
  operation_not_supported: { status: 422, next: "fix", meaning: "The target system does not offer this operation." },
  target_rejected: { status: 422, next: "fix", meaning: "The target system understood the request and refused it." },
  rate_limited: { status: 429, next: "wait", meaning: "Too many requests with this API key." },
  target_rate_limited: { status: 429, next: "wait", meaning: "The target system allows no more requests for now." },
  internal: { status: 500, next: "report", meaning: "Our fault. The request id helps us to find it." },
  target_bad_response: { status: 502, next: "report", meaning: "The target system's answer could not be understood." },
  target_unavailable: { status: 503, next: "wait", meaning: "The target system could not be reached, or it failed." },
  unavailable: {
    status: 503,
    next: "wait",
    meaning: "We cannot answer for now: the database is starting again, or has too much to do.",
  },
  outcome_unknown: {
    status: 504,
    next: "wait",
    meaning:
      "It is not known whether the target system did it. `operationId` settles it: POST /operations/{id}/reconcile.",
  },
  target_timeout: { status: 504, next: "wait", meaning: "The target system did not answer in time." },
} as const satisfies Record<string, Row>;

export type FailureCode = keyof typeof table;

export const failures: Readonly<Record<FailureCode, Row>> = table;

/** One fault of a request: a wrong parameter, header or body field. */
export interface Fault {
  readonly message: string;
  readonly field?: string | undefined;
  /** Where it is not the failure's own. */
  readonly code?: FailureCode;
}

export interface FailureDetails {
  readonly cause?: unknown;
  readonly field?: string | undefined;
  /** Everything that is wrong at once, each with its own text. */
  readonly faults?: readonly Fault[];
  readonly targetSystem?: string;
  readonly targetStatus?: number;
  /** What the vendor itself said; scrubbed before it leaves. */
  readonly targetMessage?: string | undefined;
  /** The fields that the vendor named, in its own words: for `field`, which is in ours. */
  readonly targetFields?: readonly string[] | undefined;
  /** Of a write whose outcome has to be settled. */
  readonly operationId?: string;
  /** Whether the vendor may have done what was asked although it is not known. */
  readonly mayHaveHappened?: boolean;
  /** Whether a write that had begun was taken back, so that nothing of it is left at the vendor. */
  readonly undone?: boolean;
  /** Seconds after which it is worth trying again. */
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

/** A failure as callers are told of it. */
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
