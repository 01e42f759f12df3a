/** A vendor's webhooks: what it posts, and how subscriptions are managed. */

import type { EventType, RecordResource } from "./event.ts";
import { type Scope, type Session } from "./session.ts";

export interface Webhooks {
  /**
   * `api`: Kontor subscribes for each connection, and the vendor posts to a separate URL per connection.
   * `portal`: the operator enters one URL in the vendor's developer portal and gets a key for it.
   */
  readonly setUp: "api" | "portal";
  /** With `setUp: "api"`: posts are signed with the app's key from the vendor's portal instead of the subscription's secret. */
  readonly signedWith?: "appKey";
  /** The resources and changes that the vendor reports. They are polled only slowly, for changes whose notice was lost. */
  readonly resources: { readonly [Resource in RecordResource]?: readonly EventType[] };
  /** Verifies and parses a post. Must not call the vendor, which is waiting for the response. */
  receive(post: VendorPost): Receipt;
  /** Resolves ambiguous notices by reading from the vendor. */
  lookUp?(notice: Notice, session: Session): Promise<readonly Notice[]>;
  /** Subscriptions belong to a company, so they are created and deleted with a session within that company. */
  readonly withinCompany?: true;
  /** With `setUp: "api"`: creates a subscription. The result is stored and passed back later. The session is outside any company; `address` has the scope. */
  subscribe?(session: Session, address: VendorAddress): Promise<VendorSubscription>;
  /**
   * Whether the subscription still exists at the vendor, complete and enabled. Asked daily. If not, it is made again:
   * `unsubscribe` removes what is left of it.
   */
  isActive?(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<boolean>;
  /** Extends a subscription, for vendors whose subscriptions expire. */
  renew?(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<VendorSubscription>;
  unsubscribe?(session: Session, subscription: VendorSubscription, address: VendorAddress): Promise<void>;
}

/** The URL to which a vendor posts the changes of one connection. */
export interface VendorAddress {
  readonly url: string;
  /** A random secret of this subscription, for vendors that sign with it or send it back. */
  readonly secret: string;
  /** The connection's company and environment. */
  readonly scope: Scope;
}

export interface VendorSubscription {
  /** A JSON value with what is needed to renew or delete the subscription and to verify posts. */
  readonly facts: unknown;
  /** When the subscription expires unless it is renewed. */
  readonly expiresAt?: string | undefined;
}

export interface VendorPost {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The raw bytes, over which signatures are computed. */
  readonly body: Buffer;
  /** `portal`: the key from the portal. `api`: the subscription's secret, or the app's key with `signedWith: "appKey"`. */
  readonly secret: string;
  /** `api`: the facts that `subscribe` returned. Undefined while `subscribe` is running, because some vendors send a handshake meanwhile. */
  readonly facts?: unknown;
}

/** The result of reading a post. */
export type Receipt =
  | { readonly kind: "notices"; readonly notices: readonly Notice[] }
  /** The signature is wrong. The post is answered with 401 and ignored. */
  | { readonly kind: "invalidSignature" }
  /** A handshake, answered with this body. */
  | { readonly kind: "handshake"; readonly body?: string };

/** A change that a vendor reports. */
export interface Notice {
  readonly resource: RecordResource;
  readonly eventType: EventType;
  /** The record's id, as lists return it. */
  readonly resourceId: string;
  /** When it changed according to the vendor, with a time zone. */
  readonly changedAt: string;
  /** The vendor's id of the notice, if any. Detects notices that are posted again, possibly in another batch. */
  readonly number?: string;
  /** The company, if one URL serves several. */
  readonly company?: string;
  /** A JSON value for `lookUp`, set if the notice alone is ambiguous. */
  readonly ambiguous?: unknown;
}
