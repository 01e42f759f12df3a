/** Refusals that reach a browser: as a page, or as a redirect back to the client. */

/** Shown as a page, because there is no trusted URL to send the browser to. */
export class PageError extends Error {
  readonly status: number;
  /** The text that translates the message; undefined for messages that only the client's developer needs. */
  readonly text: "outOfDate" | undefined;
  constructor(message: string, status = 400, text?: "outOfDate") {
    super(message);
    this.status = status;
    this.text = text;
  }
}

/** The client gets the error when the browser is sent back (RFC 6749, 4.1.2.1). */
export class RedirectError extends Error {
  readonly location: string;
  constructor(location: string) {
    super("The browser is sent back to the client.");
    this.location = location;
  }
}
