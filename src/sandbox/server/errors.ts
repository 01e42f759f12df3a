/** The sandbox's error responses. */
const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rejected: 422,
  rate_limited: 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statuses;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The path of the wrong field in the body. */
  readonly field: string | undefined;
  constructor(code: ErrorCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
  get status(): number {
    return statuses[this.code];
  }
}

export const notFound = (what: string): ApiError => new ApiError("not_found", `There is no such ${what}.`);
export const invalid = (name: string, rule: string): ApiError => new ApiError("invalid", `${name} ${rule}.`);

/** The body is malformed. */
export const invalidField = (field: string, rule: string): ApiError =>
  new ApiError("invalid", `${field} ${rule}.`, field);
/** The body is well-formed, but the books do not accept it. */
export const rejected = (field: string, rule: string): ApiError => new ApiError("rejected", `${field} ${rule}.`, field);
export const conflict = (message: string, field?: string): ApiError => new ApiError("conflict", message, field);

export const errorBody = (code: ErrorCode, message: string, field?: string) => ({
  error: { code, message, ...(field !== undefined && { field }) },
});

/** The code for a status, for failures that are switched on. */
export function codeOf(status: number): ErrorCode {
  for (const [code, known] of Object.entries(statuses)) if (known === status) return code as ErrorCode;
  return status < 500 ? "invalid" : "unavailable";
}
