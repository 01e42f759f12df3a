/**
 * Keeps OAuth tokens and vendors' sessions fresh. One refresh a connection, whatever the number of requests and processes that want it: a lock
 * of the database lets one go to the vendor, the stored token tells the others that it is done, and a rotated token is
 * stored before it is used; the generation number keeps it from being overwritten by an older one. All locks of a process
 * are on one connection to the database, so that vendors that hang take none from anybody, and a process that dies gives
 * them back with it; a lease in a row would have to end while a slow vendor still answers.
 */

import { setTimeout as pause } from "node:timers/promises";
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
  ownerOf,
  type PlainCredentials,
  sealCredentials,
} from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { appendChanges } from "../events/eventLog.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Vault } from "../secrets/vault.ts";
import { makeWithApp } from "./appCredentials.ts";
import type { OAuth } from "./oauth.ts";
import type { StartSession } from "./startSession.ts";
import { givenOf } from "./target.ts";
import { targetFailure } from "./vendorError.ts";

export interface TokenOptions {
  readonly database: Database;
  readonly advisoryLocks: AdvisoryLocks;
  readonly vault: Vault;
  readonly oauth: OAuth;
  readonly startSession: StartSession;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** Its credentials or its state may be others now. */
  readonly onChange: (connectionId: string) => void;
  readonly now: () => number;
}

export interface Tokens {
  /** Whether the connection's own will do for a while. */
  isFresh(connector: Connector, connection: OpenConnection): boolean;
  /** What to call with: renewed beforehand where it is about to end. */
  current(connector: Connector, connection: OpenConnection): Promise<Credentials>;
  /** After the vendor refused these: the ones that somebody else has renewed meanwhile, or new ones. */
  renew(connector: Connector, connection: OpenConnection): Promise<Credentials>;
  /** The vendor refuses what cannot be renewed: the end user has to come. Who calls is tried again all the same. */
  refused(connector: Connector, connection: OpenConnection): Promise<void>;
  /** The vendor takes again what it refused. */
  accepted(connection: OpenConnection): Promise<void>;
}

/** Tokens that end within this time are renewed before they are used. */
const earlyIn = ({ signIn }: Connector): number =>
  1000 * ((signIn.kind === "oauth2" ? signIn.renewWithin : undefined) ?? 60);

export function openTokens(options: TokenOptions): Tokens {
  const { now, onChange } = options;
  const underWay = new Map<string, Promise<Credentials>>();
  const leftOf = ({ credentials: { expiresAt } }: OpenConnection): number =>
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt.reveal()) - now();
  const isFresh: Tokens["isFresh"] = (connector, connection) =>
    !isRenewable(connector.signIn) || connection.state !== "active" || leftOf(connection) > earlyIn(connector);

  const renew: Tokens["renew"] = (connector, connection) => {
    const name = `${connection.id} ${tokenOf(connection.credentials)}`;
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const renewal = renewOnce(options, connector, connection).finally(() => {
      underWay.delete(name);
      onChange(connection.id);
    });
    underWay.set(name, renewal);
    return renewal;
  };

  return {
    renew,
    refused: async (connector, { id }) => {
      const row = await findConnection(options.database, id);
      if (row?.state !== "active") return;
      // What was renewed just now may be refused for a moment: only a key that nobody can renew is the end user's.
      if (isRenewable(connector.signIn))
        await transaction(options.database, (client) => tellRevoked(client, options, { connector, row }));
      else await askForUser(options, connector, row);
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
      const left = leftOf(connection);
      try {
        return await renew(connector, connection);
      } catch (error) {
        // Still good for a moment: a vendor whose token address is down does not stop its data address.
        if (left > 0 && error instanceof Failure && error.code !== "connection_needs_reauth") return credentials;
        throw error;
      }
    },
  };
}

/** How often who waits for another process's refresh looks whether it is done. */
const lookEveryMs = 100;
/** A refresh that takes longer has failed, there as here; who waits is told that the vendor is slow. */
const longestWaitMs = 40_000;

async function renewOnce(options: TokenOptions, connector: Connector, stale: OpenConnection): Promise<Credentials> {
  const { advisoryLocks, now } = options;
  const lock = `token ${stale.id}`;
  const until = now() + longestWaitMs;
  for (;;) {
    const isOurs = await advisoryLocks.tryAcquire(lock);
    try {
      const row = await stillActive(options, connector, stale.id);
      const stored = credentialsIn(options, row);
      // What we know may be half a second old: by the token itself we see whether somebody has been here before.
      if (tokenOf(stored) !== tokenOf(stale.credentials)) return stored;
      if (isOurs) return await refresh(options, connector, row);
    } finally {
      if (isOurs) await advisoryLocks.release(lock);
    }
    if (now() > until) throw targetFailure(connector, "target_timeout");
    await pause(lookEveryMs);
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
    const credentials = sealCredentials(vault, row.id, await renewed(options, connector, row));
    const isStored = await rotateCredentials(database, { id: row.id, generation: row.generation, credentials });
    if (isStored) return credentialsIn(options, { ...row, credentials });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "connection_needs_reauth") throw error;
    if (await askForUser(options, connector, row)) throw error;
  }
  // The end user authorised again meanwhile, or ended the connection: that counts, not what we got.
  return credentialsIn(options, await stillActive(options, connector, row.id));
}

/** The state and the event that tells of it, together. Tells false when the credentials are others by now. */
async function askForUser(options: TokenOptions, connector: Connector, row: Connection): Promise<boolean> {
  const { id, generation } = row;
  return transaction(options.database, async (client) => {
    if (!(await setConnectionState(client, { id, generation, state: "needs_reauth" }))) return false;
    await tellRevoked(client, options, { connector, row });
    return true;
  });
}

/** Once for the same credentials, however often they are refused. */
async function tellRevoked(
  client: Queryable,
  { now }: TokenOptions,
  { connector, row: { id, generation } }: { connector: Connector; row: Connection },
): Promise<void> {
  const change = { eventType: "REVOKED", resource: "TOKEN", resourceId: id, changedAt: new Date(now()) } as const;
  const once = { ...change, mark: `TOKEN REVOKED ${id} ${generation}` };
  await appendChanges(client, { id, batches: connector.batches === true }, [once]);
}

async function renewed(options: TokenOptions, connector: Connector, row: Connection): Promise<PlainCredentials> {
  const { oauth, clientFor, startSession } = options;
  const credentials = credentialsIn(options, row);
  const owner = ownerOf(row);
  if (connector.signIn.kind === "session") {
    const given = Object.fromEntries(connector.signIn.asks.map(({ name }) => [name, credentials[name]]));
    const whole = await makeWithApp(clientFor)(row.tenantId, connector, credentials);
    return { ...plain(given), ...(await startSession(connector, whole, owner)) };
  }
  const { refreshToken, accessToken: _old, expiresAt: _past, ...others } = credentials;
  if (refreshToken === undefined) throw targetFailure(connector, "connection_needs_reauth");
  const client = await clientFor(row.tenantId, connector);
  const renewal = { refreshToken, owner, given: givenOf(connector, credentials) };
  const answer = await oauth.refresh(connector, client, renewal);
  // What the vendor will not renew yet is still what counts, whatever else it refuses.
  return answer === undefined ? plain(credentials) : { ...plain(others), ...answer };
}

const plain = (credentials: Readonly<Record<string, Secret | undefined>>): PlainCredentials =>
  Object.fromEntries(
    Object.entries(credentials).flatMap(([name, secret]) => (secret === undefined ? [] : [[name, secret.reveal()]])),
  );
