/**
 * Renews OAuth tokens and vendors' sessions. Each connection is refreshed once, however many requests and processes need
 * it: an advisory lock in the database lets one process call the vendor, and the others see the new token when it is
 * stored. A rotated token is stored before it is used, and its generation number keeps an older one from overwriting it.
 * All locks of a process share one database connection, so that a slow vendor does not occupy more of them, and a process
 * that dies releases its locks. A lease in a row would expire while a slow vendor still answers.
 */

import { setTimeout as pause } from "node:timers/promises";
import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import {
  type Connection,
  findConnection,
  reactivateConnection,
  rotateCredentials,
  setConnectionState,
} from "../../store/connections.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import {
  type Credentials,
  isRenewable,
  type OpenConnection,
  openConnection,
  type PlainCredentials,
  sealCredentials,
  slotOwnerOf,
} from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { appendChanges } from "../events/eventLog.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Vault } from "../secrets/vault.ts";
import { makeWithApp } from "./appCredentials.ts";
import type { OAuth } from "./oauth.ts";
import type { StartSession } from "./startSession.ts";
import { visibleCredentialsOf } from "./target.ts";
import { targetFailure } from "./vendorError.ts";

export interface TokenOptions {
  readonly database: Database;
  readonly advisoryLocks: AdvisoryLocks;
  readonly vault: Vault;
  readonly oauth: OAuth;
  readonly startSession: StartSession;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** Called when a connection's credentials or state may have changed. */
  readonly onChange: (connectionId: string) => void;
  readonly now: () => number;
}

export interface Tokens {
  /** Whether the connection's credentials can be used without renewal. */
  isFresh(connector: Connector, connection: OpenConnection): boolean;
  /** The credentials to use, renewed first if they are about to expire. */
  current(connector: Connector, connection: OpenConnection): Promise<Credentials>;
  /** After the vendor refused these credentials: those that another request renewed meanwhile, or new ones. */
  renew(connector: Connector, connection: OpenConnection): Promise<Credentials>;
  /** The vendor refuses credentials that cannot be renewed: the end user has to connect again. Calls are still tried. */
  refused(connector: Connector, connection: OpenConnection): Promise<void>;
  /** The vendor accepts credentials that it refused before. */
  accepted(connection: OpenConnection): Promise<void>;
}

/** Tokens that expire within this time are renewed before they are used. */
const renewBeforeMs = ({ signIn }: Connector): number =>
  1000 * ((signIn.kind === "oauth2" ? signIn.renewWithin : undefined) ?? 60);

export function openTokens(options: TokenOptions): Tokens {
  const { now, onChange } = options;
  const renewals = new Map<string, Promise<Credentials>>();
  const remainingMs = ({ credentials: { expiresAt } }: OpenConnection): number =>
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt.reveal()) - now();
  const isFresh: Tokens["isFresh"] = (connector, connection) =>
    !isRenewable(connector.signIn) ||
    connection.state !== "active" ||
    remainingMs(connection) > renewBeforeMs(connector);

  const renew: Tokens["renew"] = (connector, connection) => {
    const name = `${connection.id} ${tokenOf(connection.credentials)}`;
    const running = renewals.get(name);
    if (running !== undefined) return running;
    const renewal = renewOnce(options, connector, connection).finally(() => {
      renewals.delete(name);
      onChange(connection.id);
    });
    renewals.set(name, renewal);
    return renewal;
  };

  return {
    renew,
    refused: async (connector, { id }) => {
      const row = await findConnection(options.database, id);
      if (row?.state !== "active") return;
      // A token that was just renewed may be refused for a moment: only credentials that cannot be renewed need the user.
      if (isRenewable(connector.signIn))
        await transaction(options.database, (client) => appendRevokedEvent(client, options, { connector, row }));
      else await requireReauth(options, connector, row);
      onChange(id);
    },
    accepted: async ({ id }) => {
      await reactivateConnection(options.database, id);
      onChange(id);
    },
    isFresh,
    current: async (connector, connection) => {
      const { credentials } = connection;
      if (isFresh(connector, connection)) return credentials;
      const remaining = remainingMs(connection);
      try {
        return await renew(connector, connection);
      } catch (error) {
        // The token is still valid: if the vendor's token endpoint is down, its API may still work.
        if (remaining > 0 && error instanceof Failure && error.code !== "connection_needs_reauth") return credentials;
        throw error;
      }
    },
  };
}

/** How often a process checks whether another process has finished the refresh. */
const pollEveryMs = 100;
/** A refresh that takes longer has failed; waiting requests get a timeout. */
const longestWaitMs = 40_000;

