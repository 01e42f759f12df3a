/** Wires the machinery behind the API and the worker: sessions, the pipeline, the journal, the flows. */
import type { Connector, Memory, Scope, SiteFacts } from "../contract/connector.ts";
import { type Credentials, type OpenConnection, openCallers } from "../core/accounts/callers.ts";
import { makeClientFor } from "../core/accounts/oauthClients.ts";
import { makeExecute } from "../core/calling/execute.ts";
import { makePassThrough } from "../core/calling/passThrough.ts";
import { openInputReader } from "../core/calling/validateInput.ts";
import { openSources } from "../core/changes/changes.ts";
import { makeHandOver } from "../core/connecting/accountKeyDelivery.ts";
import type { Connecting, PlainCredentials } from "../core/connecting/flowSteps.ts";
import type { Caring } from "../core/connecting/manageConnection.ts";
import { makeBegin } from "../core/connecting/startFlow.ts";
import type { Outbound } from "../core/outbound/client.ts";
import { Secret } from "../core/secrets/secret.ts";
import { openCollector } from "../core/tasks/collectGarbage.ts";
import { makeGiveUpTask, makeRunTask, type Running } from "../core/tasks/runTask.ts";
import { makeBeginList, makeBeginWrite, makeShowTask } from "../core/tasks/startTask.ts";
import { type OAuthClient, openOAuth } from "../core/vendor/oauth.ts";
import { openSession } from "../core/vendor/session.ts";
import { openMemories } from "../core/vendor/sessionCache.ts";
import { isOnThisMachine } from "../core/vendor/target.ts";
import { openTokens, type Tokens } from "../core/vendor/tokens.ts";
import { dryRun } from "../core/writing/dryRun.ts";
import type { Settling } from "../core/writing/reconcile.ts";
import { makeWrite, type Writing } from "../core/writing/write.ts";
import { openSerialiser } from "../http/data/serialise.ts";
import type { AuthOptions } from "../http/endpoints/authRoutes.ts";
import { errorBody } from "../http/server/errors.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Keeper } from "../store/advisoryLocks.ts";
import type { Database } from "../store/database.ts";
import type { Queue } from "../store/queue.ts";
import type { House } from "./run.ts";

export interface EngineParts {
  readonly house: House;
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox | undefined;
  readonly outbound: Outbound;
  /** For who waits for a vendor's tokens. */
  readonly locks: Database;
  readonly keeper: Keeper;
  readonly queue: Queue;
  readonly facts: () => SiteFacts;
}

export function makeEngine(parts: EngineParts) {
  const { config, database, vault } = parts.house;
  const { connectors, outbound, facts } = parts;
  const now = Date.now;
  const known = new Map(connectors.map((connector) => [connector.id, connector]));
  const { targetSites, oauthScopes: scopes } = config;
  const oauth = openOAuth({ outbound, facts, targetSites, scopes, now });
  const clientFor = makeClientFor(database, vault, operatorClients(parts));
  const tokens = openTokens({ database, locks: parts.locks, vault, oauth, clientFor, now });
  const sessions = makeSessions(parts, tokens);
  const callers = openCallers(database, vault, now);
  const readInput = openInputReader();
  const baseUrl = () => facts().publicUrl;

  const connecting: Connecting = {
    ...{ database, vault, outbound, oauth, clientFor, baseUrl, now },
    connectors: known,
    openSession: sessions.forCandidate,
    handOver: makeHandOver({ database, vault, outbound, now }),
  };
  const sources = makeSources(parts, known, sessions.forConnection);
  const checkClient = async (tenantId: string, connector: Connector) => void (await clientFor(tenantId, connector));
  const auth: AuthOptions = {
    ...{ callers, readInput, connecting },
    begin: makeBegin({ database, vault, outbound, baseUrl, now, checkClient }),
    caringFor: (requestId): Caring => ({
      ...{ database, oauth, clientFor },
      leaveVendor: sources.endFor,
      openSession: (connector, connection) => sessions.forConnection(connector, connection, { requestId }),
    }),
  };

  const settling = makeSettling(parts, known, sessions.forConnection);
  const { serialise } = settling;
  const write = makeWrite(settling);
  const execute = makeExecute({
    ...{ callers, readInput, serialise, write, connectors: known },
    own: { "asyncTask.get": makeShowTask({ database, vault }) },
    everywhere: { "passThrough.create": makePassThrough({ write, serialise }) },
    openSession: sessions.forConnection,
    begin: makeBeginList({ database, vault, queue: parts.queue }),
  });
  const onFault = (err: unknown) => parts.house.log.error({ err }, "a task failed in a way that it should not");
  const running: Running = { ...settling, queue: parts.queue, now, onFault, collect: openCollector() };
  const tasks = { run: makeRunTask(running), giveUp: makeGiveUpTask(running) };
  return { callers, readInput, connecting, auth, execute, settling, sources, tasks };
}

