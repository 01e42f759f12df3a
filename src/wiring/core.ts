/** Builds the core that the API and the worker share: sessions, request execution, the journal, the connect flows. */

import type { Config } from "../config.ts";
import { monotonicNow, openCautiousClock } from "../contract/clocks.ts";
import type { Connector } from "../contract/connector.ts";
import type { ServiceUrls } from "../contract/signIn.ts";
import { openCallers } from "../core/accounts/callers.ts";
import { type OpenConnection, secretsOf } from "../core/accounts/connection.ts";
import { openKnownKeys } from "../core/accounts/knownKeys.ts";
import { makeClientFor, type OAuthClient } from "../core/accounts/oauthClients.ts";
import { openCompleteness } from "../core/calling/complete.ts";
import { type Execute, makeExecute } from "../core/calling/execute.ts";
import { passThrough } from "../core/calling/passThrough.ts";
import { openInputReader } from "../core/calling/validateInput.ts";
import { openListener } from "../core/changes/announcements.ts";
import { openSources } from "../core/changes/changes.ts";
import { usualSecondsOf } from "../core/changes/pollSchedule.ts";
import { makeHandOverKey } from "../core/connecting/accountKeyDelivery.ts";
import { requestedScopes } from "../core/connecting/consent.ts";
import { type ConnectingDeps } from "../core/connecting/context.ts";
import type { ImportDeps } from "../core/connecting/continueImports.ts";
import { type ErasureDeps, eraseEnded } from "../core/connecting/eraseEnded.ts";
import type { ConnectionDeps } from "../core/connecting/manageConnection.ts";
import { makeStartFlow } from "../core/connecting/startFlow.ts";
import { checkConnections, grantLifetimes, renewGrants, type UpkeepDeps } from "../core/connecting/upkeep.ts";
import { mailChannel, webhookChannel } from "../core/issues/alertChannels.ts";
import { type AlertChannel, makeSendAlerts } from "../core/issues/alerts.ts";
import { makeUpdateIssues } from "../core/issues/update.ts";
import { openLimiter } from "../core/limits/limiter.ts";
import { openSharedCounts } from "../core/limits/sharedCounts.ts";
import type { Usage } from "../core/limits/usage.ts";
import type { Outbound } from "../core/outbound/client.ts";
import { pausable, servicePaused } from "../core/outbound/pausable.ts";
import type { SlotOwner } from "../core/outbound/slots.ts";
import { openIdentityProvider } from "../core/people/identityProvider.ts";
import { openIds } from "../core/secrets/ids.ts";
import { hashKey } from "../core/secrets/keys.ts";
import { Secret } from "../core/secrets/secret.ts";
import { openOAuth, type TokenRequest } from "../core/session/oauth.ts";
import { openOneAtATime } from "../core/session/oneAtATime.ts";
import { makeSessionFactory, type OpenSession, type SessionFactoryDeps } from "../core/session/sessionFactory.ts";
import { makeStartSession } from "../core/session/startSession.ts";
import { isOnThisMachine, makeResolveSite, standInUrl } from "../core/session/target.ts";
import { openTokens } from "../core/session/tokens.ts";
import type { VendorCall } from "../core/session/vendorCall.ts";
import { openGarbageCollector } from "../core/tasks/collectGarbage.ts";
import { makeGiveUpTask, makeRunTask, type TaskDeps } from "../core/tasks/runTask.ts";
import { makeShowTask } from "../core/tasks/showTask.ts";
import { makeStartList, makeStartTask } from "../core/tasks/startTask.ts";
import { readLateReceipts } from "../core/writing/lateReceipts.ts";
import { type ReconcileDeps } from "../core/writing/reconcile.ts";
import { makeWrite } from "../core/writing/write.ts";
import { openCollector } from "../fast/garbage.ts";
import { openSerialiser } from "../http/data/serialise.ts";
import type { AuthOptions } from "../http/endpoints/authRoutes.ts";
import type { RequestLog } from "../http/log/requestLog.ts";
import { header, type RequestChecks } from "../http/server/endpoint.ts";
import type { Metrics } from "../http/server/metrics.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { findApiKeyId } from "../store/apiKeys.ts";
import { addAudit } from "../store/log/auditLog.ts";
import type { CallCause } from "../store/log/vendorUsage.ts";
import { openOperationWriter } from "../store/operationGroups.ts";
import type { AdvisoryLocks } from "../store/postgres/advisoryLocks.ts";
import type { Queue } from "../store/postgres/queue.ts";
import { openEndAttempt } from "../store/upkeep/endedAttempts.ts";
import { makeCompleteRestore } from "./completeRestore.ts";
import { type Storage } from "./storage.ts";

