/** What the sandbox answers when it does not do what was asked. */
const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof statuses;

export class Refusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
  get status(): number {
    return statuses[this.code];
  }
}

export const notFound = (what: string): Refusal => new Refusal("not_found", `There is no such ${what}.`);
export const invalid = (name: string, rule: string): Refusal => new Refusal("invalid", `${name} ${rule}.`);

export const errorBody = (code: RefusalCode, message: string) => ({ error: { code, message } });

/** The code that goes with a status, for failures that are switched on. */
export function codeOf(status: number): RefusalCode {
  for (const [code, known] of Object.entries(statuses)) if (known === status) return code as RefusalCode;
  return status < 500 ? "invalid" : "unavailable";
}
