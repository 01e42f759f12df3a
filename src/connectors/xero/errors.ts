import type { Refusals } from "../../contract/connector.ts";
import type { Text } from "./types.ts";

/** Errors of the gateway in front of the API have a title and a detail, sometimes in lower case. */
interface Refusal {
  readonly Message?: Text;
  readonly Elements?: readonly { readonly ValidationErrors?: readonly { readonly Message?: Text }[] | null }[] | null;
  readonly Detail?: Text;
  readonly detail?: Text;
  readonly Title?: Text;
  readonly title?: Text;
}

/** Each record has its own errors; the message above them says only that there are errors. */
function message(body: unknown): string | undefined {
  if (typeof body === "string") return body.replace(/^A validation exception occurred (?=.)/, "");
  const refusal = (body ?? {}) as Refusal;
  const errors = refusal.Elements?.flatMap((element) => element.ValidationErrors ?? []) ?? [];
  const texts = [...new Set(errors.flatMap(({ Message }) => Message ?? []))];
  const { Message, Detail = refusal.detail, Title = refusal.title } = refusal;
  return texts.length > 0 ? texts.join(" ") : (Message ?? Detail ?? Title ?? undefined);
}

/** Xero's errors are sentences. These are the fields that they are about. */
const fieldsByText: readonly (readonly [RegExp, string])[] = [
  [/^Account must be valid|^Account code .* is not a valid code for (?:payments|this payment)/i, "Account"],
  [/^Account (?:code|ID)/i, "LineItems.AccountID"],
  [/^Account (?:code|ID)/i, "JournalLines.AccountID"],
  [/lock date|period is locked/i, "Date"],
  [/^Due date/i, "DueDate"],
  [/^Description/i, "LineItems.Description"],
  [/^Invoice\/Credit Note could not be found|Authorised documents/i, "Invoice"],
  [/^Payment amount/i, "Amount"],
  [/^Narration/i, "Narration"],
];

function textsIn(body: unknown): readonly string[] {
  const { Elements } = (typeof body === "object" && body !== null ? body : {}) as Refusal;
  return (Elements ?? []).flatMap(({ ValidationErrors: errors }) =>
    (errors ?? []).flatMap(({ Message }) => Message ?? []),
  );
}

/** Statuses follow HTTP, except for organisations that the user has disconnected. */
export const refusals: Refusals = {
  message,
  fields: (body) =>
    textsIn(body).flatMap((text) => fieldsByText.flatMap(([words, field]) => (words.test(text) ? [field] : []))),
  codes: {
    // The token is valid but lacks a scope (XeroAPI/Xero-NetStandard#298).
    401: (body) => (message(body) === "AuthorizationUnsuccessful" ? "target_forbidden" : "connection_needs_reauth"),
    403: (body) =>
      message(body)?.includes("AuthenticationUnsuccessful") ? "connection_needs_reauth" : "target_forbidden",
  },
};
