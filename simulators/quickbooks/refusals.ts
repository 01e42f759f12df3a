/** QuickBooks' refusals: a fault with errors. The gateway in front of the API writes names in lower case. */
import { Refusal } from "../engine/routes.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

const time = "2026-11-02T09:14:05.717-08:00";
const headers = { intuit_tid: "1-66f3b0c2-5a7d1e0c4f5b6a7d8e9f0a1b" };

type VendorError = Readonly<Record<"Message" | "Detail" | "code", string>> & { readonly element?: string };
const fault = (status: number, type: string, error: VendorError): Refused => ({
  status,
  headers,
  body: { Fault: { Error: [{ element: "", ...error }], type }, time },
});

function inFront(status: number, word: string, code: number, detail: string | null = null): Refused {
  const type = status === 401 ? "AUTHENTICATION" : "SERVICE";
  const message = `message=${word}; errorCode=00${code}; statusCode=${status}`;
  const error = [{ message, detail, code: String(code), element: null }];
  const nothing = { report: null, queryResponse: null, batchItemResponse: [], attachableResponse: [] };
  const body = { warnings: null, intuitObject: null, fault: { error, type }, ...nothing, time: 1_762_075_000_000 };
  return { status, headers, body };
}

export const invalid = (code: number, Message: string, Detail: string, element = ""): Refusal =>
  new Refusal(fault(400, "ValidationFault", { Message, Detail, code: String(code), element }));

const inactive =
  "Object Not Found : Something you're trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees.";
const notFound = fault(400, "ValidationFault", { Message: "Object Not Found", Detail: inactive, code: "610" });
export const missing = (): Refusal => new Refusal(notFound);
export const unfit = (detail: string): Refusal => invalid(6000, "A business validation error has occurred", detail);
export const queryError = (detail: string): Refusal =>
  invalid(4001, "Invalid query", `QueryValidationError: ${detail}`);
export const needed = (element: string): Refusal => {
  const words = "Required param missing, need to supply the required value for the API";
  return invalid(2020, words, `Required parameter ${element} is missing in the request`, element);
};

export const refusals: Refusals = {
  unauthorized: inFront(401, "AuthenticationFailed", 3200, "Token expired"),
  forbidden: inFront(403, "AuthorizationFailed", 3100),
  notFound,
  invalid: fault(400, "ValidationFault", {
    Message: "Account Period Closed, Cannot Update Through Services API",
    code: "6210",
    Detail: "Business Validation Error: The account period has closed and the account books cannot be updated.",
  }),
  rateLimited: {
    ...inFront(429, "ThrottleExceeded", 3001, "The request limit was reached.  Try again later"),
    headers: { ...headers, "retry-after": "7" },
  },
  broken: fault(500, "SystemFault", {
    Message: "An application error has occurred while processing your request",
    code: "10000",
    Detail: "System Failure Error: java.lang.NullPointerException",
  }),
};

/** A user whose role does not include expenses and vendors' bills. The reply is that of an invalid request. */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) =>
    /\/(?:bill|billpayment|vendorcredit)\b|\bfrom\s+(?:bill|billpayment|vendorcredit)\b/i.test(decoded(url)),
  refused: fault(400, "ValidationFault", {
    Message: "Permission Denied Error",
    Detail: "Permission Denied Error : You do not have the access rights to use this feature.",
    code: "5020",
  }),
};

const decoded = (url: string): string => decodeURIComponent(url.replaceAll("+", " "));
