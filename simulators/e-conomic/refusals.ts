/** How e-conomic refuses: the older API mirrors the request's tree, the newer ones send problem details. */
import { Refusal } from "../engine/routes.ts";
import { replacing } from "../engine/translation.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const log = { logId: "864e10e07f2da3a85-FRA", logTime: "2026-08-14T16:13:00" };

/** The older API. */
const refusal = (status: number, message: string, more: object = {}): Refused => ({
  status,
  body: { message, developerHint: "Please take a look at the documentation.", httpStatusCode: status, ...more, ...log },
});

/** A path is names and positions: `lines`, `0`, `product`. Lists are in `items`, each item with its position. */
function failed(path: readonly string[], errorMessage: string, errorCode: string): Refused {
  const errors = [{ propertyName: path.at(-1), errorMessage, errorCode, developerHint: "Correct it." }];
  const below = (inner: object, name: string): object =>
    /^\d+$/.test(name) ? { items: [{ arrayIndex: Number(name), ...inner }] } : { [name]: inner };
  const tree = path.reduceRight(below, { errors });
  return refusal(400, "Validation failed. 1 error found.", { errorCode: "E04300", errorCount: 1, errors: tree });
}
export const invalid =
  (...path: readonly string[]) =>
  (message: string, code = "E04300"): Refusal =>
    new Refusal(failed(path, message, code));

export const badRequest = (message: string, more: object = {}): Refusal => new Refusal(refusal(400, message, more));
export const notFound = (): Refusal => new Refusal(refusals.notFound);

/** The newer APIs. */
function problem(status: number, title: string, errorCode: string, about?: object): Refusal {
  const headers = { "content-type": "application/problem+json" };
  const body = { type: null, title, status, errorCode, traceId: log.logId, traceTimeUtc: log.logTime };
  return new Refusal({ status, headers, body: { ...body, ...(about && { errors: [{ ...about, errorCode }] }) } });
}
export const problems = {
  notFound: () => problem(404, "The resource was not found.", "NotFound"),
  filter: (message: string) => problem(400, "Bad filter.", "BadFilterRequest", { message }),
  conflict: (title: string) => problem(409, title, "UpdateConflict"),
  invalid: (property: string, message: string) => problem(400, "Validation failed.", "Invalid", { property, message }),
};

export const refusals: Refusals = {
  unauthorized: refusal(401, "Access denied. Your credentials are missing or wrong."),
  forbidden: refusal(403, "Access forbidden.", { errorCode: "E00500" }),
  notFound: refusal(404, "Not found.", { errorCode: "E06000" }),
  invalid: failed(["date"], "The accounting year is closed.", "E04760"),
  rateLimited: { ...refusal(429, "Too many requests."), headers: { "retry-after": "7" } },
  broken: refusal(500, "Something went wrong."),
};

/** An app that was granted the role Sales, but not Bookkeeping. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/booked-entries\b|\/journals\b|\/entries\b/.test(url),
  refused: refusals.forbidden,
};

/** An agreement in English: the names of VAT types, units and departments are those of the language. */
export const secondLanguage = replacing({
  Salgsmoms: "Sales VAT",
  Købsmoms: "Purchase VAT",
  "Moms af varekøb i udlandet": "VAT on goods purchased abroad",
});
