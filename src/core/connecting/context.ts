/** The dependencies of all steps of a flow. */

import { type Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { didYouMean } from "../../contract/nearest.ts";
import { type Session } from "../../contract/session.ts";
import { type Flow } from "../../store/connecting/flows.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { type PlainCredentials } from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { type Outbound } from "../outbound/client.ts";
import { type Vault } from "../secrets/vault.ts";
import { type OAuth } from "../session/oauth.ts";

export interface ConnectingDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly oauth: OAuth;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** Opens an unscoped session with credentials that do not belong to a connection yet. */
  readonly openSession: (connector: Connector, credentials: PlainCredentials) => Session;
  /** Returns the session's credentials for vendors that sign in with sessions; otherwise none. */
  readonly startSession: (connector: Connector, credentials: PlainCredentials) => Promise<PlainCredentials>;
  /** A vendor's URL, or the operator's stand-in for it. */
  readonly standInUrl: (connector: Connector, address: string) => string;
  readonly baseUrl: () => string;
  readonly now: () => number;
  /** Prepares the delivery of the account key to the caller. */
  readonly handOverKey: (client: Queryable, flow: Flow, accountKey: string) => Promise<KeyHandOver>;
}

export interface KeyHandOver {
  /** Runs in the transaction that creates the connection. */
  readonly store?: (client: Parameters<Parameters<typeof transaction>[1]>[0]) => Promise<void>;
  /** The browser's next URL. */
  readonly redirect?: string;
}

export function connectorOf({ connectors }: Pick<ConnectingDeps, "connectors">, targetSystem: string): Connector {
  const connector = connectors.get(targetSystem);
  if (connector === undefined) throw unknownTargetSystem(targetSystem, [...connectors.keys()]);
  return connector;
}

/** The URL to which the vendor redirects the browser. It has to be registered at the vendor exactly like this. */
export const redirectUri = (baseUrl: string, { id }: Pick<Connector, "id">): string => `${baseUrl}/auth/callback/${id}`;

export const unknownTargetSystem = (name: string, known: readonly string[]): Failure =>
  new Failure(
    "target_system_unknown",
    `There is no such target system.${didYouMean(name.toLowerCase(), known)} GET /targetSystems lists all of them.`,
  );

/** Whether its OAuth tokens are valid for one company only, chosen when the end user signs in. */
export const isOfOneCompany = ({ signIn }: Connector): boolean =>
  signIn.kind === "oauth2" && signIn.companyScopes !== undefined;
