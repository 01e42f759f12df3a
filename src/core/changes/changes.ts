/** Everything that brings changes into the logs: vendors that tell, and looks at those that do not. */
import type { Connector } from "../../contract/connector.ts";
import type { Database } from "../../store/database.ts";
import type { OpenConnection } from "../accounts/callers.ts";
import { openRateLimit } from "../accounts/rateLimit.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Settling } from "../writing/reconcile.ts";
import { clearNotices } from "./ambiguousNotices.ts";
import { openReception } from "./inboundWebhooks.ts";
import { type Hearing, openLooker } from "./poller.ts";
import { endVendorSubscription, reviewVendorSubscriptions, tendVendorSubscriptions } from "./vendorSubscriptions.ts";

export interface SourceParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: Settling["openSession"];
  /** Whether a vendor reaches the addresses that we would give it. */
  readonly isReachedBy: (connector: Connector) => boolean;
  readonly publicUrl: () => string;
  readonly webhookSecrets: Readonly<Record<string, string>>;
  readonly lookSeconds: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (connectionId: string) => void;
}

/** Posts a second from one vendor about one connection; vendors send many in one. */
const postLimit = { perSecond: 50, burst: 500 };

export function openSources(parts: SourceParts) {
  const { webhookSecrets, isReachedBy, now } = parts;
  const hears = (connector: Connector): Hearing => {
    const { webhooks, id } = connector;
    if (webhooks?.setUp === "portal") return { by: "portal", operator: webhookSecrets[id] !== undefined };
    return { by: webhooks?.setUp === "api" && isReachedBy(connector) ? "address" : "nothing" };
  };
  const whole = { ...parts, hears };
  return {
    reception: openReception({ ...parts, limit: openRateLimit({ ...postLimit, now }) }),
    looker: openLooker({ ...whole, every: parts.lookSeconds }),
    tend: () => tendVendorSubscriptions(whole),
    reviewVendors: () => reviewVendorSubscriptions(whole),
    clear: () => clearNotices(parts),
    endFor: (connector: Connector | undefined, connection: OpenConnection) =>
      endVendorSubscription(whole, connector, connection),
  };
}
