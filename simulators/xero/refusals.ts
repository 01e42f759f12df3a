/** How Xero says no. */
import type { Refusals, Refused } from "../simulation.ts";
import type { Row } from "./wire.ts";

/** A record that Xero will not take, and why. */
export class Rejected extends Error {
  readonly messages: readonly string[];
  constructor(...messages: string[]) {
    super(messages.join(" "));
    this.messages = messages;
  }
}

const problem = (Status: number, Title: string, Detail: string): Refused => ({
  status: Status,
  body: {
    ...{ Type: null, Title, Status, Detail },
    Instance: "6489df60-8891-470e-9268-a9a43f5da71e",
    Extensions: {},
  },
});

export const notFound: Refused = { status: 404, body: "The resource you're looking for cannot be found" };

const exception = (ErrorNumber: number, Type: string, Message: string): Refused => ({
  status: 400,
  body: { ErrorNumber, Type, Message },
});
export const badQuery = (message: string) => exception(16, "QueryParseException", message);
export const badBody = (message: string) => exception(14, "PostDataInvalidException", message);

/** A write that was understood and refused: the elements come back with what is wrong with each. */
export const invalid = (elements: readonly Row[]): Refused => ({
  status: 400,
  body: {
    ErrorNumber: 10,
    Type: "ValidationException",
    Message: "A validation exception occurred",
    Elements: elements,
  },
});

/** The organisation is none of those that the user connected; the gateway writes this one in small letters. */
export const notConnected: Refused = {
  status: 403,
  body: {
    ...{ type: null, title: "Forbidden", status: 403, detail: "AuthenticationUnsuccessful" },
    ...{ instance: "6489df60-8891-470e-9268-a9a43f5da71e", extensions: {} },
  },
};

export const refusals: Refusals = {
  unauthorized: problem(401, "Unauthorized", "TokenExpired: token expired"),
  forbidden: problem(403, "Forbidden", "You are not permitted to access this resource"),
  notFound,
  invalid: invalid([{ ValidationErrors: [{ Message: "Email address must be valid." }] }]),
  rateLimited: { status: 429, headers: { "retry-after": "7", "x-rate-limit-problem": "minute" }, body: "" },
  broken: problem(500, "An error occurred", "An error occurred in Xero. Check the API Status page."),
};
