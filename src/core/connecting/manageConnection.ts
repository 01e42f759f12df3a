/** Manages existing connections: their health, their environments and companies, and their removal. */

import { timestampOf } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import type { RecordResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import type { Company, Environment } from "../../contract/records/connection.ts";
import { type Session } from "../../contract/session.ts";
import { endConnection, findConnectionDates, saveCompanyName } from "../../store/connections.ts";
import { listPollStates, type PollState } from "../../store/pollState.ts";
import type { Database } from "../../store/postgres/database.ts";
import { findUpkeep, type Upkeep } from "../../store/upkeep/connectionUpkeep.ts";
import { listSubscriptionFaults } from "../../store/vendorSubscriptions.ts";
import { endUserOf, type OpenConnection } from "../accounts/connection.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import type { OAuth } from "../session/oauth.ts";
import { visibleCredentialsOf } from "../session/target.ts";
import { readProof, restrictionsOf } from "./credentials.ts";

export interface ConnectionDeps {
  readonly database: Database;
  readonly oauth: OAuth;
  readonly clientFor: (tenantId: string, connector: Connector) => Promise<OAuthClient>;
  /** Ends the connection's webhook subscriptions at the vendor. */
  readonly endAtVendor: (connector: Connector | undefined, connection: OpenConnection) => Promise<void>;
  /** The seconds between two polls, unless the operator set others for a connection. */
  readonly pollSecondsOf: (connector: Connector, state: Pick<PollState, "isListening">) => number;
  /** Opens an unscoped session. */
  readonly openSession: (connector: Connector, connection: OpenConnection) => Promise<Session>;
}

/** A failure of work that nobody waited for. */
export interface BackgroundFault {
  readonly code: string;
  readonly date: string;
}

/** Up to when the changes of one list are complete. */
export interface ResourceState {
  readonly resource: RecordResource;
  readonly reportedBy: "webhook" | "polling";
  readonly companyId?: string;
  readonly completeUntilDate?: string;
  readonly intervalSeconds?: number;
  readonly lastFault?: BackgroundFault;
}

export interface ConnectionHealth {
  readonly id: string;
  readonly targetSystem: string;
  readonly state: OpenConnection["state"];
  readonly healthy: boolean;
  readonly problem?: string;
  readonly warnings?: readonly string[];
  readonly environmentName?: string;
  readonly companyId?: string;
  readonly endUserId?: string;
  readonly endUserName?: string;
  readonly checkedDate?: string;
  readonly lastFault?: BackgroundFault;
  readonly resources?: readonly ResourceState[];
  readonly createdDate?: string;
  readonly updatedDate?: string;
}

export async function connectionHealth(
  { database, openSession, pollSecondsOf }: ConnectionDeps,
  connector: Connector,
  connection: OpenConnection,
): Promise<ConnectionHealth> {
  const { problem, warnings } = await check(connector, () => openSession(connector, connection));
  // Read after the call, because it may have changed the state to needs_reauth.
  const now = await findConnectionDates(database, connection.id);
  const upkeep = await findUpkeep(database, connection.id);
  const resources = await listeningOf({ database, pollSecondsOf }, connector, connection.id);
  return {
    id: connection.id,
    targetSystem: connector.id,
    state: now?.state ?? connection.state,
    healthy: problem === undefined,
    ...(problem !== undefined && { problem }),
    ...(warnings.length > 0 && { warnings }),
    ...(connection.environment !== null && { environmentName: connection.environment }),
    ...(connection.company !== null && { companyId: connection.company }),
    ...endUserOf(connection),
    ...(upkeep?.checkedAt && { checkedDate: timestampOf(upkeep.checkedAt) }),
    ...faultOf(latestOf([...(upkeep ? [upkeep] : []), ...(await listSubscriptionFaults(database, connection.id))])),
    ...(resources.length > 0 && { resources }),
    ...(now && { createdDate: timestampOf(now.createdAt), updatedDate: timestampOf(now.updatedAt) }),
  };
}

/** The source of changes of each resource that subscriptions want. */
export async function listeningOf(
  { database, pollSecondsOf }: Pick<ConnectionDeps, "database" | "pollSecondsOf">,
  connector: Connector | undefined,
  connectionId: string,
): Promise<readonly ResourceState[]> {
  if (connector === undefined) return [];
  const states = await listPollStates(database, connectionId);
  return states.map((state) => resourceStateOf(state, pollSecondsOf(connector, state)));
}

type StoredFault = Pick<Upkeep, "lastFault" | "lastFaultAt">;

/** The latest fault that is not over. */
const latestOf = (faults: readonly StoredFault[]): StoredFault | undefined =>
  faults
    .filter(({ lastFault }) => lastFault !== null)
    .toSorted((left, right) => (right.lastFaultAt?.getTime() ?? 0) - (left.lastFaultAt?.getTime() ?? 0))[0];

export const faultOf = ({ lastFault, lastFaultAt }: StoredFault = { lastFault: null, lastFaultAt: null }) =>
  lastFault === null || lastFaultAt === null
    ? {}
    : { lastFault: { code: lastFault, date: timestampOf(lastFaultAt) } satisfies BackgroundFault };

const resourceStateOf = (state: PollState, pollSeconds: number): ResourceState => ({
  resource: state.resource,
  reportedBy: state.isSweep ? "webhook" : "polling",
  ...(state.companyId !== null && { companyId: state.companyId }),
  ...(state.polledUntil !== null && { completeUntilDate: timestampOf(state.polledUntil) }),
  intervalSeconds: state.everySeconds ?? pollSeconds,
  ...faultOf(state),
});

interface Checked {
  readonly problem?: string;
  readonly warnings: readonly string[];
}

/** Whether the target system accepts the credentials, and what their user cannot see there. */
async function check(connector: Connector, open: () => Promise<Session>): Promise<Checked> {
  try {
    const session = await open();
    await readProof(connector, session);
    return { warnings: await restrictionsOf(connector, session) };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.code, warnings: [] };
    throw error;
  }
}

