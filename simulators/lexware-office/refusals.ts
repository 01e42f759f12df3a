/** The vendor's three shapes of refusals: the gateway's message, the legacy IssueList, and the regular error. */
import type { FastifyRequest } from "fastify";
import type { Finding } from "../engine/checks.ts";
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refused, World } from "../simulation.ts";
import { stamp } from "./store.ts";

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  406: "Not Acceptable",
  409: "Conflict",
  415: "Unsupported Media Type",
};

/** The body that every endpoint uses except contacts, files and vouchers. */
export const regularAt = (path: string, now: number) => {
  const timestamp = stamp(now);
  const traceId = (now % 0xffffffffffff).toString(16).padStart(12, "0");
  return (status: number, message: string, more = {}): Refused => ({
    status,
    body: { timestamp, status, error: reasons[status], path, traceId, message, ...more },
  });
};
type Saying = (request: FastifyRequest, world: World) => Refused;
/** Path and time are added when it is sent. */
const regularly =
  (status: number, message: string, more = {}): Saying =>
  ({ url }, { now }) =>
    regularAt(url.replace(/^\/[^/]+/, "").replace(/\?.*/, ""), now())(status, message, more);
export const regular = (...problem: Parameters<typeof regularly>) => new Refusal(regularly(...problem));

const issue = (i18nKey: string, source: string | null, type: string) => ({
  i18nKey,
  source,
  type,
  additionalData: null,
  args: null,
});
export const legacyList = (status: number, i18nKey: string, source: string | null, type = i18nKey): Refused => ({
  status,
  body: { IssueList: [issue(i18nKey, source, type)] },
});
export const legacy = (...problem: Parameters<typeof legacyList>) => new Refusal(legacyList(...problem));

/** The shape depends on the path: contacts, files and vouchers have the older one. */
const refusedBy = (older: Refused, newer: Saying) =>
  new Refusal((request, world) =>
    /\/v1\/(?:contacts|files|vouchers)\b/.test(request.url) ? older : newer(request, world),
  );
export const refused = (status: number, i18nKey: string, source: string, message: string) =>
  refusedBy(legacyList(status, i18nKey, source), regularly(status, message));

export const notFound = (what: string) => refused(404, "not_found", what, `${what} not found`);

/** Validation is 406 with this vendor, never 400 or 422. */
export function refuseFindings(details: readonly Finding[]): void {
  if (details.length === 0) return;
  // NOTNULL and NOTEMPTY are missing values.
  const keyOf = ({ violation }: Finding) => (violation.startsWith("NOT") ? "missing_entity" : "invalid_value");
  const IssueList = details.map((finding) => issue(keyOf(finding), finding.field, "validation_failure"));
  const message = "Validation failed for request. Please see details list for specific causes.";
  throw refusedBy({ status: 406, body: { IssueList } }, regularly(406, message, { details }));
}

/** A key without the scope of vouchers, which the voucher list also needs if it is to contain them. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) =>
    /\/v1\/vouchers\b/.test(url) || /\/v1\/voucherlist\?.*voucherType=[^&]*(?:any|purchase)/.test(url),
  refused: { status: 403, body: { message: "Forbidden" } },
};
