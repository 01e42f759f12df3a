/** How everybody who talks to a vendor gets a session. */
import type { Connector } from "../../contract/connector.ts";
import type { Memory, Scope, Session } from "../../contract/session.ts";
import {
  type Credentials,
  isRenewable,
  type OpenConnection,
  ownerOf,
  type PlainCredentials,
  secretsOf,
} from "../accounts/connection.ts";
import type { OAuthClient } from "../accounts/oauthClients.ts";
import type { Limiter, Priority } from "../limits/limiter.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Outbound } from "../outbound/client.ts";
import { makeWithApp } from "./appCredentials.ts";
import type { Observe, Renewal } from "./observer.ts";
import { callersWaitMs, makePermits, type Permits } from "./permits.ts";
import type { RelayingSession } from "./relay.ts";
import { type Limits, openSession, type SessionOptions } from "./session.ts";
import { openMemories } from "./sessionCache.ts";
import { openTargets, type WhereOf } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import type { VendorCall } from "./vendorCall.ts";
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
  /** Told what happens, for the request's log. */
  readonly observe?: Observe | undefined;
}

export type OpenSession<Opened extends Session = Session> = (
  connector: Connector,
  connection: OpenConnection,
  about: SessionFacts,
) => Promise<Opened>;

export interface SessionDeps {
  readonly outbound: Outbound;
  readonly tokens: Tokens;
  readonly whereOf: WhereOf;
  readonly log: SessionOptions["log"];
  /** Told of every call to a vendor, and for which connection it was, where nobody observes it for a request. */
  readonly onCall?: ((call: VendorCall, background?: OpenConnection) => void) | undefined;
  readonly now: () => number;
  readonly pause?: SessionOptions["pause"];
  /** Absent: vendors' limits are found out by running into them. */
  readonly limiter?: Limiter | undefined;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** The largest answer that the operator allows. */
  readonly answerMegabytes?: number;
  /** Whether the bodies of calls for a request are told, too. */
  readonly tellsBodies?: boolean;
}

export interface Sessions {
  readonly forConnection: OpenSession<RelayingSession>;
  /** With credentials that belong to no connection yet. */
  readonly forCandidate: (connector: Connector, plain: PlainCredentials) => RelayingSession;
}

type More = Partial<
  Pick<SessionOptions, "memory" | "onRefused" | "onAccepted" | "onCall" | "owner" | "renew" | "turns">
> &
  Partial<SessionFacts>;

export function openSessions(deps: SessionDeps): Sessions {
  const { outbound, tokens, whereOf, log, now } = deps;
  const memories = openMemories(now);
  const targetOf = openTargets();
  const turnsOf = makeTurnsOf(deps, memories.of("OAuth clients"));
  const withApp = makeWithApp(deps.clientFor);
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
      ...whereOf(connector, credentials),
      targetOf,
      // No child of its own: most lines are below the level, and nobody sees them.
      log: { debug: (told, message) => log.debug({ requestId: more.requestId, ...told }, message) },
      onCall: more.onCall ?? ((call) => deps.onCall?.(call)),
      // Of who signs in and of who polls there is nothing to keep.
      tellsBodies: deps.tellsBodies === true && more.observe !== undefined,
      clock: now,
      pause: deps.pause,
      limits: sizeFor(connector, deps.answerMegabytes),
    });
  return {
    forConnection: async (connector, connection, about) => {
      const { scope, requestId, signal, observe } = about;
      const watched = (why: Renewal["why"], old: Credentials, renewal: () => Promise<Credentials>) =>
        observe === undefined ? renewal() : observed({ observe, why, old, now }, renewal);
      // Others may wait for the same renewal: it goes on.
      const credentials = tokens.isFresh(connector, connection)
        ? connection.credentials
        : await watched("ending", connection.credentials, () =>
            unlessEnded(tokens.current(connector, connection), connector, signal),
          );
      let known = credentials;
      const renew = async () =>
        (known = await watched("refused", known, () => tokens.renew(connector, { ...connection, credentials: known })));
      const more = {
        owner: ownerOf(connection),
        memory: memories.of(JSON.stringify([connection.id, scope])),
        onRefused: () => tokens.refused(connector, connection),
        onAccepted: connection.state === "needs_reauth" ? () => tokens.accepted(connection) : undefined,
        renew: isRenewable(connector.signIn) ? renew : undefined,
        onCall: (call: VendorCall) => {
          deps.onCall?.(call, observe === undefined ? connection : undefined);
          observe?.({ kind: "call", call });
        },
        turns: await turnsOf(connector, connection, about),
      };
      const whole = await withApp(connection.tenantId, connector, credentials);
      return open(connector, whole, { ...more, scope, requestId, signal, observe });
    },
    forCandidate: (connector, plain) => open(connector, secretsOf(plain)),
  };
}

const usualMegabytes = 10;

/** As much as the connector would take, within what the operator allows. */
function sizeFor({ maxResponseMegabytes = usualMegabytes }: Connector, most = maxResponseMegabytes): Partial<Limits> {
  const more = maxResponseMegabytes > most ? "The operator can allow more with TARGET_RESPONSE_MEGABYTES." : undefined;
  return { maxJsonBytes: Math.min(maxResponseMegabytes, most) * 1024 * 1024, more };
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

interface Watching {
  readonly observe: Observe;
  readonly why: Renewal["why"];
  readonly old: Credentials;
  readonly now: () => number;
}

/** Tells of a renewal where there was one. */
async function observed({ observe, why, old, now }: Watching, renewal: () => Promise<Credentials>) {
  const at = now();
  const fresh = await renewal();
  if (fresh !== old) {
    const [endsBefore, endsAfter] = [old, fresh].map((each) => each["expiresAt"]?.reveal());
    observe({ kind: "token", renewal: { why, at, milliseconds: now() - at, endsBefore, endsAfter } });
  }
  return fresh;
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
  return async (
    connector: Connector,
    connection: OpenConnection,
    about: SessionFacts,
  ): Promise<Permits | undefined> => {
    if (limiter === undefined || connector.limits === undefined) return undefined;
    const { scope, priority = "caller", waitMs = callersWaitMs } = about;
    const client = await clientOf(connection, connector);
    const limits = limitsOf(connector, { connection: connection.id, client, scope });
    if (limits.windows.length + limits.concurrency.length === 0) return undefined;
    return makePermits({ limiter, connector, limits, priority, waitMs, now });
  };
}
