/** The three ways in which the OAuth server says no: to a client, to a person, and to a client through the browser. */

const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
} as const;

/** RFC 6749, 5.2: the answer of the token and revocation addresses. */
export class TokenError extends Error {
  readonly error: keyof typeof statuses;
  constructor(error: keyof typeof statuses, description: string) {
    super(description);
    this.error = error;
  }
  get status(): number {
    return statuses[this.error];
  }
}

/** Shown as a page: where to send the browser is not known, or not to be trusted. */
export class PageError extends Error {
  readonly status: number;
  /** What it is called among the texts of the pages; undefined where only who wrote the client can mend it. */
  readonly text: "outOfDate" | undefined;
  constructor(message: string, status = 400, text?: "outOfDate") {
    super(message);
    this.status = status;
    this.text = text;
  }
}

/** RFC 6749, 4.1.2.1: the client learns of it when the browser is sent back. */
export class RedirectError extends Error {
  readonly location: string;
  constructor(location: string) {
    super("The browser is sent back to the client.");
    this.location = location;
  }
}
