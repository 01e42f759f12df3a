/** Creates sessions for connections, and for credentials that do not belong to a connection yet. */
import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import type { Memory, Scope, Session } from "../../contract/session.ts";
import type { CallCause } from "../../store/log/vendorUsage.ts";
import {
  type Credentials,
  isRenewable,
  type OpenConnection,
  type PlainCredentials,
  secretsOf,
  slotOwnerOf,
} from "../accounts/connection.ts";
import type { OAuthClient } from "../accounts/oauthClients.ts";
import type { Limiter, Priority } from "../limits/limiter.ts";
import { limitsOf } from "../limits/limits.ts";
import type { Outbound } from "../outbound/client.ts";
import { makeWithApp } from "./appCredentials.ts";
import type { Observe, Renewal } from "./observer.ts";
import type { OneAtATime } from "./oneAtATime.ts";
import { callersWaitMs, makePermits, type Permits } from "./permits.ts";
import type { RelayingSession } from "./relay.ts";
import { createSession, type Limits, type SessionOptions } from "./session.ts";
import { openSessionCache } from "./sessionCache.ts";
import { openTargets, type ResolveSite } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import type { VendorCall } from "./vendorCall.ts";
import { targetFailure } from "./vendorError.ts";

export interface OpenSessionOptions {
  /** Absent for calls outside any company. */
  readonly scope?: Scope | undefined;
  readonly requestId: string;
  /** Default: caller. */
  readonly priority?: Priority;
  /** Why the vendor is called, for the usage. Default: a caller, or a poll for background work. */
  readonly cause?: CallCause;
  /** How long calls wait for a permit. Default: as long as a caller would wait. */
  readonly waitMs?: number;
  /** Aborts reads. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the steps for the request's log. */
  readonly observe?: Observe | undefined;
}

/** Opens a session for a connection, with fresh credentials. */
export type OpenSession<Opened extends Session = Session> = (
  connector: Connector,
  connection: OpenConnection,
  about: OpenSessionOptions,
) => Promise<Opened>;

export interface SessionFactoryDeps {
  readonly outbound: Outbound;
  readonly tokens: Tokens;
  readonly resolveSite: ResolveSite;
  readonly log: SessionOptions["log"];
  /** Called after every call to a vendor; with the connection if no request observes the call. */
  readonly onCall?: ((call: VendorCall, background?: OpenConnection) => void) | undefined;
  /** Called after every call for a connection. */
  readonly onUsage?: ((call: VendorCall, connection: OpenConnection, cause: CallCause) => void) | undefined;
  readonly now: () => number;
  readonly pause?: SessionOptions["pause"];
  /** Keeps downloads apart that must not overlap. */
  readonly oneAtATime?: OneAtATime;
  /** Absent: vendors' limits are not respected in advance. */
  readonly limiter?: Limiter | undefined;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** The largest response that the operator allows. */
  readonly answerMegabytes?: number;
  /** Whether the steps of a request include the bodies of its calls. */
  readonly reportsBodies?: boolean;
}

export interface SessionFactory {
  readonly forConnection: OpenSession<RelayingSession>;
  /** For credentials that do not belong to a connection yet. */
  readonly forCandidate: (connector: Connector, plain: PlainCredentials) => RelayingSession;
  /** The same in background work: its calls count against the vendor's limits. */
  readonly forImport: (
    connector: Connector,
    candidate: { readonly tenantId: string; readonly id: string; readonly scope: Scope },
  ) => Promise<(plain: PlainCredentials) => RelayingSession>;
}

type SessionExtras = Partial<
  Pick<SessionOptions, "memory" | "onRefused" | "onAccepted" | "onCall" | "owner" | "renew" | "permits">
> &
  Partial<OpenSessionOptions>;

