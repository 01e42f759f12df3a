/** How the vendor says no. */
import type { Refusals, Refused } from "../simulation.ts";
import type { Json } from "./store.ts";

/** Thrown by a handler, sent as the reply. */
export class Refusal extends Error {
  readonly refused: Refused;
  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.refused = { status, body };
  }
}

export const notFound = (field = "id") =>
  new Refusal(404, { error: "record not found", symbolic: { [field]: "not_found" } });

/** Newer parts of the vendor's API word it so, and without `symbolic`. */
export const modelNotFound = (model: string) =>
  new Refusal(404, { error: `Record not found for model name: ${model}` });

export const badRequest = (error: string, symbolic?: Json) =>
  new Refusal(400, symbolic === undefined ? { error } : { error, symbolic });

/** What a model's validation found: the message for people, the code for programs. */
export type Complaints = Readonly<Record<string, readonly (readonly [message: string, code: string])[]>>;

export function unprocessable(complaints: Complaints): Refusal {
  const entries = Object.entries(complaints);
  return new Refusal(422, {
    error: Object.fromEntries(entries.map(([field, found]) => [field, found.map(([message]) => message)])),
    details: Object.fromEntries(entries.map(([field, found]) => [field, found.map(([, code]) => ({ error: code }))])),
  });
}

export const blank = ["can't be blank", "blank"] as const;

export function refusalsAt(now: () => number): Refusals {
  return {
    unauthorized: {
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="Moneybird", error="invalid_token"' },
      body: { error: "The access token is invalid" },
    },
    forbidden: { status: 403, body: { error: "This feature is not active for this administration" } },
    notFound: notFound().refused,
    invalid: unprocessable({ contact_id: [blank] }).refused,
    /** `Retry-After` is a moment in epoch seconds, as the vendor's description has it, and the body is a bare text. */
    get rateLimited() {
      const reset = String(Math.ceil(now() / 1000) + 7);
      const headers = { "ratelimit-limit": "150", "ratelimit-remaining": "0" };
      return {
        status: 429,
        headers: { ...headers, "content-type": "application/json", "ratelimit-reset": reset, "retry-after": reset },
        body: '"Retry later"',
      };
    },
    broken: { status: 500, body: { error: "Internal server error" } },
  };
}
