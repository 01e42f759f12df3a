import type { Refusals } from "../../contract/connector.ts";
import { type FailureCode } from "../../contract/failure.ts";
import type { List, Text } from "./types.ts";

type ErrorDetail = Readonly<Record<string, Text>>;

/** The gateway in front of the API writes names in lower case; replies to uploads have an error per file. */
interface Refusal {
  readonly Fault?: { readonly Error?: List<ErrorDetail> } | null;
  readonly fault?: { readonly error?: List<ErrorDetail> } | null;
  readonly AttachableResponse?: List<Pick<Refusal, "Fault">>;
}

function errorsIn(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== "object" || body === null) return [];
  const { Fault, fault, AttachableResponse: files } = body as Refusal;
  return Fault?.Error ?? fault?.error ?? files?.flatMap((file) => file.Fault?.Error ?? []) ?? [];
}

/** The detail is better than the message, but may be empty. */
const textOf = ({ Message, Detail, message, detail }: ErrorDetail): string =>
  Detail || detail || Message || message || "";

/** The code comes with or without leading zeros. */
const isThrottled = ({ code }: ErrorDetail): boolean => Number(code) === 3001;

const meanings: Readonly<Record<string, FailureCode>> = {
  "610": "not_found",
  "5010": "target_conflict",
  // The user's role does not include the feature (intuit/oauth-jsclient#89).
  "5020": "target_forbidden",
  "6140": "target_conflict",
  "6190": "target_forbidden",
  "6240": "target_conflict",
};

/** The element that an error is about although it names none: books are closed by the day of a transaction. */
const elements: Readonly<Record<string, string>> = { "6210": "TxnDate" };

export const refusals: Refusals = {
  message: (body) =>
    typeof body === "string" ? body : errorsIn(body).map(textOf).filter(Boolean).join(" ") || undefined,
  fields: (body) => errorsIn(body).map(({ element, code }) => element || elements[code ?? ""]),
  status: (body, status) => {
    const errors = errorsIn(body);
    if (errors.some(isThrottled)) return 429;
    return errors.length > 0 && status < 300 ? 400 : undefined;
  },
  codes: {
    400: (body) => errorsIn(body).flatMap(({ code }) => meanings[code ?? ""] ?? [])[0] ?? "target_rejected",
  },
};
