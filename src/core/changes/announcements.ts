/**
 * Listens to vendors that announce changes on a WebSocket, and makes the polls of changed connections due. One process listens
 * for each OAuth client: the one that holds an advisory lock of the database, so another takes over as soon as it dies.
 */

import type { Announcements } from "../../contract/announcements.ts";
import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import {
  type AnnouncedConnection,
  announceChanges,
  endListening,
  findAnnouncedConnections,
  keepListening,
} from "../../store/announcements.ts";
import { findConnection } from "../../store/connections.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type Credentials, type OpenConnection, openConnection } from "../accounts/connection.ts";
import type { OAuthClient } from "../accounts/oauthClients.ts";
import type { Vault } from "../secrets/vault.ts";
import { type Channel, type Member, openChannel, TokensRefused } from "./announcementChannel.ts";

export interface ListenerParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly advisoryLocks: AdvisoryLocks;
  /** The connection's credentials, renewed if need be. */
  readonly currentCredentials: (connector: Connector, connection: OpenConnection) => Promise<Credentials>;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** The URL of the vendor's stand-in, if the operator has set one. */
  readonly standInUrl: (connector: Connector, url: string) => string;
  readonly onFault: (error: unknown) => void;
}

export interface Listener {
  /** Opens, renews and closes channels, as connections and processes come and go. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Channels are renewed with current access tokens, which last an hour. The old one stays until the new one listens. */
const renewAfterMs = 30 * 60_000;
/** A process that dies stops being believed after this time. */
const leaseSeconds = 60;
const shortestRetryMs = 10_000;
const longestRetryMs = 600_000;
/** A refused access token is left out until it was renewed. More than these are not remembered. */
const mostRefused = 10_000;

/** The connections of one OAuth client. */
interface Group {
  readonly name: string;
  readonly connector: Connector & { readonly announcements: Announcements };
  readonly tenantId: string;
  readonly connections: readonly AnnouncedConnection[];
}

interface Listening {
  readonly channel: Channel;
  /** The advisory lock of this process. Another one means that it lost all of them. */
  readonly holder: string;
  readonly memberIds: string;
  readonly since: number;
}

interface Retry {
  readonly failures: number;
  readonly notBefore: number;
}

export function openListener(parts: ListenerParts): Listener {
  const { database, advisoryLocks, onFault } = parts;
  const listening = new Map<string, Listening>();
  const retries = new Map<string, Retry>();
  const refusedTokens = new Set<string>();
  const announce = openAnnouncer(parts);

  const end = async (name: string): Promise<void> => {
    const ended = listening.get(name);
    listening.delete(name);
    ended?.channel.close();
    if (ended !== undefined) await endListening(database, ended.channel.connectionIds);
    await advisoryLocks.release(lockOf(name));
  };

  const retryLater = (name: string): void => {
    const failures = (retries.get(name)?.failures ?? 0) + 1;
    const wait = Math.min(longestRetryMs, shortestRetryMs * 2 ** Math.min(failures - 1, 10));
    retries.set(name, { failures, notBefore: monotonicNow() + wait });
  };

  const open = async ({ connector, tenantId }: Group, members: readonly Member[]): Promise<Channel> => {
    const { announcements } = connector;
    const { clientSecret } = await parts.clientFor(tenantId, connector);
    const url = parts.standInUrl(connector, announcements.url.replace(/^ws/, "http")).replace(/^http/, "ws");
    return openChannel({ announcements, url, clientSecret, members, onChanged: announce });
  };

  const leaveOut = (members: readonly Member[]): void => {
    if (refusedTokens.size > mostRefused) refusedTokens.clear();
    for (const { accessToken } of members) refusedTokens.add(accessToken.reveal());
  };

  /** Opens a channel, which replaces the one that is open. */
  const begin = async (group: Group): Promise<void> => {
    const { name, connections } = group;
    const before = listening.get(name);
    if (before === undefined && !(await advisoryLocks.tryAcquire(lockOf(name)))) return;
    try {
      const all = await membersOf(parts, group);
      const members = all.filter(({ accessToken }) => !refusedTokens.has(accessToken.reveal()));
      if (members.length === 0) return await end(name);
      const channel = await open(group, members);
      const holder = await advisoryLocks.holder();
      listening.set(name, { channel, holder, memberIds: idsOf(connections), since: monotonicNow() });
      before?.channel.close();
      retries.delete(name);
      await keepListening(database, channel.connectionIds, leaseSeconds);
      const known = new Set(before?.channel.connectionIds);
      // Changes from before the channel was open were not announced.
      announce(channel.connectionIds.filter((id) => !known.has(id)));
    } catch (error) {
      if (error instanceof TokensRefused && error.members.length > 0) leaveOut(error.members);
      else retryLater(name);
      if (before === undefined) await end(name);
      onFault(error);
    }
  };

  /** Whether the channel is still ours and open. */
  const isUp = async ({ channel, holder }: Listening): Promise<boolean> => {
    const fault = channel.fault();
    if (fault !== undefined) onFault(fault);
    // With another lock, another process may listen already.
    return fault === undefined && holder === (await advisoryLocks.holder());
  };

  const keepGroup = async (group: Group): Promise<void> => {
    const { name, connections } = group;
    let current = listening.get(name);
    if (current !== undefined && !(await isUp(current))) {
      await end(name);
      current = undefined;
    }
    if (current !== undefined) await keepListening(database, current.channel.connectionIds, leaseSeconds);
    const isRecent = current !== undefined && monotonicNow() - current.since < renewAfterMs;
    if (isRecent && current?.memberIds === idsOf(connections)) return;
    if (monotonicNow() >= (retries.get(name)?.notBefore ?? 0)) await begin(group);
  };

  const keep = async (): Promise<void> => {
    const groups = await findGroups(parts);
    for (const name of listening.keys()) if (!groups.has(name)) await end(name);
    for (const group of groups.values()) await keepGroup(group);
  };
  return {
    keep,
    close: async () => {
      for (const name of listening.keys()) await end(name);
    },
  };
}

const lockOf = (name: string): string => `announcements ${name}`;
const idsOf = (connections: readonly AnnouncedConnection[]): string => connections.map(({ id }) => id).join(" ");

async function findGroups({ database, connectors }: ListenerParts): Promise<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  for (const connector of connectors.values()) {
    const { announcements } = connector;
    if (announcements === undefined) continue;
    const connections = await findAnnouncedConnections(database, connector.id);
    const owners = Map.groupBy(connections, ({ tenantId, hasOwnClient }) => (hasOwnClient ? tenantId : ""));
    for (const [owner, owned] of owners) {
      const [{ tenantId } = { tenantId: owner }] = owned;
      const name = `${connector.id} ${owner}`;
      groups.set(name, { name, connector: { ...connector, announcements }, tenantId, connections: owned });
    }
  }
  return groups;
}

/** Connections whose access token cannot be renewed are polled as usual. */
async function membersOf(parts: ListenerParts, { connector, connections }: Group): Promise<Member[]> {
  const members: Member[] = [];
  for (const { id } of connections) {
    const row = await findConnection(parts.database, id);
    if (row === undefined) continue;
    try {
      const { accessToken } = await parts.currentCredentials(connector, openConnection(row, parts.vault));
      if (accessToken !== undefined) members.push({ connectionId: id, accessToken });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  return members;
}

/** Gathers what is announced within a moment, because one change in the books often causes several announcements. */
function openAnnouncer({ database, onFault }: ListenerParts): (connectionIds: readonly string[]) => void {
  const waiting = new Set<string>();
  return (connectionIds) => {
    if (connectionIds.length === 0) return;
    if (waiting.size === 0)
      setTimeout(() => {
        const ids = [...waiting];
        waiting.clear();
        announceChanges(database, ids).catch(onFault);
      }, gatherMs);
    for (const id of connectionIds) waiting.add(id);
  };
}

const gatherMs = 200;
