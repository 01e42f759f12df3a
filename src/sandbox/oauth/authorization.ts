/** What a client asks for by sending the browser to us, read and checked (RFC 6749, 4.1.1; RFC 7636; RFC 9207). */
import { type Client, mayReturnTo } from "./clients.ts";
import { PageError, RedirectError } from "./errors.ts";
import type { Parameters } from "./parameters.ts";

export const scopes: readonly string[] = ["books"];

export interface Authorization {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string;
  /** The request again, in one spelling whatever the client's was. */
  readonly query: string;
  /** Where the browser goes with the answer. */
  readonly answerAt: (answer: Parameters) => string;
}

const names = [
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "ui_locales",
] as const;

export function readAuthorization(query: Parameters, client: Client, issuer: string): Authorization {
  const redirectUri = query["redirect_uri"];
  if (redirectUri === undefined || !mayReturnTo(client.redirectUris, redirectUri))
    throw new PageError("The address to return to is not one that this application registered.");
  const answerAt = (answer: Parameters): string => {
    const url = new URL(redirectUri);
    const state = query["state"];
    for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }), iss: issuer }))
      url.searchParams.set(name, value);
    return url.href;
  };
  const fault = errorIn(query);
  if (fault) throw new RedirectError(answerAt({ error: fault[0], error_description: fault[1] }));
  return {
    client,
    redirectUri,
    scope: query["scope"] ?? scopes.join(" "),
    challenge: query["code_challenge"] ?? "",
    query: sameQuery(query),
    answerAt,
  };
}

function errorIn(query: Parameters): readonly [error: string, description: string] | undefined {
  if (query["response_type"] === undefined) return ["invalid_request", "response_type is missing"];
  if (query["response_type"] !== "code") return ["unsupported_response_type", "response_type must be code"];
  if (query["code_challenge_method"] !== "S256" || !/^[\w-]{43}$/.test(query["code_challenge"] ?? ""))
    return ["invalid_request", "a code_challenge with the method S256 is needed"];
  const unknown = query["scope"]?.split(" ").find((scope) => !scopes.includes(scope));
  return unknown === undefined ? undefined : ["invalid_scope", "the only scope is books"];
}

export function sameQuery(query: Parameters): string {
  const known = names.map((name) => [name, query[name] ?? ""] as const).filter(([, value]) => value !== "");
  return new URLSearchParams(Object.fromEntries(known)).toString();
}
