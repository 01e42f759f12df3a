/** The vendor's three ways to say no: the gateway's message, the legacy IssueList, and the regular error. */
import type { Finding } from "../engine/checks.ts";
import { Refusal } from "../engine/routes.ts";
import type { Refused } from "../simulation.ts";
import { stamp } from "./store.ts";

interface Place {
  readonly path: string;
  readonly now: number;
}

const reasons: Readonly<Record<number, string>> = {
  ...{ 400: "Bad Request", 404: "Not Found", 406: "Not Acceptable", 409: "Conflict", 415: "Unsupported Media Type" },
};

/** The body that every endpoint uses except contacts, files and vouchers. */
export const regularAt = (status: number, message: string, { path, now }: Place, more = {}): Refused => {
  const traceId = (now % 0xffffffffffff).toString(16).padStart(12, "0");
  return { status, body: { timestamp: stamp(now), status, error: reasons[status], path, traceId, message, ...more } };
};
/** Where and when is added when it is sent. */
export const regular = (status: number, message: string, more = {}) =>
  new Refusal(({ url }, { now }) =>
    regularAt(status, message, { path: url.replace(/^\/[^/]+/, "").replace(/\?.*/, ""), now: now() }, more),
  );

const issue = (i18nKey: string, source: string | null, type: string) => ({
  ...{ i18nKey, source, type, additionalData: null, args: null },
});
export const legacyList = (status: number, i18nKey: string, source: string | null, type = i18nKey): Refused => ({
  ...{ status, body: { IssueList: [issue(i18nKey, source, type)] } },
});
export const legacy = (...said: Parameters<typeof legacyList>) => new Refusal(legacyList(...said));

export type Style = "legacy" | "regular";

export const notFound = (style: Style, what: string) =>
  style === "legacy" ? legacy(404, "not_found", what) : regular(404, `${what} not found`);

/** The documents say 409 for an outdated version, in either style. */
export const conflict = (style: Style) =>
  style === "legacy"
    ? legacy(409, "conflict", "version")
    : regular(409, "The transmitted version does not match the current version.");

/** Validation is 406 with this vendor, never 400 or 422. */
export function refuseFindings(style: Style, details: readonly Finding[]): void {
  if (details.length === 0) return;
  if (style === "regular")
    throw regular(406, "Validation failed for request. Please see details list for specific causes.", { details });
  // NOTNULL and NOTEMPTY are missing values.
  const keyOf = ({ violation }: Finding) => (violation.startsWith("NOT") ? "missing_entity" : "invalid_value");
  const IssueList = details.map((finding) => issue(keyOf(finding), finding.field, "validation_failure"));
  throw new Refusal({ status: 406, body: { IssueList } });
}
