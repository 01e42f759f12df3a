/**
 * A vendor's WebSocket on which it announces the changes of all companies of an app. An announcement says only whose records
 * have changed: Kontor then polls that company at once, and otherwise seldom. An announcement that is lost or comes twice
 * therefore does no harm.
 */
export interface Announcements {
  /** `wss://…`. One WebSocket is for all connections of an OAuth client. */
  readonly url: string;
  /** The first message. */
  greet(app: AnnouncedApp): unknown;
  /** Says what a message means, and what to send next. */
  read(message: unknown): Announcement;
}

export interface AnnouncedApp {
  readonly clientSecret: string;
  readonly accessTokens: readonly string[];
}

export interface Announcement {
  /** The companies of the access tokens that were sent. */
  readonly companies?: readonly { readonly accessToken: string; readonly company: string }[];
  /** The vendor announces changes from now on. */
  readonly isListening?: true;
  /** The company whose records have changed. */
  readonly changed?: string;
  /** Why the vendor refused, in its words, and the access tokens that it does not accept. */
  readonly refused?: { readonly reason: string; readonly accessTokens: readonly string[] };
  readonly reply?: unknown;
}
