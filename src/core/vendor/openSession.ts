/** How everybody who talks to a vendor gets a session. */
import type { Connector, SiteFacts } from "../../contract/connector.ts";
import type { Memory, Scope, Session } from "../../contract/session.ts";
import { type Credentials, type OpenConnection, ownerOf, type PlainCredentials } from "../accounts/connection.ts";
import type { OAuthClient } from "../accounts/oauthClients.ts";
import type { Outbound } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import type { Limiter, Priority } from "./limiter.ts";
import { limitsOf } from "./limits.ts";
import type { RelayingSession } from "./relay.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { openMemories } from "./sessionCache.ts";
import { openTargets } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import { callersWaitMs, makeTurns, type Turns } from "./turns.ts";
import { targetFailure } from "./vendorError.ts";

export interface SessionFacts {
  /** Absent outside any company. */
  readonly scope?: Scope | undefined;
  readonly requestId: string;
  /** Who waits for it: a caller, unless said otherwise. */
  readonly priority?: Priority;
  /** How long its calls wait for their turn: as long as a caller would, unless said otherwise. */
  readonly waitMs?: number;
  /** Ends what it reads. */
  readonly signal?: AbortSignal | undefined;
}

export type OpenSession<Opened extends Session = Session> = (
  connector: Connector,
  connection: OpenConnection,
  about: SessionFacts,
) => Promise<Opened>;

export interface SessionDeps {
  readonly outbound: Outbound;
  readonly tokens: Tokens;
  readonly facts: () => SiteFacts;
  /** Where requests for a target system go instead of its own site, by its id. */
  readonly targetSites: Readonly<Record<string, string>>;
  readonly log: SessionOptions["log"];
  readonly onCall?: SessionOptions["onCall"];
  readonly now: () => number;
  /** Absent: vendors' limits are found out by running into them. */
  readonly limiter?: Limiter | undefined;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
}

export interface Sessions {
  readonly forConnection: OpenSession<RelayingSession>;
  /** With credentials that belong to no connection yet. */
  readonly forCandidate: (connector: Connector, plain: PlainCredentials) => RelayingSession;
}

type More = Partial<Pick<SessionOptions, "memory" | "onRefused" | "onAccepted" | "owner" | "renew" | "turns">> &
  Partial<SessionFacts>;

export function openSessions(deps: SessionDeps): Sessions {
  const { outbound, tokens, facts, targetSites, log, now } = deps;
  const memories = openMemories(now);
  const targetOf = openTargets();
  const turnsOf = makeTurnsOf(deps, memories.of("OAuth clients"));
  const open = (connector: Connector, credentials: Credentials, more: More = {}) =>
    openSession({
      memory: more.memory,
      connector,
      connection: { credentials },
      renew: more.renew,
      onRefused: more.onRefused,
      onAccepted: more.onAccepted,
      turns: more.turns,
      outbound,
      owner: more.owner,
      signal: more.signal,
      scope: more.scope,
      site: typeof connector.site === "string" ? connector.site : connector.site(facts()),
      targetSite: targetSites[connector.id],
      targetOf,
      // No child of its own: most lines are below the level, and nobody sees them.
      log: { debug: (told, message) => log.debug({ requestId: more.requestId, ...told }, message) },
      onCall: deps.onCall,
      clock: now,
    });
  return {
    forConnection: async (connector, connection, about) => {
      const { scope, requestId, signal } = about;
      // Others may wait for the same renewal: it goes on.
      const credentials = tokens.isFresh(connector, connection)
        ? connection.credentials
        : await unlessEnded(tokens.current(connector, connection), connector, signal);
      let known = credentials;
      const renew = async () => (known = await tokens.renew(connector, { ...connection, credentials: known }));
      const isOAuth = connector.signIn.kind === "oauth2";
      const more = {
        owner: ownerOf(connection),
        memory: memories.of(JSON.stringify([connection.id, scope])),
        onRefused: () => tokens.refused(connector, connection),
        onAccepted: connection.state === "needs_reauth" ? () => tokens.accepted(connection) : undefined,
        renew: isOAuth ? renew : undefined,
        turns: await turnsOf(connector, connection, about),
      };
      return open(connector, credentials, { ...more, scope, requestId, signal });
    },
    forCandidate: (connector, plain) =>
      open(connector, Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Secret(value)]))),
  };
}

async function unlessEnded<Result>(
  work: Promise<Result>,
  connector: Connector,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(targetFailure(connector, "target_timeout", { cause: signal.reason }));
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", end));
}

/** Undefined where the vendor names no limits for it. */
function makeTurnsOf({ limiter, clientFor, now }: SessionDeps, clients: Memory) {
  const clientOf = async ({ tenantId }: OpenConnection, connector: Connector): Promise<string> => {
    if (connector.signIn.kind !== "oauth2") return "";
    const name = `${tenantId} ${connector.id}`;
    const known = clients.get(name);
    if (typeof known === "string") return known;
    const client = await clientFor(tenantId, connector).catch(() => undefined);
    if (client !== undefined) clients.set(name, client.clientId);
    return client?.clientId ?? "";
  };
  return async (connector: Connector, connection: OpenConnection, about: SessionFacts): Promise<Turns | undefined> => {
    if (limiter === undefined || connector.limits === undefined) return undefined;
    const { scope, priority = "caller", waitMs = callersWaitMs } = about;
    const client = await clientOf(connection, connector);
    const limits = limitsOf(connector, { connection: connection.id, client, scope });
    if (limits.windows.length + limits.concurrency.length === 0) return undefined;
    return makeTurns({ limiter, connector, limits, priority, waitMs, now });
  };
}