export interface CoreParts {
  readonly storage: Storage;
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox | undefined;
  readonly outbound: Outbound;
  readonly advisoryLocks: AdvisoryLocks;
  readonly queue: Queue;
  readonly facts: () => ServiceUrls;
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly usage: Usage;
  /** Whether the service is paused after a restore. Default: it is not. */
  readonly isPaused?: () => boolean;
  /** How a session waits before a retry. Default: in real time. */
  readonly pause?: SessionFactoryDeps["pause"];
}

export function makeCore(parts: CoreParts) {
  const { config, database, callersDatabase, vault } = parts.storage;
  const { connectors, facts, isPaused = () => false } = parts;
  const outbound = pausable(parts.outbound, isPaused);
  const checkPaused = (): void => {
    if (isPaused()) throw servicePaused();
  };
  const now = Date.now;
  const known = new Map(connectors.map((connector) => [connector.id, connector]));
  const { targetSites, oauthScopes: scopes } = config;
  const countUsage = (call: TokenRequest, connectionId: string, tenantId: string, cause: CallCause): void => {
    const { targetSystem, at, bytesOut: bytesSent, bytesIn: bytesReceived } = call;
    parts.metrics.countUsage(call, cause);
    const isError = "status" in call && !(typeof call.status === "number" && call.status < 400);
    parts.usage.count({ connectionId, tenantId, targetSystem, cause, at, bytesSent, bytesReceived, isError });
  };
  const onTokenRequest = (request: TokenRequest, { connection, tenant }: SlotOwner): void => {
    if (connection !== undefined) countUsage(request, connection, tenant, "renewal");
  };
  const oauth = openOAuth({ outbound, facts, targetSites, scopes, now, onTokenRequest });
  const clientFor = makeClientFor(database, vault, operatorClients(parts));
  const { log } = parts.storage;
  const resolveSite = makeResolveSite(facts, targetSites);
  const onCall = (call: VendorCall, background?: OpenConnection): void => {
    parts.metrics.countVendorCall(call);
    if (background === undefined) return;
    parts.requestLog.addCall({ call, tenantId: background.tenantId, connectionId: background.id });
  };
  const onUsage = (call: VendorCall, { id, tenantId }: OpenConnection, cause: CallCause): void =>
    countUsage(call, id, tenantId, cause);
  const startSession = makeStartSession({ outbound, resolveSite, log, onCall, onTokenRequest, clock: now });
  const { advisoryLocks } = parts;
  const knownKeys = openKnownKeys(database, monotonicNow);
  const callers = openCallers({ database: callersDatabase, vault, knownKeys, now: monotonicNow });
  const onChange = callers.forget;
  const tokens = openTokens({ database, advisoryLocks, vault, oauth, startSession, clientFor, onChange, now });
  const limiter = config.targetLimits
    ? openLimiter(
        openSharedCounts({ database, now: monotonicNow, onFault: uncounted(log) }),
        monotonicNow,
        config.processes,
      )
    : undefined;
  const sessions = makeSessionFactory({
    outbound,
    tokens,
    resolveSite,
    log,
    onCall,
    onUsage,
    now,
    limiter,
    oneAtATime: openOneAtATime(advisoryLocks, now),
    clientFor,
    pause: parts.pause,
    answerMegabytes: config.answerMegabytes,
    reportsBodies: config.requestBodyHours > 0 && config.requestLogDays > 0,
  });
  const readInput = openInputReader();
  const baseUrl = () => facts().publicUrl;

  const connecting: ConnectingDeps = {
    database,
    vault,
    outbound,
    oauth,
    clientFor,
    baseUrl,
    now,
    connectors: known,
    openSession: sessions.forCandidate,
    startSession: (connector, plain) => startSession(connector, secretsOf(plain)),
    standInUrl: ({ id }, address) => standInUrl(address, targetSites[id]),
    handOverKey: makeHandOverKey({ vault, now }),
  };
  const imports: ImportDeps = {
    ...connecting,
    advisoryLocks,
    openImportSession: sessions.forImport,
    onFault: (err) => log.error({ err }, "unexpected error in an import of connections"),
  };
  const sources = makeSources(parts, known, sessions.forConnection);
  const listener = openListener({
    database,
    vault,
    connectors: known,
    advisoryLocks,
    currentCredentials: tokens.current,
    clientFor,
    standInUrl: ({ id }, url) => standInUrl(url, targetSites[id]),
    onFault: (err) => log.warn({ err }, "cannot listen to a vendor's announcements; its lists are polled"),
  });
  const checkClient = async (tenantId: string, connector: Connector) => void (await clientFor(tenantId, connector));
  const startFlow = makeStartFlow({ database, vault, outbound, baseUrl, now, checkClient });
  const recordChange: RequestChecks["recordChange"] = async ({ action, tenantId, subject, request }) => {
    const actorId = await findApiKeyId(database, hashKey(header(request, "x-api-key") ?? ""));
    const { id, name } = subject;
    const entry = { tenantId, action, subject: id, subjectName: name, address: request.ip };
    await addAudit(database, { role: "api", actorId, ...entry });
  };
  const { provider: providerSettings, links } = config.signIn;
  // Not the pausable client: operators sign in while the service is paused.
  const provider = providerSettings && openIdentityProvider(providerSettings, parts.outbound);
  const auth: AuthOptions = {
    consoleLinks: links,
    callers,
    readInput,
    recordChange,
    connecting,
    begin: async (...flow) => {
      checkPaused();
      return startFlow(...flow);
    },
    manageFor: (requestId): ConnectionDeps => ({
      database,
      oauth,
      clientFor,
      endAtVendor: sources.endFor,
      pollSecondsOf: ({ pollEvery = 0 }, state) => Math.max(usualSecondsOf(config.pollSeconds, state), pollEvery),
      openSession: (connector, connection) => sessions.forConnection(connector, connection, { requestId }),
    }),
  };

  const erasure: ErasureDeps = {
    ...auth.manageFor("erasure"),
    vault,
    connectors: known,
    endedMinutes: config.retention.endedConnectionMinutes,
    onFault: (err) => log.error({ err }, "could not revoke or erase an ended connection or a deleted tenant"),
  };
  const upkeep: UpkeepDeps = {
    database,
    vault,
    connectors: known,
    tokens,
    openSession: sessions.forConnection,
    onFault: (err) => log.error({ err }, "unexpected error in the upkeep of a connection"),
  };
  const { queue } = parts;
  const writer = openOperationWriter({ database, groupDatabase: parts.storage.groupDatabase });
  const endAttempt = openEndAttempt(database);
  const journal = { database, vault, advisoryLocks, queue, writer, endAttempt, newOperationId: openIds() };
  const reconciling: ReconcileDeps = {
    ...journal,
    connectors: known,
    openSession: sessions.forConnection,
    onStored: parts.requestLog.addWrite,
  };
  const executeRequest = makeExecute({
    callers,
    readInput,
    connectors: known,
    complete: openCompleteness(),
    serviceOperations: { "asyncTask.get": makeShowTask({ database, vault, connectors: known }) },
    universalOperations: { "passThrough.create": passThrough },
    write: makeWrite({ ...journal, startTask: makeStartTask(journal) }),
    startList: makeStartList(journal),
    openSession: sessions.forConnection,
  });
  const execute: Execute = async (request) => {
    checkPaused();
    return executeRequest(request);
  };
  const serialise = openSerialiser();
  const onFault = (err: unknown) => log.error({ err }, "unexpected error in a task");
  const collect = openCollector();
  const collectGarbage = openGarbageCollector(() => collect("major"));
  const running: TaskDeps = { ...reconciling, queue, serialise, now, onFault, collectGarbage };
  const tasks = { run: makeRunTask(running), giveUp: makeGiveUpTask(running) };
  return {
    callers,
    knownKeys,
    readInput,
    recordChange,
    connecting,
    auth,
    signIn: { provider, links },
    execute,
    serialise,
    reconciling,
    sources,
    listener,
    imports,
    tasks,
    completeRestore: makeCompleteRestore({ ...reconciling, queue, upkeep }),
    renewGrants: () => renewGrants(upkeep),
    checkConnections: () => checkConnections(upkeep),
    eraseEnded: () => eraseEnded(erasure),
    readLateReceipts: () => readLateReceipts(reconciling),
    updateIssues: makeUpdateIssues({
      database,
      connectors: known,
      expected: () => ({ scopes: requestedScopes(connecting), lifetimes: grantLifetimes(known) }),
      now,
    }),
    sendAlerts: makeSendAlerts({
      database,
      advisoryLocks,
      channels: alertChannels(config, parts.outbound),
      nameOfSystem: (targetSystem) => known.get(targetSystem ?? "")?.name ?? targetSystem ?? "",
      publicUrl: () => facts().publicUrl,
      onFault: (err, channel) => log.warn({ err, channel }, "could not send an alert; will retry"),
    }),
  };
}

