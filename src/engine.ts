/** Wires the machinery behind the API and the worker: sessions, the pipeline, the journal, the flows. */
import type { Connector, Scope, SiteFacts } from "./contract/connector.ts";
import { Failure } from "./contract/failure.ts";
import { makeBegin } from "./core/begin.ts";
import { type Credentials, type OpenConnection, openCallers } from "./core/callers.ts";
import type { Connecting, PlainCredentials } from "./core/connect.ts";
import type { Caring } from "./core/connectionCare.ts";
import { dryRun } from "./core/dryRun.ts";
import { makeExecute } from "./core/execute.ts";
import { openInputReader } from "./core/input.ts";
import { makeHandOver } from "./core/keyDelivery.ts";
import { type OAuthClient, openOAuth } from "./core/oauth.ts";
import type { Settling } from "./core/operations.ts";
import type { Outbound } from "./core/outbound.ts";
import { makeClientFor } from "./core/registrations.ts";
import { Secret } from "./core/secret.ts";
import { openSession } from "./core/session.ts";
import { openTokens, type Tokens } from "./core/tokens.ts";
import { makeWrite } from "./core/write.ts";
import type { AuthOptions } from "./http/authRoutes.ts";
import { errorBody } from "./http/errors.ts";
import { openSerialiser } from "./http/serialise.ts";
import type { House } from "./main.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Database } from "./store/database.ts";
import type { Keeper } from "./store/keeper.ts";

export interface EngineParts {
  readonly house: House;
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox | undefined;
  readonly outbound: Outbound;
  /** For who waits for a vendor's tokens. */
  readonly locks: Database;
  readonly keeper: Keeper;
  readonly facts: () => SiteFacts;
}

export function makeEngine(parts: EngineParts) {
  const { config, database, vault } = parts.house;
  const { connectors, outbound, facts } = parts;
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

  const serialise = openSerialiser();
  const settling: Settling = {
    ...{ database, vault, serialise, dryRun, connectors: known },
    keeper: parts.keeper,
    renderFailure: (failure, requestId) => ({
      status: failure.status,
      text: JSON.stringify(errorBody(failure, requestId)),
    }),
    openSession: sessions.forConnection,
  };
  const execute = makeExecute({
    ...{ callers, readInput, serialise, connectors: known },
    own: {
      // No operation starts a task yet, so every id is unknown.
      "asyncTask.get": async () => {
        throw new Failure("not_found", "There is no task with this id.");
      },
    },
    openSession: sessions.forConnection,
    write: makeWrite(settling),
  });
  return { callers, readInput, connecting, auth, execute, settling };
}

export type Engine = ReturnType<typeof makeEngine>;

/** What the operator set, and the client that the sandbox was made with. */
function operatorClients({ house: { config }, sandbox }: EngineParts): ReadonlyMap<string, OAuthClient> {
  const built = sandbox && { sandbox: sandbox.oauthClient };
  const clients = Object.entries({ ...built, ...config.oauthClients });
  return new Map(
    clients.map(([slug, { clientId, clientSecret }]) => [slug, { clientId, clientSecret: new Secret(clientSecret) }]),
  );
}

function makeSessions({ house: { config, log }, outbound, facts }: EngineParts, tokens: Tokens) {
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
