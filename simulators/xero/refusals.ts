/** Xero's refusals. */
import { Refusal } from "../engine/routes.ts";
import type { Row } from "../engine/values.ts";
import type { LimitedUser, Refusals, Refused } from "../simulation.ts";

/** A refused record, and the reasons. */
export class Rejected extends Error {
  readonly messages: readonly string[];
  constructor(messages: readonly string[]) {
    super(messages.join(" "));
    this.messages = messages;
  }
}

/** Collects errors, so that they are reported together. */
export function openComplaints() {
  const messages: string[] = [];
  const complain = (isWrong: boolean, message: string): void => void (isWrong && messages.push(message));
  const reject = (): void => {
    if (messages.length > 0) throw new Rejected(messages);
  };
  return { complain, reject };
}

export function rejectIf(...problems: readonly (readonly [isWrong: boolean, message: string])[]): void {
  const { complain, reject } = openComplaints();
  for (const [isWrong, message] of problems) complain(isWrong, message);
  reject();
}

const Instance = "6489df60-8891-470e-9268-a9a43f5da71e";
const problem = (Status: number, Title: string, Detail: string): Refused => ({
  status: Status,
  body: { Type: null, Title, Status, Detail, Instance, Extensions: {} },
});

const notFound: Refused = { status: 404, body: "The resource you're looking for cannot be found" };
export const missing = () => new Refusal(notFound);

const exception = (ErrorNumber: number, Type: string, Message: string, more: Row = {}): Refused => ({
  status: 400,
  body: { ErrorNumber, Type, Message, ...more },
});
export const badQuery = (message: string) => new Refusal(exception(16, "QueryParseException", message));
const unreadable = (message: string) => exception(14, "PostDataInvalidException", message);
export const badBody = (message: string) => new Refusal(unreadable(message));
export const notJson = unreadable("JSON for post data was invalid");
/** An invalid amount. */
export const notANumber = unreadable("Input string was not in a correct format.");

/** A refused write: the elements come back with their errors. */
export const invalid = (Elements: readonly Row[]): Refused =>
  exception(10, "ValidationException", "A validation exception occurred", { Elements });

/** The user has not connected this organisation. This refusal comes from the gateway, in lower case. */
export const notConnected = () => {
  const forbiddenBody = { type: null, title: "Forbidden", status: 403, detail: "AuthenticationUnsuccessful" };
  return new Refusal({ status: 403, body: { ...forbiddenBody, instance: Instance, extensions: {} } });
};

export const refusals: Refusals = {
  unauthorized: problem(401, "Unauthorized", "TokenExpired: token expired"),
  forbidden: problem(403, "Forbidden", "You are not permitted to access this resource"),
  notFound,
  invalid: invalid([{ ValidationErrors: [{ Message: "Email address must be valid." }] }]),
  rateLimited: { status: 429, headers: { "retry-after": "7", "x-rate-limit-problem": "minute" }, body: "" },
  broken: problem(500, "An error occurred", "An error occurred in Xero. Check the API Status page."),
};

/** A token without the scope of invoices, which also covers bills, credit notes and their attachments (reports of clients). */
export const limitedUser: LimitedUser = {
  isRefused: ({ url }) => /\/api\.xro\/2\.0\/(?:Invoices|CreditNotes)\b/.test(url),
  refused: problem(401, "Unauthorized", "AuthorizationUnsuccessful"),
};
