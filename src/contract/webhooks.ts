/** How a vendor itself tells of changes: what it posts, and the subscriptions that make it do so. */

import type { EventType, RecordResource } from "./event.ts";
import { type Scope, type Session } from "./session.ts";

/** A vendor's own webhooks. */
export interface Webhooks {
  /**
   * `api`: we subscribe for each connection, and the vendor posts to an address of that connection's own.
   * `portal`: whoever runs the app at the vendor enters one address there and gets a key for it.
   */
  readonly setUp: "api" | "portal";
  /** What the vendor notifies of, with every kind of change that happens to it there: that is not polled. */
  readonly resources: { readonly [Resource in RecordResource]?: readonly EventType[] };
  /** Checks what was posted and reads it. Nothing is asked of the vendor here: it waits for the answer. */
  receive(post: VendorPost): Receipt;
  /** For notices that do not say enough: what they mean, after a look at the vendor. */
  lookUp?(notice: Notice, session: Session): Promise<readonly Notice[]>;
  /** Subscriptions belong to the company that asks for them: the session of those who make and end them is within it. */
  readonly withinCompany?: true;
  /** With `setUp: "api"`. What it tells is kept, and handed back. The session is outside any company; the address names it. */
  subscribe?(session: Session, address: VendorAddress): Promise<VendorSubscription>;
  /** For vendors whose subscriptions end. */
  renew?(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<VendorSubscription>;
  unsubscribe?(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<void>;
}

/** Where a vendor is to post for one connection. */
export interface VendorAddress {
  readonly url: string;
  /** Random and only of this subscription, for vendors that send such a thing back. */
  readonly secret: string;
  /** The connection's company and environment. */
  readonly scope: Scope;
}

export interface VendorSubscription {
  /** What the vendor needs to know to renew or end it, and we to check what it posts. A value of JSON. */
  readonly facts: unknown;
  /** When it ends unless renewed. */
  readonly expiresAt?: string | undefined;
}

export interface VendorPost {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The raw bytes: signatures are over them. */
  readonly body: Buffer;
  /** `portal`: the key from there. `api`: the secret of the address. */
  readonly secret: string;
  /** `api`: what `subscribe` told. Undefined while the vendor still answers it: some shake hands meanwhile. */
  readonly facts?: unknown;
}

/** What became of a post. */
export type Receipt =
  | { readonly kind: "notices"; readonly notices: readonly Notice[] }
  /** Not signed by the vendor: answered with 401, and nothing else happens. */
  | { readonly kind: "invalidSignature" }
  /** A handshake, answered like this. */
  | { readonly kind: "handshake"; readonly body?: string };

export interface Notice {
  readonly resource: RecordResource;
  readonly eventType: EventType;
  /** The record's id as our lists have it. */
  readonly resourceId: string;
  /** When it changed, as the vendor says: with a zone. */
  readonly changedAt: string;
  /** The vendor's own number of what it tells, where it has one: what is posted again may come in other company. */
  readonly number?: string;
  /** The company it is about, where one address serves several. */
  readonly company?: string;
  /** Set where `lookUp` has to say what this is; a value of JSON for it. */
  readonly ambiguous?: unknown;
}
