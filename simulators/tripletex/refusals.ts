/** How Tripletex refuses: in one envelope, with a code in addition to the status. */
import { Refusal } from "../engine/routes.ts";
import { replacing } from "../engine/translation.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

type ValidationMessage = Readonly<Record<"field" | "message", string>>;

const requestId = "2c1f6f0a-7a35-4b0e-9a43-1c1d0b9d5d11";

function envelope(
  status: number,
  code: number,
  message: string | null,
  validations?: readonly ValidationMessage[],
): Refused {
  const validationMessages = validations?.map((validation) => ({ ...validation, path: null, rootId: null })) ?? null;
  const developerMessage = validations === undefined ? null : "VALIDATION_ERROR";
  const about = { status, code, message, link: "https://tripletex.no/v2-docs/", developerMessage };
  return { status, headers: { "x-tlx-request-id": requestId }, body: { ...about, validationMessages, requestId } };
}

export const refused = (status: number, code: number, message: string): Refusal =>
  new Refusal(envelope(status, code, message));

export const notFound = (): Refusal => refused(404, 6000, "Object not found");

/** A fault of a field. */
export const invalid = (field: string, message: string): Refusal =>
  new Refusal(envelope(422, 18_000, "Validering feilet.", [{ field, message }]));

/** Refuses a body without required fields. */
export function need(body: object, ...fields: readonly string[]): void {
  const missing = fields.find((field) => (Reflect.get(body, field) ?? undefined) === undefined);
  if (missing !== undefined) throw invalid(missing, "Kan ikke være null.");
}

export const refusals: Refusals = {
  unauthorized: envelope(401, 3000, "Unauthorized"),
  forbidden: envelope(403, 9000, "You do not have permission to access this feature."),
  notFound: envelope(404, 6000, "Object not found"),
  invalid: envelope(422, 18_000, "Validering feilet.", [{ field: "date", message: "Perioden er avsluttet." }]),
  rateLimited: {
    ...envelope(429, 0, "Too many requests."),
    headers: { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "0", "x-rate-limit-reset": "7" },
  },
  broken: envelope(500, 1000, null),
};

/** An employee without access to supplier invoices. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/(?:supplierInvoice|incomingInvoice)\b/.test(url),
  refused: refusals.forbidden,
};

/** The messages for an employee whose language is English. */
export const secondLanguage = replacing({
  "Validering feilet.": "Validation failed.",
  "Kan ikke være null.": "Cannot be null.",
  "Feltet må fylles ut.": "The field must be filled in.",
  "Nummeret er i bruk.": "The number is in use.",
});
