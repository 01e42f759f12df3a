/** A refusal of the token or revocation endpoint (RFC 6749, 5.2). */
export class TokenError extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
  get status(): number {
    if (this.error === "server_error") return 500;
    return this.error === "invalid_client" ? 401 : 400;
  }
}
