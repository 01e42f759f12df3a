/**
 * A simulator is a faithful fake of one vendor, for tests and for trying things offline. It is written from the vendor's
 * documentation, never from our connector, so that a misreading on one side becomes visible.
 */
import type { FastifyInstance } from "fastify";
import type { Refused } from "../src/sandbox/engine/faults.ts";

export type { Refused };

/** One vendor, as described in `simulators/<slug>/simulation.ts`. */
export interface Simulation {
  /** The slug of the connector that it is the counterpart of. */
  readonly slug: string;
  /** Requests that sign in and therefore never fail on purpose, if the URL does not show it. */
  readonly isSignIn?: (request: SentRequest) => boolean;
  /** POST requests that only read, as with JSON-RPC. */
  readonly isReading?: (request: SentRequest) => boolean;
  /** Texts that are document numbers or units although the name of their field says "name". */
  readonly isNumber?: (text: string) => boolean;
  /** Opens a new, independent world with an invented company and nobody signed in. */
  open(world: World): Vendor;
}

export interface SentRequest {
  /** Host included. */
  readonly url: string;
  readonly body: Buffer;
}

/** The surroundings of a vendor. */
export interface World {
  /** Milliseconds. Tests may move the clock. */
  now(): number;
  /** The simulator's own base URL without host folders: `http://127.0.0.1:PORT`. */
  readonly url: () => string;
  /** Posts a webhook and returns the response. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted>;
}

export interface Posted {
  readonly status: number;
  readonly body: string;
}

/** A user without one of the rights that the vendor knows. */
export interface LimitedUser {
  /** Whether a request needs that right. */
  isRefused(request: SentRequest): boolean;
  /** The vendor's reply to such a request. */
  readonly refused: Refused;
}

/** The vendor as it answers users whose language is not the simulator's usual one. */
export interface SecondLanguage {
  /** The body of a response in that language. */
  translate(body: string, request: TranslatedRequest): string;
}

export interface TranslatedRequest extends SentRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Vendor {
  /** Adds the vendor's routes. Each path begins with its host: `/api.vendor.example/v2/invoices`. */
  routes(app: FastifyInstance): void;
  readonly access: Access;
  /** The companies that a new connection can access, with the vendor's ids. */
  readonly companies: readonly { readonly id: string; readonly environment?: string }[];
  /** Expires all access tokens. Refresh tokens stay valid. */
  expireTokens(): void;
  /** Acts as a user who takes the app's access away in the vendor's own UI. Signing in again does not bring it back. */
  revokeAccess(): void;
  /** Loses all subscriptions, as vendors do after many failed posts. */
  dropSubscriptions(): void;
  /**
   * Acts as a user who saves the record with this id in the vendor's own UI: only its timestamp changes. `list` is
   * Kontor's list with the record, for vendors that use the same ids for several kinds of records.
   */
  touch(id: string, list?: string): void;
  /** Acts as a user who deletes the record in the vendor's own UI, if the vendor allows it. `list` as for `touch`. */
  remove(id: string, list?: string): void;
  /** The vendor's documented error responses. Errors that it never sends are left out. */
  readonly refusals: Partial<Refusals>;
  /**
   * Acts as a user who closes the books until a day in the vendor's own UI, or the years that have begun by then, and
   * returns how to open them again. Absent if the vendor's API knows no closed periods.
   */
  closeBooks?(until: string): () => void;
  /** Acts as a user who does in the vendor's own UI what its API only shows, such as assigning a bank transaction. */
  act?(action: string, details: Readonly<Record<string, unknown>>): void;
  /** What the vendor refuses to a user with limited rights. */
  readonly limitedUser?: LimitedUser;
  /** Absent if the vendor's API has only one language. */
  readonly secondLanguage?: SecondLanguage;
  /** Waits until every webhook in flight was answered or given up. */
  untilIdle(): Promise<void>;
  /** For vendors that sign webhooks with a key of the app. */
  readonly webhookKey?: string;
  /** For vendors whose webhooks are set up in a developer portal instead of by API. */
  readonly portal?: { subscribe(subscription: { readonly url: string; readonly key: string }): void };
}

/** The credentials that a test signs in with. */
export interface Access {
  /** An OAuth client that the vendor knows. */
  readonly oauthClient?: {
    readonly clientId: string;
    readonly clientSecret: string;
    /** The key of the app, for vendors that want one with every call. */
    readonly appKey?: string;
  };
  /** The credentials that the connector asks the end user for, such as `{ apiKey }`. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** The vendor's error responses, as documented. `invalid` answers a write that it understood and refused. */
export interface Refusals {
  readonly unauthorized: Refused;
  readonly forbidden: Refused;
  readonly notFound: Refused;
  readonly invalid: Refused;
  /** Asks the client to wait 7 seconds, in the vendor's format. */
  readonly rateLimited: Refused;
  readonly broken: Refused;
}
