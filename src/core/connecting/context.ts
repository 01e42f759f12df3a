/** What every step of a flow works with. */

import { type Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";
import { type Session } from "../../contract/session.ts";
import { type Flow } from "../../store/flows.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { type Outbound } from "../outbound/client.ts";
import { type Vault } from "../secrets/vault.ts";
import { type OAuth } from "../session/oauth.ts";

export interface Connecting {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly oauth: OAuth;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** A session outside any company, with credentials that belong to no connection yet. */
  readonly openSession: (connector: Connector, credentials: PlainCredentials) => Session;
  /** What the vendor makes of such credentials where it signs in by session; nothing where not. */
  readonly startSession: (connector: Connector, credentials: PlainCredentials) => Promise<PlainCredentials>;
  /** A vendor's address, or the one that stands in for it here. */
  readonly standIn: (connector: Connector, address: string) => string;
  readonly baseUrl: () => string;
  readonly now: () => number;
  /** Brings the key to the caller; what it answers is where the browser goes, if anywhere. */
  readonly handOver: (client: Queryable, flow: Flow, accountKey: string) => Promise<HandOver>;
}

export interface HandOver {
  /** Runs in the transaction that makes the connection. */
  readonly store?: (client: Parameters<Parameters<typeof transaction>[1]>[0]) => Promise<void>;
  readonly redirect?: string;
}

export function connectorOf({ connectors }: Pick<Connecting, "connectors">, targetSystem: string): Connector {
  const connector = connectors.get(targetSystem);
  if (connector === undefined) throw unknownTargetSystem(targetSystem, [...connectors.keys()]);
  return connector;
}

/** Where the vendor sends the browser back to: it has to be entered at the vendor exactly so. */
export const redirectUri = (baseUrl: string, { id }: Pick<Connector, "id">): string => `${baseUrl}/auth/callback/${id}`;

export const unknownTargetSystem = (said: string, known: readonly string[]): Failure =>
  new Failure(
    "target_system_unknown",
    `There is no such target system.${didYouMean(said.toLowerCase(), known)} GET /targetSystems lists them.`,
  );

/** Its OAuth tokens are of one company, named when the end user signs in. */
export const isOfOneCompany = ({ signIn }: Connector): boolean =>
  signIn.kind === "oauth2" && signIn.companyScopes !== undefined;
