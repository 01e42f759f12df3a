/** The vendor's refusals. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused, World } from "../simulation.ts";

const no = (status: number, body: unknown) => new Refusal({ status, body });

export const notFound = (field = "id") => no(404, { error: "record not found", symbolic: { [field]: "not_found" } });
export const unknown = (error: string, field: string) => no(404, { error, symbolic: { [field]: "not_found" } });
/** The wording of newer parts of the API, without `symbolic`. */
export const modelNotFound = (model: string) => no(404, { error: `Record not found for model name: ${model}` });
export const badRequest = (error: string, symbolic?: unknown) =>
  no(400, symbolic === undefined ? { error } : { error, symbolic });

/** A validation error: the message for people, the code for programs. */
export type Complaints = Record<string, readonly (readonly [message: string, code: string])[]>;

export function unprocessable(complaints: Complaints): Refusal {
  const entries = Object.entries(complaints);
  return no(422, {
    error: Object.fromEntries(entries.map(([field, found]) => [field, found.map(([message]) => message)])),
    details: Object.fromEntries(entries.map(([field, found]) => [field, found.map(([, code]) => ({ error: code }))])),
  });
}

export function refuseFor(complaints: Complaints): void {
  if (Object.keys(complaints).length > 0) throw unprocessable(complaints);
}

/** The most common errors of fields. */
export const is = {
  blank: [["can't be blank", "blank"]],
  invalid: [["is invalid", "invalid"]],
  unlisted: [["is not included in the list", "inclusion"]],
  locked: [["is in a locked period", "period_locked"]],
  taken: [["has already been taken", "taken"]],
  needed: [["must exist", "blank"]],
} as const;

export const refusalsAt = ({ now }: World): Refusals => ({
  unauthorized: {
    status: 401,
    headers: { "www-authenticate": 'Bearer realm="Moneybird", error="invalid_token"' },
    body: { error: "The access token is invalid" },
  },
  forbidden: { status: 403, body: { error: "This feature is not active for this administration" } },
  notFound: notFound().refused as Refused,
  invalid: unprocessable({ contact_id: is.blank }).refused as Refused,
  /** `Retry-After` is a moment in epoch seconds, as the vendor's description has it, and the body is a bare text. */
  get rateLimited() {
    const reset = String(Math.ceil(now() / 1000) + 7);
    const headers = { "ratelimit-limit": "150", "ratelimit-remaining": "0", "content-type": "application/json" };
    return {
      status: 429,
      headers: { ...headers, "ratelimit-reset": reset, "retry-after": reset },
      body: '"Retry later"',
    };
  },
  broken: { status: 500, body: { error: "Internal server error" } },
});

/** A user who may not see documents: purchase invoices, receipts and journal documents. The status is that of a bad token. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/documents\//.test(url),
  refused: { status: 401, body: { error: "No access to [:documents]" } },
};
