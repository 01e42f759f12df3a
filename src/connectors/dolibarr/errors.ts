import type { Refusals } from "../../contract/connector.ts";

interface ErrorBody {
  readonly error?: { readonly code?: number; readonly message?: string; readonly [detail: string]: unknown };
}

const errorOf = (body: unknown): NonNullable<ErrorBody["error"]> =>
  (typeof body === "object" && body !== null ? (body as ErrorBody).error : undefined) ?? {};

/** What the program itself said of it is numbered. */
function message(body: unknown): string | undefined {
  if (typeof body === "string") return body;
  const { message: whole = "", ...details } = errorOf(body);
  const more = Object.entries(details).flatMap(([name, detail]) =>
    /^\d+$/.test(name) && typeof detail === "string" ? [detail] : [],
  );
  return [whole, ...new Set(more)].filter(Boolean).join(": ") || undefined;
}

/** `Not Found: Invoice not found`: HTTP's own word comes first, and stands alone where nothing was said. */
const saidIn = (body: unknown): string => errorOf(body).message?.replace(/^[A-Z][A-Za-z ]+(?:: |$)/, "") ?? "";

/** Its lists say that they are empty with a 404: most of them in 18, thirdparties and contacts also later. */
const isEmptyList = (said: string): boolean =>
  /^(?:No [a-z ]+ found|Thirdparties not found|Contacts not found)$/.test(said) ||
  said.endsWith("does not return any document.");

/** Up to 19 a right that is missing is a 401 as well; only these are about the key. */
const isAboutKey = (said: string): boolean => /api ?key|failed to login/i.test(said);

/** What is not there, or not for this user, is refused before it is looked for. */
const isNowhere = (said: string): boolean =>
  said.startsWith("Access not allowed for login") || said.startsWith("Invalid value specified for `id`");

export const refusals: Refusals = {
  message,
  status: (body, status) => {
    const said = saidIn(body);
    if (status === 404 && isEmptyList(said)) return 200;
    if (status === 401 && !isAboutKey(said)) return isNowhere(said) ? 404 : 403;
    if ((status === 400 || status === 403) && isNowhere(said)) return 404;
    // What it refuses to store is a 500 with words; what broke down has none.
    return status === 500 && said !== "" ? 422 : undefined;
  },
  codes: {
    405: "target_rejected",
    // A module that is not there, or an address that the administrator has closed.
    501: "target_forbidden",
    503: (body) => (/not allowed from/.test(message(body) ?? "") ? "target_forbidden" : "target_unavailable"),
  },
};
