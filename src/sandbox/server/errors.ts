/** What the sandbox answers when it does not do what was asked. */
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

export type RefusalCode = keyof typeof statuses;

export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The place in the body that is at fault. */
  readonly field: string | undefined;
  constructor(code: RefusalCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
  get status(): number {
    return statuses[this.code];
  }
}

export const notFound = (what: string): Refusal => new Refusal("not_found", `There is no such ${what}.`);
export const invalid = (name: string, rule: string): Refusal => new Refusal("invalid", `${name} ${rule}.`);

/** The body cannot be read. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal("invalid", `${field} ${rule}.`, field);
/** The body can be read, but the books do not take it. */
export const rejected = (field: string, rule: string): Refusal => new Refusal("rejected", `${field} ${rule}.`, field);
export const conflict = (message: string, field?: string): Refusal => new Refusal("conflict", message, field);

export const errorBody = (code: RefusalCode, message: string, field?: string) => ({
  error: { code, message, ...(field !== undefined && { field }) },
});

/** The code that goes with a status, for failures that are switched on. */
export function codeOf(status: number): RefusalCode {
  for (const [code, known] of Object.entries(statuses)) if (known === status) return code as RefusalCode;
  return status < 500 ? "invalid" : "unavailable";
}
