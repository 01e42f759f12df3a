/** The worker's duties besides tasks and deliveries, and how often they run. */

import type { Retention } from "../core/accounts/retention.ts";
import type { Listener } from "../core/changes/announcements.ts";
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
import { pruneFlows } from "../store/connecting/flows.ts";
import { pruneImports } from "../store/connecting/imports.ts";
import { endExpiredSubscriptions } from "../store/deliveryLedger.ts";
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
import type { DueDuty, Duty } from "./worker.ts";

/** `before` runs each time, because the URL of the service may have changed. */
const following = (before: () => Promise<void>, work: () => Promise<unknown>) => async (): Promise<void> => {
  await before();
  await work();
};

export const sourceDuties = (sources: ReturnType<typeof openSources>, before: () => Promise<void>): Duty[] => [
  { every: 60_000, run: following(before, () => sources.poller.sweep()) },
  { every: 10_000, run: following(before, () => sources.sweepVendorSubscriptions()) },
];

export const listenerDuty = (listener: Listener, before: () => Promise<void>): Duty => ({
  every: 10_000,
  run: following(before, () => listener.keep()),
});

export function dueSourceDuties(sources: ReturnType<typeof openSources>, before: () => Promise<void>): DueDuty[] {
  const duty = (isDue: DueDuty["isDue"], every: number, run: () => Promise<unknown>): DueDuty => ({
    isDue,
    every,
    run: following(before, run),
  });
  return [
    duty(
      ({ newSubscriptions }) => newSubscriptions,
      1000,
      () => sources.poller.schedule(),
    ),
    duty(
      ({ polls }) => polls,
      500,
      () => sources.poller.begin(),
    ),
    duty(
      ({ newSubscriptions, vendorSubscriptions }) => newSubscriptions || vendorSubscriptions,
      1000,
      () => sources.renewVendorSubscriptions(),
    ),
    duty(
      ({ ambiguousNotices }) => ambiguousNotices,
      1000,
      () => sources.resolveNotices(),
    ),
    duty(
      ({ heldChanges }) => heldChanges,
      1000,
      () => sources.releaseChanges(),
    ),
  ];
}

interface Upkeep {
  readonly renewGrants: () => Promise<unknown>;
  readonly checkConnections: () => Promise<unknown>;
  /** Whether the operator wants the daily checks. */
  readonly checks: boolean;
}

export function upkeepDuties({ renewGrants, checkConnections, checks }: Upkeep, before: () => Promise<void>): Duty[] {
  const run = (work: () => Promise<unknown>) => following(before, work);
  return [{ every: 15_000, run: run(renewGrants) }, ...(checks ? [{ every: 15_000, run: run(checkConnections) }] : [])];
}

interface Overdue {
  readonly deliveries: () => void;
  readonly tasks: () => void;
}

/** Deliveries and tasks start when they are announced. Nothing announces retries, and what a dead process has left. */
export const overdueDuties = ({ deliveries, tasks }: Overdue): DueDuty[] => [
  { isDue: (work) => work.deliveries, every: 1000, run: async () => deliveries() },
  { isDue: (work) => work.tasks, every: 3000, run: async () => tasks() },
];

/** Imports of connections call vendors, like upkeep. */
export const importDuty = (deps: ImportDeps, before: () => Promise<void>): DueDuty => ({
  isDue: ({ imports }) => imports,
  every: 500,
  run: following(before, () => continueImports(deps)),
});

/** After a restore. Done once, but tried again if it was interrupted. */
export const restoreDuties = (completeRestore: () => Promise<void>, before: () => Promise<void>): Duty[] => [
  { every: 1000, run: following(before, completeRestore) },
];

interface SendingDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Called when the delivery of an account key is given up. */
  readonly onGivenUp: (delivery: string) => void;
  /** Whether events of this target system are delivered as lists. */
  readonly batches: (targetSystem: string | null) => boolean;
}

export const sendingDuties = ({ database, vault, outbound, onGivenUp, batches }: SendingDeps): DueDuty[] => [
  {
    isDue: ({ keyDeliveries }) => keyDeliveries,
    every: 1000,
    run: () => deliverKeys({ database, vault, outbound, now: Date.now }, onGivenUp),
  },
  { isDue: ({ bulkReplays }) => bulkReplays, every: 1000, run: () => continueBulkReplays({ database, batches }) },
];

interface HousekeepingDeps {
  /** Reads the receipts of writes that could not be verified at once. */
  readonly readLateReceipts: () => Promise<void>;
  readonly updateIssues: () => Promise<void>;
  /** Alerts the operator of opened issues. */
  readonly sendAlerts: () => Promise<void>;
  readonly database: Database;
  readonly requestLogDays: number;
  readonly requestBodyHours: number;
  readonly retention: Retention;
  readonly eraseEnded: () => Promise<void>;
  /** See `openCautiousClock`. */
  readonly cautiousNow: () => number;
}

export const housekeepingDuties = ({
  database,
  requestLogDays,
  requestBodyHours,
  retention,
  eraseEnded,
  readLateReceipts,
  updateIssues,
  sendAlerts,
  cautiousNow,
}: HousekeepingDeps): Duty[] => [
  { every: 60_000, run: readLateReceipts },
  { every: 10_000, run: updateIssues },
  { every: 10_000, run: sendAlerts },
  { every: 60_000, run: () => endExpiredSubscriptions(database) },
  { every: 15_000, run: eraseEnded },
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
