/**
 * What a simulator is: a faithful fake of one vendor, for tests and for trying things offline. It is written from the
 * vendor's own documentation, never from our connector, so that a misreading on one side shows.
 */
import type { FastifyInstance } from "fastify";

/** One vendor, as `simulators/<slug>/simulation.ts` describes it. */
export interface Simulation {
  /** The slug of the connector that it stands opposite to. */
  readonly slug: string;
  /** Requests that trouble leaves alone because they sign in, where their address does not say so. */
  readonly isSignIn?: (request: SentRequest) => boolean;
  /** Requests that only read although they are POST, as with JSON-RPC. */
  readonly isReading?: (request: SentRequest) => boolean;
  /** Texts that are numbers of documents, or units, although the field that they are in is called a name. */
  readonly isNumber?: (text: string) => boolean;
  /** Opens a fresh world: an invented company, nobody signed in. Two worlds know nothing of each other. */
  open(world: World): Vendor;
}

/** What tells a request from others: its address, host included, and what it carries. */
export interface SentRequest {
  readonly url: string;
  readonly body: Buffer;
}

/** What surrounds a vendor. */
export interface World {
  /** Milliseconds; a test may move it. */
  now(): number;
  /** Where this simulator itself is reached, host folders excluded: `http://127.0.0.1:PORT`. */
  readonly url: () => string;
  /** Posts a webhook, and tells what came back. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted>;
}

export interface Posted {
  readonly status: number;
  readonly body: string;
}

export interface Vendor {
  /** The vendor's addresses. Each path begins with its host: `/api.vendor.example/v2/invoices`. */
  routes(app: FastifyInstance): void;
  readonly access: Access;
  /** The companies that a new sign-in can reach: `id` is what the vendor calls it. */
  readonly companies: readonly { readonly id: string; readonly environment?: string }[];
  /** Ends every access token that was given out; refresh tokens go on. */
  expireTokens(): void;
  /**
   * Somebody at the vendor's own screens saves the record with this id without changing anything but its stamp. `list` is
   * ours that has it, for vendors whose records of several kinds have the same ids.
   */
  touch(id: string, list?: string): void;
  /** Somebody deletes it at the vendor's own screens, as far as the vendor lets one. */
  remove(id: string): void;
  /** How the vendor says no: the body, status and headers that it documents. What it never says is left out. */
  readonly refusals: Partial<Refusals>;
  /** Waits until every webhook that is under way was answered or given up. */
  settle(): Promise<void>;
  /** For vendors that sign what they post with a key of the app's. */
  readonly webhookKey?: string;
  /** For vendors whose webhooks are set up at a developer portal rather than by API. */
  readonly portal?: { subscribe(subscription: { readonly url: string; readonly key: string }): void };
}

/** What a test signs in with. */
export interface Access {
  /** An OAuth client that the vendor knows. */
  readonly oauthClient?: { readonly clientId: string; readonly clientSecret: string };
  /** What the connector asks the end user for, such as `{ apiKey }`. */
  readonly credentials?: Readonly<Record<string, string>>;
}

export interface Refused {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body: unknown;
}

/** Each as the vendor documents it; `invalid` is a write that it understood and refused. */
export interface Refusals {
  readonly unauthorized: Refused;
  readonly forbidden: Refused;
  readonly notFound: Refused;
  readonly invalid: Refused;
  /** With the vendor's own way to say how long to wait; 7 seconds. */
  readonly rateLimited: Refused;
  readonly broken: Refused;
}