async function renewOnce(options: TokenOptions, connector: Connector, stale: OpenConnection): Promise<Credentials> {
  const { advisoryLocks } = options;
  const lock = `token ${stale.id}`;
  const until = monotonicNow() + longestWaitMs;
  for (;;) {
    const isOurs = await advisoryLocks.tryAcquire(lock);
    try {
      const row = await stillActive(options, connector, stale.id);
      const stored = credentialsIn(options, row);
      // Cached credentials may be half a second old: a different token shows that another process has renewed it.
      if (tokenOf(stored) !== tokenOf(stale.credentials)) return stored;
      if (isOurs) return await refresh(options, connector, row);
    } finally {
      if (isOurs) await advisoryLocks.release(lock);
    }
    if (monotonicNow() > until) throw targetFailure(connector, "target_timeout");
    await pause(pollEveryMs);
  }
}

async function stillActive({ database }: TokenOptions, connector: Connector, id: string): Promise<Connection> {
  const row = await findConnection(database, id);
  if (row === undefined || row.state === "disabled" || !row.isEnabled)
    throw targetFailure(connector, "connection_inactive");
  if (row.state === "needs_reauth") throw targetFailure(connector, "connection_needs_reauth");
  return row;
}

const tokenOf = ({ accessToken, sessionToken }: Credentials): string | undefined =>
  (accessToken ?? sessionToken)?.reveal();

const credentialsIn = ({ vault }: TokenOptions, row: Connection): Credentials => openConnection(row, vault).credentials;

async function refresh(options: TokenOptions, connector: Connector, row: Connection): Promise<Credentials> {
  const { database, vault } = options;
  try {
    const answer = await renewed(options, connector, row);
    if (answer === undefined) return credentialsIn(options, row);
    const { scopes, ...plainCredentials } = answer;
    const credentials = sealCredentials(vault, row.id, plainCredentials);
    const { id, generation } = row;
    const isStored = await rotateCredentials(database, { id, generation, credentials, scopes });
    if (isStored) return credentialsIn(options, { ...row, credentials });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "connection_needs_reauth") throw error;
    if (await requireReauth(options, connector, row)) throw error;
  }
  // The end user authorised again or ended the connection meanwhile: that takes precedence over this refresh.
  return credentialsIn(options, await stillActive(options, connector, row.id));
}

/** Sets the state and appends its event in one transaction. Returns false if the credentials have changed meanwhile. */
async function requireReauth(options: TokenOptions, connector: Connector, row: Connection): Promise<boolean> {
  const { id, generation } = row;
  return transaction(options.database, async (client) => {
    if (!(await setConnectionState(client, { id, generation, state: "needs_reauth" }))) return false;
    await appendRevokedEvent(client, options, { connector, row });
    return true;
  });
}

/** One event for the same credentials, however often they are refused. */
async function appendRevokedEvent(
  client: Queryable,
  { now }: TokenOptions,
  { connector, row: { id, generation } }: { connector: Connector; row: Connection },
): Promise<void> {
  const change = { eventType: "REVOKED", resource: "TOKEN", resourceId: id, changedAt: new Date(now()) } as const;
  const uniqueChange = { ...change, mark: `TOKEN REVOKED ${id} ${generation}` };
  await appendChanges(client, { id, batches: connector.batches === true }, [uniqueChange]);
}

/** Undefined: it is too early to renew, so the current token stays in use. */
async function renewed(
  options: TokenOptions,
  connector: Connector,
  row: Connection,
): Promise<PlainCredentials | undefined> {
  const { oauth, clientFor, startSession } = options;
  const credentials = credentialsIn(options, row);
  const owner = slotOwnerOf(row);
  if (connector.signIn.kind === "session") {
    const userCredentials = Object.fromEntries(connector.signIn.asks.map(({ name }) => [name, credentials[name]]));
    const allCredentials = await makeWithApp(clientFor)(row.tenantId, connector, credentials);
    return { ...plain(userCredentials), ...(await startSession(connector, allCredentials, owner)) };
  }
  const { refreshToken, accessToken: _old, expiresAt: _past, ...otherCredentials } = credentials;
  if (refreshToken === undefined) throw targetFailure(connector, "connection_needs_reauth");
  const client = await clientFor(row.tenantId, connector);
  const renewal = { refreshToken, owner, signInInput: visibleCredentialsOf(connector, credentials) };
  const answer = await oauth.refresh(connector, client, renewal);
  return answer && { ...plain(otherCredentials), ...answer };
}

const plain = (credentials: Readonly<Record<string, Secret | undefined>>): PlainCredentials =>
  Object.fromEntries(
    Object.entries(credentials).flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret.reveal()]])),
  );
