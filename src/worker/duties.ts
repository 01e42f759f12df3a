/** The worker's duties besides tasks and deliveries, and how often they run. */

import type { Retention } from "../core/accounts/retention.ts";
import type { openSources } from "../core/changes/changes.ts";
import { deliverKeys } from "../core/connecting/accountKeyDelivery.ts";
import { continueImports, type ImportDeps } from "../core/connecting/continueImports.ts";
import { continueBulkReplays } from "../core/delivering/bulkReplay.ts";
import { type Outbound } from "../core/outbound/client.ts";
import { type Vault } from "../core/secrets/vault.ts";
import { pruneAssistantClients } from "../store/assistants/clients.ts";
import { pruneConsents } from "../store/assistants/consents.ts";
import { pruneGrants } from "../store/assistants/grants.ts";
import { pruneBulkReplays } from "../store/bulkReplays.ts";
import { pruneEndUserPages } from "../store/connecting/endUserPages.ts";
import { pruneImports } from "../store/connecting/imports.ts";
import { endExpiredSubscriptions } from "../store/deliveryLedger.ts";
import { pruneFlows } from "../store/flows.ts";
import { pruneIssues } from "../store/issues/issues.ts";
import { pruneAudit } from "../store/log/auditChain.ts";
import { pruneBodies } from "../store/log/requestBodies.ts";
import { pruneRequestLog } from "../store/log/requestLog.ts";
import { pruneSearchTerms } from "../store/log/searchTerms.ts";
import { pruneUsage } from "../store/log/vendorUsage.ts";
import { pruneOperations } from "../store/operations.ts";
import { type Database } from "../store/postgres/database.ts";
import { pruneEvents } from "../store/pruneEvents.ts";
import { pruneTasks } from "../store/tasks.ts";
import { pruneVendorLimits } from "../store/vendorLimits.ts";
import type { Duty } from "./worker.ts";

/** `before` runs each time, because the URL of the service may have changed. */
export function sourceDuties(sources: ReturnType<typeof openSources>, before: () => Promise<void>): Duty[] {
  const duty = (every: number, run: () => Promise<unknown>): Duty => ({
    every,
    run: async () => {
      await before();
      await run();
    },
  });
  return [
    duty(1000, () => sources.poller.schedule()),
    duty(60_000, () => sources.poller.sweep()),
    duty(500, () => sources.poller.begin()),
    duty(1000, () => sources.renewVendorSubscriptions()),
    duty(10_000, () => sources.sweepVendorSubscriptions()),
    duty(1000, () => sources.resolveNotices()),
    duty(1000, () => sources.releaseChanges()),
  ];
}

interface Upkeep {
  readonly renewGrants: () => Promise<unknown>;
  readonly checkConnections: () => Promise<unknown>;
  /** Whether the operator wants the daily checks. */
  readonly checks: boolean;
}

export function upkeepDuties({ renewGrants, checkConnections, checks }: Upkeep, before: () => Promise<void>): Duty[] {
  const run = (work: () => Promise<unknown>) => async () => {
    await before();
    await work();
  };
  return [{ every: 5000, run: run(renewGrants) }, ...(checks ? [{ every: 5000, run: run(checkConnections) }] : [])];
}

/** Imports of connections call vendors, like upkeep. */
export const importDuties = (deps: ImportDeps, before: () => Promise<void>): Duty[] => [
  {
    every: 500,
    run: async () => {
      await before();
      await continueImports(deps);
    },
  },
];

/** After a restore. Done once, but tried again if it was interrupted. */
export const restoreDuties = (completeRestore: () => Promise<void>, before: () => Promise<void>): Duty[] => [
  {
    every: 1000,
    run: async () => {
      await before();
      await completeRestore();
    },
  },
];

interface HousekeepingDeps {
  /** Reads the receipts of writes that could not be verified at once. */
  readonly readLateReceipts: () => Promise<void>;
  readonly updateIssues: () => Promise<void>;
  /** Alerts the operator of opened issues. */
  readonly sendAlerts: () => Promise<void>;
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Called when the delivery of an account key is given up. */
  readonly onGivenUp: (delivery: string) => void;
  readonly requestLogDays: number;
  readonly requestBodyHours: number;
  readonly retention: Retention;
  readonly eraseEnded: () => Promise<void>;
  /** Whether events of this target system are delivered as lists. */
  readonly batches: (targetSystem: string | null) => boolean;
  /** See `openCautiousClock`. */
  readonly cautiousNow: () => number;
}

export const housekeepingDuties = ({
  database,
  vault,
  outbound,
  onGivenUp,
  requestLogDays,
  requestBodyHours,
  retention,
  eraseEnded,
  batches,
  readLateReceipts,
  updateIssues,
  sendAlerts,
  cautiousNow,
}: HousekeepingDeps): Duty[] => [
  { every: 60_000, run: readLateReceipts },
  { every: 5000, run: updateIssues },
  { every: 10_000, run: sendAlerts },
  { every: 1000, run: () => deliverKeys({ database, vault, outbound, now: Date.now }, onGivenUp) },
  { every: 1000, run: () => continueBulkReplays({ database, batches }) },
  { every: 60_000, run: () => endExpiredSubscriptions(database) },
  { every: 5000, run: eraseEnded },
  { every: 3_600_000, run: () => pruneFlows(database) },
  { every: 3_600_000, run: () => pruneEndUserPages(database) },
  { every: 3_600_000, run: () => pruneConsents(database) },
  { every: 3_600_000, run: () => pruneGrants(database) },
  { every: 3_600_000, run: () => pruneAssistantClients(database) },
  { every: 3_600_000, run: () => pruneBulkReplays(database, retention.eventDays) },
  { every: 3_600_000, run: () => pruneOperations(database, retention.operationDays) },
  { every: 3_600_000, run: () => pruneVendorLimits(database) },
  { every: 600_000, run: () => pruneRequestLog(database, requestLogDays, cautiousNow()) },
  { every: 3_600_000, run: () => pruneSearchTerms(database, requestLogDays) },
  { every: 60_000, run: () => pruneBodies(database, requestBodyHours) },
  { every: 3_600_000, run: () => pruneUsage(database, retention.usageDays) },
  { every: 600_000, run: () => pruneImports(database, retention.taskDays) },
  { every: 600_000, run: () => pruneTasks(database, retention.taskDays) },
  { every: 600_000, run: () => pruneEvents(database, retention.eventDays) },
  { every: 3_600_000, run: () => pruneIssues(database, retention.issueDays) },
  { every: 3_600_000, run: () => pruneAudit(database, retention.auditLogDays) },
];
