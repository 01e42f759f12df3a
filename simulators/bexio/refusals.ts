/** The vendor's refusals. Those of 2.0 and 3.0 are 422, those of 4.0 are 400. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals } from "../simulation.ts";

const no = (status: number, body: object) => new Refusal({ status, body: { error_code: status, ...body } });

export const missing = () => no(404, { message: "The requested resource could not be found." });

const formMessage = "The form could not be saved due to the following errors:";
export const invalid = (...errors: readonly string[]) => no(422, { message: formMessage, errors });

export const invalid4 = (message: string) => no(400, { message });

export const refusals: Refusals = {
  unauthorized: { status: 401, body: { error_code: 401, message: "Invalid access token" } },
  forbidden: { status: 403, body: { error_code: 403, message: "No access rights" } },
  notFound: missing().refused as Refusals["notFound"],
  invalid: invalid("contact_id: Required.").refused as Refusals["invalid"],
  rateLimited: {
    status: 429,
    headers: { "ratelimit-limit": "1000", "ratelimit-remaining": "0", "ratelimit-reset": "7" },
    body: { error_code: 429, message: "Too many requests" },
  },
  broken: { status: 500, body: { error_code: 500, message: "Internal server error" } },
};

/** A user who may not see purchases. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/4\.0\/purchase\//.test(url),
  refused: refusals.forbidden,
};