export function makeSessionFactory(deps: SessionFactoryDeps): SessionFactory {
  const { outbound, tokens, resolveSite, log, now } = deps;
  const cache = openSessionCache(monotonicNow);
  const targetOf = openTargets();
  const permitsFor = makePermitsFor(deps, cache.of("OAuth clients"));
  const withApp = makeWithApp(deps.clientFor);
  const open = (connector: Connector, credentials: Credentials, more: SessionExtras = {}) =>
    createSession({
      memory: more.memory,
      connector,
      connection: { credentials },
      renew: more.renew,
      onRefused: more.onRefused,
      onAccepted: more.onAccepted,
      permits: more.permits,
      outbound,
      owner: more.owner,
      signal: more.signal,
      scope: more.scope,
      ...resolveSite(connector, credentials),
      targetOf,
      // A child logger for each session would cost more: most of these lines are below the log level.
      log: { debug: (facts, message) => log.debug({ requestId: more.requestId, ...facts }, message) },
      onCall: more.onCall ?? ((call) => deps.onCall?.(call)),
      // Sign-ins and polls have no request log that could keep bodies.
      reportsBodies: deps.reportsBodies === true && more.observe !== undefined,
      clock: now,
      oneAtATime: deps.oneAtATime,
      pause: deps.pause,
      limits: sizeFor(connector, deps.answerMegabytes),
    });
  return {
    forConnection: async (connector, connection, about) => {
      const { scope, requestId, signal, observe } = about;
      const watched = (why: Renewal["why"], old: Credentials, renewal: () => Promise<Credentials>) =>
        observe === undefined ? renewal() : observed({ observe, why, old, now }, renewal);
      // Aborting stops only this wait: other requests may wait for the same renewal.
      const credentials = tokens.isFresh(connector, connection)
        ? connection.credentials
        : await watched("ending", connection.credentials, () =>
            unlessAborted(tokens.current(connector, connection), connector, signal),
          );
      let latest = credentials;
      const renew = async () => {
        latest = await watched("refused", latest, () =>
          tokens.renew(connector, { ...connection, credentials: latest }),
        );
        return withApp(connection.tenantId, connector, latest);
      };
      const more = {
        owner: slotOwnerOf(connection),
        memory: cache.of(JSON.stringify([connection.id, scope])),
        onRefused: () => tokens.refused(connector, connection),
        onAccepted: connection.state === "needs_reauth" ? () => tokens.accepted(connection) : undefined,
        renew: isRenewable(connector.signIn) ? renew : undefined,
        onCall: (call: VendorCall) => {
          deps.onCall?.(call, observe === undefined ? connection : undefined);
          deps.onUsage?.(call, connection, about.cause ?? (about.priority === "background" ? "poll" : "caller"));
          observe?.({ kind: "call", call });
        },
        permits: await permitsFor(connector, connection, about),
      };
      const allCredentials = await withApp(connection.tenantId, connector, credentials);
      return open(connector, allCredentials, { ...more, scope, requestId, signal, observe });
    },
    forCandidate: (connector, plain) => open(connector, secretsOf(plain)),
    forImport: async (connector, candidate) => {
      const { tenantId: tenant, id, scope } = candidate;
      const about = { scope, requestId: id, priority: "background", waitMs: importWaitMs } as const;
      const permits = await permitsFor(connector, candidate, about);
      const app = await withApp(tenant, connector, {});
      return (plain) =>
        open(connector, { ...app, ...secretsOf(plain) }, { permits, owner: { tenant, connection: id } });
    },
  };
}

/** Short, because an import goes on later if the limit is reached. */
const importWaitMs = 1000;

const defaultMegabytes = 10;

/** The connector's maximum response size, capped by the operator's setting. */
function sizeFor(
  { maxResponseMegabytes = defaultMegabytes }: Connector,
  allowed = maxResponseMegabytes,
): Partial<Limits> {
  const hint =
    maxResponseMegabytes > allowed ? "The operator can raise the limit with TARGET_RESPONSE_MEGABYTES." : undefined;
  return { maxJsonBytes: Math.min(maxResponseMegabytes, allowed) * 1024 * 1024, hint };
}

async function unlessAborted<Result>(
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

/** Reports the renewal if the credentials changed. */
async function observed({ observe, why, old, now }: Watching, renewal: () => Promise<Credentials>) {
  const at = now();
  const began = monotonicNow();
  const fresh = await renewal();
  if (fresh !== old) {
    const endsBefore = old["expiresAt"]?.reveal();
    const endsAfter = fresh["expiresAt"]?.reveal();
    observe({
      kind: "token",
      renewal: { why, at, milliseconds: Math.round(monotonicNow() - began), endsBefore, endsAfter },
    });
  }
  return fresh;
}

/** Whose calls the vendor counts. */
type LimitedConnection = Pick<OpenConnection, "id" | "tenantId">;

/** Returns undefined if no limit of the vendor applies. */
function makePermitsFor({ limiter, clientFor }: SessionFactoryDeps, clients: Memory) {
  const clientOf = async ({ tenantId }: LimitedConnection, connector: Connector): Promise<string> => {
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
    connection: LimitedConnection,
    about: OpenSessionOptions,
  ): Promise<Permits | undefined> => {
    if (limiter === undefined || connector.limits === undefined) return undefined;
    const { scope, priority = "caller", waitMs = callersWaitMs } = about;
    const client = await clientOf(connection, connector);
    const limits = limitsOf(connector, { connection: connection.id, client, scope });
    if (limits.windows.length + limits.concurrency.length === 0) return undefined;
    return makePermits({ limiter, connector, limits, priority, waitMs, now: monotonicNow });
  };
}