function makeSettling(
  { house: { database, vault }, keeper, queue }: EngineParts,
  connectors: Settling["connectors"],
  openSessionFor: Settling["openSession"],
): Settling {
  const renderFailure: Writing["renderFailure"] = (failure, requestId) => ({
    status: failure.status,
    text: JSON.stringify(errorBody(failure, requestId)),
  });
  return {
    ...{ database, vault, keeper, connectors, dryRun, renderFailure },
    serialise: openSerialiser(),
    openSession: openSessionFor,
    beginTask: makeBeginWrite({ database, vault, keeper, queue }, renderFailure),
  };
}

function makeSources(
  { house: { config, database, vault, log }, facts }: EngineParts,
  connectors: Settling["connectors"],
  openSessionFor: Settling["openSession"],
) {
  const { baseUrl, webhookSecrets, lookSeconds, targetSites } = config;
  return openSources({
    ...{ database, vault, connectors, webhookSecrets, lookSeconds, now: Date.now, random: Math.random },
    openSession: openSessionFor,
    publicUrl: () => facts().publicUrl,
    // Without an address that others know, only who is on this machine finds us.
    isReachedBy: ({ id, builtIn }) => baseUrl !== undefined || builtIn === true || isOnThisMachine(targetSites[id]),
    onFault: (err) => log.error({ err }, "a source of changes failed in a way that it should not"),
    onGivenUp: (connection) => log.error({ connection }, "nobody could find out what a vendor's notice means"),
  });
}

export type Engine = ReturnType<typeof makeEngine>;

/** The demo as a user signs in to it; its other editions take API keys. */
export const isBuiltInWithOAuth = ({ builtIn, signIn }: Connector): boolean =>
  builtIn === true && signIn.kind === "oauth2";

/** What the operator set, and the client that the sandbox was made with. */
function operatorClients({ house: { config }, connectors, sandbox }: EngineParts): ReadonlyMap<string, OAuthClient> {
  const built = sandbox
    ? connectors.filter(isBuiltInWithOAuth).map(({ id }) => [id, sandbox.oauthClient] as const)
    : [];
  const clients = [...built, ...Object.entries(config.oauthClients)];
  return new Map(
    clients.map(([slug, { clientId, clientSecret }]) => [slug, { clientId, clientSecret: new Secret(clientSecret) }]),
  );
}

function makeSessions({ house: { config, log }, outbound, facts }: EngineParts, tokens: Tokens) {
  const memories = openMemories(Date.now);
  const open = (connector: Connector, credentials: Credentials, more: SessionMore = {}) =>
    openSession({
      memory: more.memory,
      connector,
      connection: { credentials },
      renew: more.renew,
      onRefused: more.onRefused,
      outbound,
      scope: more.scope,
      site: typeof connector.site === "string" ? connector.site : connector.site(facts()),
      targetSite: config.targetSites[connector.id],
      log: more.requestId === undefined ? log : log.child({ requestId: more.requestId }),
      clock: Date.now,
    });
  return {
    forConnection: async (
      connector: Connector,
      connection: OpenConnection,
      { scope, requestId }: { scope?: Scope | undefined; requestId: string },
    ) => {
      const credentials = await tokens.current(connector, connection);
      let known = credentials;
      const renew = async () => (known = await tokens.renew(connector, { ...connection, credentials: known }));
      const isOAuth = connector.signIn.kind === "oauth2";
      const more = {
        memory: memories.of(JSON.stringify([connection.id, scope])),
        onRefused: () => tokens.refused(connector, connection),
        renew: isOAuth ? renew : undefined,
      };
      return open(connector, credentials, { ...more, scope, requestId });
    },
    /** With credentials that belong to no connection yet. */
    forCandidate: (connector: Connector, plain: PlainCredentials) =>
      open(connector, Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Secret(value)]))),
  };
}

interface SessionMore {
  readonly memory?: Memory;
  readonly onRefused?: () => Promise<void>;
  readonly scope?: Scope | undefined;
  readonly requestId?: string;
  readonly renew?: (() => Promise<Credentials>) | undefined;
}
