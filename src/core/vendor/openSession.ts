/** How everybody who talks to a vendor gets a session. */

import type { Connector, SiteFacts } from "../../contract/connector.ts";
import { type Scope, type Session } from "../../contract/session.ts";
import type { Credentials, OpenConnection, PlainCredentials } from "../accounts/connection.ts";
import type { Outbound } from "../outbound/client.ts";
import { Secret } from "../secrets/secret.ts";
import type { RelayingSession } from "./relay.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { openMemories } from "./sessionCache.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionFacts {
  /** Absent outside any company. */
  readonly scope?: Scope | undefined;
  readonly requestId: string;
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
  readonly log: Log & { child(bindings: object): Log };
  readonly now: () => number;
}

export interface Sessions {
  readonly forConnection: OpenSession<RelayingSession>;
  /** With credentials that belong to no connection yet. */
  readonly forCandidate: (connector: Connector, plain: PlainCredentials) => RelayingSession;
}

type Log = SessionOptions["log"];

type More = Partial<Pick<SessionOptions, "memory" | "onRefused" | "renew">> & Partial<SessionFacts>;

export function openSessions({ outbound, tokens, facts, targetSites, log, now }: SessionDeps): Sessions {
  const memories = openMemories(now);
  const open = (connector: Connector, credentials: Credentials, more: More = {}) =>
    openSession({
      memory: more.memory,
      connector,
      connection: { credentials },
      renew: more.renew,
      onRefused: more.onRefused,
      outbound,
      scope: more.scope,
      site: typeof connector.site === "string" ? connector.site : connector.site(facts()),
      targetSite: targetSites[connector.id],
      log: more.requestId === undefined ? log : log.child({ requestId: more.requestId }),
      clock: now,
    });
  return {
    forConnection: async (connector, connection, { scope, requestId }) => {
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
    forCandidate: (connector, plain) =>
      open(connector, Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, new Secret(value)]))),
  };
}
