/** The authorization request that a client sends by browser, checked (RFC 6749, 4.1.1; RFC 7636; RFC 9207). */
import { type Parameters, withParameters } from "../engine/forms.ts";
import { type Client, mayReturnTo } from "./clients.ts";
import { PageError, RedirectError } from "./pageErrors.ts";

export const scopes: readonly string[] = ["books"];
export const allowsScope = (scope: string): boolean => scope.split(" ").every((name) => scopes.includes(name));

export interface Authorization {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string;
  /** The request's parameters in a fixed order, however the client wrote them. */
  readonly query: string;
  /** The URL that sends the browser back with this answer. */
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
    throw new PageError("This application did not register the redirect_uri that it sent.");
  const { state } = query;
  const answerAt = (answer: Parameters): string =>
    withParameters(redirectUri, { ...answer, ...(state !== undefined && { state }), iss: issuer });
  const problem = problemWith(query);
  if (problem) throw new RedirectError(answerAt(problem));
  return {
    client,
    redirectUri,
    scope: query["scope"] ?? scopes.join(" "),
    challenge: query["code_challenge"] ?? "",
    query: canonicalQuery(query),
    answerAt,
  };
}

function problemWith(query: Parameters): { error: string; error_description: string } | undefined {
  const problem = (error: string, error_description: string) => ({ error, error_description });
  if (query["response_type"] === undefined) return problem("invalid_request", "response_type is missing");
  if (query["response_type"] !== "code") return problem("unsupported_response_type", "response_type must be code");
  if (query["code_challenge_method"] !== "S256" || !/^[\w-]{43}$/.test(query["code_challenge"] ?? ""))
    return problem("invalid_request", "a code_challenge with the method S256 is required");
  if (query["scope"] !== undefined && !allowsScope(query["scope"]))
    return problem("invalid_scope", "the only scope is books");
  return undefined;
}

export function canonicalQuery(query: Parameters): string {
  const known = names.map((name) => [name, query[name] ?? ""] as const).filter(([, value]) => value !== "");
  return new URLSearchParams(Object.fromEntries(known)).toString();
}