const alertChannels = ({ alerts: { webhookUrl, mail } }: Config, outbound: Outbound): AlertChannel[] => [
  ...(webhookUrl === undefined ? [] : [webhookChannel(outbound, webhookUrl)]),
  ...(mail === undefined ? [] : [mailChannel(mail)]),
];

function makeSources(
  { storage: { config, database, vault, log }, facts }: CoreParts,
  connectors: ReadonlyMap<string, Connector>,
  openSessionFor: OpenSession,
) {
  const { baseUrl, webhookSecrets, pollSeconds, sweepSeconds, targetSites } = config;
  return openSources({
    database,
    vault,
    connectors,
    webhookSecrets,
    pollSeconds,
    sweepSeconds,
    now: openCautiousClock(),
    random: Math.random,
    openSession: openSessionFor,
    publicUrl: () => facts().publicUrl,
    // Without a public URL, only vendors' stand-ins on this machine can reach the service.
    isReachedBy: ({ id, builtIn }) => baseUrl !== undefined || builtIn === true || isOnThisMachine(targetSites[id]),
    onFault: (err) => log.error({ err }, "unexpected error in a source of changes"),
    onGivenUp: (connection) => log.error({ connection }, "gave up on resolving a vendor's ambiguous notice"),
  });
}

const uncounted = (log: Storage["log"]) => (err: unknown) =>
  log.warn({ err }, "this process temporarily counts vendor calls on its own");

export type Core = ReturnType<typeof makeCore>;

/** The sandbox edition that users sign in to; its other editions use API keys. */
export const isBuiltInWithOAuth = ({ builtIn, signIn }: Connector): boolean =>
  builtIn === true && signIn.kind === "oauth2";

type OperatorClient = CoreParts["storage"]["config"]["oauthClients"][string];

/** The operator's OAuth clients, and the one of the sandbox. */
function operatorClients({ storage: { config }, connectors, sandbox }: CoreParts): ReadonlyMap<string, OAuthClient> {
  const built = sandbox
    ? connectors.filter(isBuiltInWithOAuth).map(({ id }) => [id, sandbox.oauthClient as OperatorClient] as const)
    : [];
  const clients = [...built, ...Object.entries(config.oauthClients)];
  return new Map(
    clients.map(([slug, { clientId, clientSecret, appKey }]) => [
      slug,
      { clientId, clientSecret: new Secret(clientSecret), ...(appKey !== undefined && { appKey: new Secret(appKey) }) },
    ]),
  );
}
