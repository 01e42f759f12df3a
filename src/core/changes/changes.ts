/** Everything that brings changes into the logs: vendors that tell, and polls those that do not. */

import type { Connector } from "../../contract/connector.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type OpenConnection } from "../accounts/connection.ts";
import { openRateLimit } from "../accounts/rateLimit.ts";
import type { Vault } from "../secrets/vault.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { resolveNotices } from "./ambiguousNotices.ts";
import { openInboundWebhooks } from "./inboundWebhooks.ts";
import { openPoller, type ReportChannel } from "./poller.ts";
import { endVendorSubscription, maintainVendorSubscriptions, sweepVendorSubscriptions } from "./vendorSubscriptions.ts";

export interface SourceParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  /** Whether a vendor reaches the addresses that we would give it. */
  readonly isReachedBy: (connector: Connector) => boolean;
  readonly publicUrl: () => string;
  readonly webhookSecrets: Readonly<Record<string, string>>;
  readonly pollSeconds: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (connectionId: string) => void;
}

/** Posts a second from one vendor about one connection; vendors send many in one. */
const postLimit = { perSecond: 50, burst: 500 };

export function openSources(parts: SourceParts) {
  const { webhookSecrets, isReachedBy, now } = parts;
  const reportChannelOf = (connector: Connector): ReportChannel => {
    const { webhooks, id } = connector;
    if (webhooks?.setUp === "portal") return { by: "portal", operator: webhookSecrets[id] !== undefined };
    // Without the key nobody could tell who posts: it is polled instead.
    const isKnown = webhooks?.signedWith !== "appKey" || webhookSecrets[id] !== undefined;
    return { by: webhooks?.setUp === "api" && isKnown && isReachedBy(connector) ? "address" : "nothing" };
  };
  const whole = { ...parts, reportChannelOf };
  return {
    reception: openInboundWebhooks({ ...parts, limit: openRateLimit({ ...postLimit, now }) }),
    poller: openPoller({ ...whole, every: parts.pollSeconds }),
    renewVendorSubscriptions: () => maintainVendorSubscriptions(whole),
    sweepVendorSubscriptions: () => sweepVendorSubscriptions(whole),
    clear: () => resolveNotices(parts),
    endFor: (connector: Connector | undefined, connection: OpenConnection) =>
      endVendorSubscription(whole, connector, connection),
  };
}
