/** Builds the HTTP application around the core. */

import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { consoleRoutes } from "../console/routes.ts";
import { monotonicNow } from "../contract/clocks.ts";
import { readDemo } from "../core/accounts/demo.ts";
import { openClients } from "../core/assistants/clients.ts";
import { buildApp } from "../http/app.ts";
import type { Uploads } from "../http/data/uploads.ts";
import { addAccountingRoutes } from "../http/endpoints/accountingRoutes.ts";
import { assistantTokenRoutes } from "../http/endpoints/assistantTokenRoutes.ts";
import { addAuthRoutes } from "../http/endpoints/authRoutes.ts";
import { addImportRoutes } from "../http/endpoints/importRoutes.ts";
import { vendorRoutes } from "../http/endpoints/inboundWebhookRoutes.ts";
import { addOperationRoutes } from "../http/endpoints/operationRoutes.ts";
import { pageRoutes } from "../http/endpoints/pageRoutes.ts";
import { addServiceRoutes } from "../http/endpoints/serviceRoutes.ts";
import { addTenantRoutes } from "../http/endpoints/tenantRoutes.ts";
import { addWebhookRoutes } from "../http/endpoints/webhookRoutes.ts";
import type { DrainPeriod } from "../http/server/drain.ts";
import { addMetricsRoute } from "../http/server/metrics.ts";
import { addMcpRoutes } from "../mcp/routes.ts";
import { referenceRoutes } from "../reference/routes.ts";
import { shareCounts } from "../store/console/replays.ts";
import { openChecks } from "./checks/checks.ts";
import type { Core, CoreParts } from "./core.ts";
import { openHealth } from "./health.ts";
import { openSharedLimit, type Siblings } from "./siblings.ts";

export interface ApiParts extends Pick<CoreParts, "storage" | "connectors" | "sandbox" | "metrics" | "requestLog"> {
  readonly core: Core;
  readonly uploads: Uploads;
  readonly version: string;
  /** How many services use this database. Default: one. */
  readonly services?: () => number;
  /** Set if this service has several processes. */
  readonly siblings?: Siblings | undefined;
  readonly drainPeriod?: DrainPeriod;
  /** Whether the service is paused after a restore. Default: it is not. */
  readonly isPaused?: () => boolean;
  /** For a complete data request. */
  readonly deadlineMs?: number | undefined;
}

export async function wireApi(parts: ApiParts): Promise<FastifyInstance> {
  const { storage, connectors, sandbox, core, uploads, version, metrics, requestLog, services, siblings } = parts;
  const { deadlineMs, drainPeriod } = parts;
  const { config, log } = storage;
  const { callers, knownKeys, readInput, recordChange, connecting, auth, execute, serialise, reconciling } = core;
  const health = openHealth(storage, { drainPeriod, isPaused: parts.isPaused });
  const isBehindTls = config.baseUrl?.startsWith("https:") ?? false;
  return buildApp({
    execute,
    serialise,
    callers,
    uploads,
    deadlineMs,
    drainPeriod,
    rateLimit: {
      limit: openSharedLimit(siblings, "requests taken", { ...config.rateLimit, now: monotonicNow, services }),
      ...config.rateLimit,
      knownKeys,
    },
    trustProxy: config.trustProxy,
    log,
    metrics,
    requestLog,
    ...(config.requestLogDays > 0 && { requestPage: (id: string) => `${connecting.baseUrl()}/console/requests/${id}` }),
    isTraced: config.tracing !== undefined,
    noteTrouble: health.noteTrouble,
    workFor: storage.workFor,
    isBehindTls,
    service: async (scope) => {
      // Any of these requests may have changed a key, its tenant or its connection.
      scope.addHook("onSend", async () => callers.forget());
      addAuthRoutes(scope, auth);
      addImportRoutes(scope, auth);
      addAccountingRoutes(scope, auth, execute);
      addTenantRoutes(scope, auth);
      addOperationRoutes(scope, auth, reconciling);
      addWebhookRoutes(scope, auth);
      addMetricsRoute(scope, metrics, config.metrics);
      const perMinute = config.assistantAttempts;
      const attemptLimit = { perSecond: perMinute / 60, burst: perMinute, now: monotonicNow };
      const attempts = openSharedLimit(siblings, "attempts of assistants", attemptLimit);
      const clients = openClients({ ...connecting, attempts });
      await scope.register(assistantTokenRoutes, { ...connecting, clients });
      await scope.register(pageRoutes, {
        connecting,
        assistants: { clients, attempts },
        tries: openSharedLimit(siblings, "tries taken", { perSecond: 0.05, burst: 10, now: monotonicNow }),
        operator: config.operator,
        begin: auth.begin,
        manageFor: auth.manageFor,
      });
      await scope.register(consoleRoutes, {
        auth,
        reconciling,
        connectors,
        version,
        health: health.report,
        isBehindTls,
        execute,
        serialise,
        signIn: core.signIn,
        requestLogDays: config.requestLogDays,
        countReplay: shareCounts(),
        requestBodyHours: config.requestBodyHours,
        operator: config.operator,
        checks: openChecks(storage),
      });
      addMcpRoutes(scope, {
        callers,
        execute,
        vault: storage.vault,
        database: storage.database,
        connectors: connecting.connectors,
        version,
        baseUrl: connecting.baseUrl,
        now: Date.now,
        onFault: (err) => log.error({ err }, "unexpected error in a tool of an assistant"),
      });
      addServiceRoutes(scope, {
        callers,
        readInput,
        recordChange,
        connectors,
        version,
        health: health.report,
        metricsToken: config.metrics.token,
      });
      await scope.register(referenceRoutes, {
        callers,
        readInput,
        recordChange,
        connectors,
        version,
        publicUrl: config.baseUrl,
        operator: config.operator.name,
        demo: async () => (isDemo(config) ? readDemo(config.dataFolder) : undefined),
        health: health.report,
      });
    },
    limitedApps: config.sandbox.isPublic ? ["/sandbox"] : [],
    mountedApps: {
      ...(sandbox && { "/sandbox": sandbox.routes }),
      "/events": (scope) => vendorRoutes(scope, core.sources),
    },
  });
}

/** Only this machine can reach the service, so the demo's keys may be shown. */
const isDemo = ({ sandbox, baseUrl }: Config): boolean => sandbox.enabled && !sandbox.isPublic && baseUrl === undefined;
