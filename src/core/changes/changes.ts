/** The sources of changes in the event logs: vendors' webhooks, and polls of vendors without them. */

import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { findHeldConnections } from "../../store/events.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type OpenConnection } from "../accounts/connection.ts";
import { openRateLimit } from "../accounts/rateLimit.ts";
import { releaseHeldChanges } from "../events/eventLog.ts";
import type { Vault } from "../secrets/vault.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { resolveNotices } from "./ambiguousNotices.ts";
import { openInboundWebhooks } from "./inboundWebhooks.ts";
import { openPoller, type ReportChannel } from "./poller.ts";
import {
  endVendorSubscription,
  maintainVendorSubscriptions,
  moveVendorSubscriptions,
  sweepVendorSubscriptions,
} from "./vendorSubscriptions.ts";

export interface SourceParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  /** Whether the vendor can reach this service's webhook URLs. */
  readonly isReachedBy: (connector: Connector) => boolean;
  readonly publicUrl: () => string;
  readonly webhookSecrets: Readonly<Record<string, string>>;
  readonly pollSeconds: number;
  readonly sweepSeconds?: number | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (connectionId: string) => void;
}

/** Appends changes that waited for the end of a write. */
async function releaseChanges({ database, connectors }: SourceParts): Promise<void> {
  for (const { id, targetSystem } of await findHeldConnections(database))
    await releaseHeldChanges(database, { id, batches: connectors.get(targetSystem)?.batches === true });
}

/** Webhook requests a second for one connection; vendors combine many notices in one request. */
const postLimit = { perSecond: 50, burst: 500 };

export function openSources(parts: SourceParts) {
  const { webhookSecrets, isReachedBy } = parts;
  const reportChannelOf = (connector: Connector): ReportChannel => {
    const { webhooks, id } = connector;
    if (webhooks?.setUp === "portal") return { by: "portal", operator: webhookSecrets[id] !== undefined };
    // Without the key signatures cannot be checked, so the vendor is polled instead.
    const isVerifiable = webhooks?.signedWith !== "appKey" || webhookSecrets[id] !== undefined;
    return { by: webhooks?.setUp === "api" && isVerifiable && isReachedBy(connector) ? "address" : "nothing" };
  };
  const deps = { ...parts, reportChannelOf };
  let knownUrl: string | undefined;
  const followUrl = async (): Promise<void> => {
    const url = parts.publicUrl();
    if (url === knownUrl) return;
    await moveVendorSubscriptions(deps, url);
    knownUrl = url;
  };
  return {
    reception: openInboundWebhooks({ ...parts, limit: openRateLimit({ ...postLimit, now: monotonicNow }) }),
    poller: openPoller({ ...deps, pollEverySeconds: parts.pollSeconds, sweepEverySeconds: parts.sweepSeconds }),
    renewVendorSubscriptions: () => maintainVendorSubscriptions(deps),
    sweepVendorSubscriptions: async () => {
      await followUrl();
      await sweepVendorSubscriptions(deps);
    },
    resolveNotices: () => resolveNotices(parts),
    releaseChanges: () => releaseChanges(parts),
    endFor: (connector: Connector | undefined, connection: OpenConnection) =>
      endVendorSubscription(deps, connector, connection),
  };
}
