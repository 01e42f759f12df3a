/** Wires the API of a house: sessions, the pipeline, the flows, and the application around them. */
import type { FastifyInstance } from "fastify";
import type { Connector, Scope, SiteFacts } from "./contract/connector.ts";
import { Failure } from "./contract/failure.ts";
import { makeBegin } from "./core/begin.ts";
import { type Credentials, type OpenConnection, openCallers } from "./core/callers.ts";
import type { Connecting, PlainCredentials } from "./core/connect.ts";
import type { Caring } from "./core/connectionCare.ts";
import { makeExecute } from "./core/execute.ts";
import { openInputReader } from "./core/input.ts";
import { makeHandOver } from "./core/keyDelivery.ts";
import { type OAuthClient, openOAuth } from "./core/oauth.ts";
import type { Outbound } from "./core/outbound.ts";
import { openRateLimit } from "./core/rateLimit.ts";
import { makeClientFor } from "./core/registrations.ts";
import { Secret } from "./core/secret.ts";
import { openSession } from "./core/session.ts";
import { openTokens, type Tokens } from "./core/tokens.ts";
import { buildApp } from "./http/app.ts";
import { type AuthOptions, addAuthRoutes } from "./http/authRoutes.ts";
import { pageRoutes } from "./http/pageRoutes.ts";
import { serviceRoutes } from "./http/serviceRoutes.ts";
import { addTenantRoutes } from "./http/tenantRoutes.ts";
import type { House } from "./main.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Database } from "./store/database.ts";

export interface ApiParts {
  readonly house: House;
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox | undefined;
  readonly outbound: Outbound;
  readonly locks: Database;
  readonly facts: () => SiteFacts;
  readonly version: string;
}

export async function wireApi(parts: ApiParts): Promise<FastifyInstance> {
  const { config, database, vault, log } = parts.house;
  const { connectors, sandbox, outbound, facts } = parts;
  const now = Date.now;
  const known = new Map(connectors.map((connector) => [connector.id, connector]));
  const oauth = openOAuth({ outbound, facts, targetSites: config.targetSites, now });
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
  const checkClient = async (tenantId: string, connector: Connector) => void (await clientFor(tenantId, connector));
  const auth: AuthOptions = {
    ...{ callers, readInput, connecting },
    begin: makeBegin({ database, vault, outbound, baseUrl, now, checkClient }),
    caringFor: (requestId): Caring => ({
      ...{ database, oauth, clientFor },
      openSession: (connector, connection) => sessions.forConnection(connector, connection, { requestId }),
    }),
  };

  return buildApp({
    execute: makeExecute({
      callers,
      connectors: known,
      readInput,
      own: {
        // No operation starts a task yet, so every id is unknown.
        "asyncTask.get": async () => {
          throw new Failure("not_found", "There is no task with this id.");
        },
      },
      openSession: sessions.forConnection,
    }),
    rateLimit: { limit: openRateLimit({ ...config.rateLimit, now }), ...config.rateLimit },
    log,
    service: async (scope) => {
      addAuthRoutes(scope, auth);
      addTenantRoutes(scope, auth);
      await scope.register(pageRoutes, { connecting, tries: openRateLimit({ perSecond: 0.05, burst: 10, now }) });
      await scope.register(serviceRoutes, {
        ...{ callers, readInput, connectors },
        baseUrl: config.baseUrl ?? "/",
        version: parts.version,
        isReady: () => answers(database),
      });
    },
    neighbours: sandbox === undefined ? {} : { "/sandbox": sandbox.routes },
  });
}

const answers = (database: Database): Promise<boolean> =>
  database.query("SELECT 1").then(
    () => true,
    () => false,
  );

/** What the operator set, and the client that the sandbox was made with. */
function operatorClients({ house: { config }, sandbox }: ApiParts): ReadonlyMap<string, OAuthClient> {
  const built = sandbox && { sandbox: sandbox.oauthClient };
  const clients = Object.entries({ ...built, ...config.oauthClients });
  return new Map(
    clients.map(([slug, { clientId, clientSecret }]) => [slug, { clientId, clientSecret: new Secret(clientSecret) }]),
  );
}

function makeSessions({ house: { config, log }, outbound, facts }: ApiParts, tokens: Tokens) {
  const open = (connector: Connector, credentials: Credentials, more: SessionMore = {}) =>
    openSession({
      connector,
      connection: { credentials },
      renew: more.renew,
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
      const renew = connector.signIn.kind === "oauth2" ? () => tokens.renew(connector, connection) : undefined;
      return open(connector, credentials, { scope, requestId, renew });
    },
    /** With credentials that belong to no connection yet. */
    forCandidate: (connector: Connector, plain: PlainCredentials) =>
      open(connector, Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Secret(value)]))),
  };
}

interface SessionMore {
  readonly scope?: Scope | undefined;
  readonly requestId?: string;
  readonly renew?: (() => Promise<Credentials>) | undefined;
}
