/** Refusals of OAuth, with the codes of RFC 6749, 7591 and 8707. */
export type OAuthProblemCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

export class OAuthProblem extends Error {
  readonly code: OAuthProblemCode;

  /** The message is for the assistant's developer. */
  constructor(code: OAuthProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}