export interface ChoiceList<Record> {
  readonly data: readonly Record[];
  readonly meta?: { readonly warnings: readonly string[] };
}

export async function listEnvironments(
  { openSession }: ConnectionDeps,
  connector: Connector,
  connection: OpenConnection,
): Promise<ChoiceList<Environment>> {
  if (connector.environments === undefined) return emptyList(connector, "environments");
  return { data: await connector.environments(await openSession(connector, connection)) };
}

export async function listCompanies(
  { database, openSession }: ConnectionDeps,
  connector: Connector,
  connection: OpenConnection,
  environment: string | undefined,
): Promise<ChoiceList<Company>> {
  if (connector.companies === undefined) return emptyList(connector, "companies");
  const session = await openSession(connector, connection);
  const data = await companiesOf(connector, connection, session, environment ?? connection.environment ?? undefined);
  await saveCompanyName(database, connection.id, data);
  return { data };
}

/** The companies that this connection can reach. Credentials for a single company cannot list companies. */
export async function companiesOf(
  { company, companies }: Connector,
  connection: Pick<OpenConnection, "company">,
  session: Session,
  environment: string | undefined,
): Promise<readonly Company[]> {
  if (company !== undefined && connection.company !== null) return [await company(session, connection.company)];
  return (await companies?.(session, environment)) ?? [];
}

const emptyList = ({ name }: Connector, what: string) => ({
  meta: { warnings: [`${name} has no ${what} to choose from; the list is always empty.`] },
  data: [],
});

/** Revokes the token if the vendor supports it, then erases the credentials, even if the vendor is down. */
export async function disconnect(
  { database, oauth, clientFor, endAtVendor }: ConnectionDeps,
  connector: Connector | undefined,
  connection: OpenConnection,
): Promise<boolean> {
  await endAtVendor(connector, connection);
  let revoked = false;
  const { refreshToken, accessToken } = connection.credentials;
  const token = refreshToken ?? accessToken;
  if (connector?.signIn.kind === "oauth2" && token !== undefined) {
    const client = await clientFor(connection.tenantId, connector).catch(() => undefined);
    const signInInput = visibleCredentialsOf(connector, connection.credentials);
    const hint = token === refreshToken ? "refresh_token" : "access_token";
    revoked = client !== undefined && (await oauth.revoke(connector, client, { token, hint, signInInput }));
  }
  await endConnection(database, connection.id);
  return revoked;
}
