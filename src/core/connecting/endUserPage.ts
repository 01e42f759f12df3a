/** The page on which an end user sees their connections, and can renew or end them. The platform creates a link to it. */

import { setTimeout } from "node:timers/promises";
import type { Connector } from "../../contract/connector.ts";
import { listOfResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import type { Access } from "../../contract/scopes.ts";
import {
  addEndUserPage,
  bindEndUserPage,
  type EndUserPage,
  findEndUserPage,
  listLastActivity,
} from "../../store/connecting/endUserPages.ts";
import {
  type ConnectionQuery,
  type ConnectionSummary,
  type ConnectionWithTenant,
  countConnections,
  findConnection,
  listConnections,
  saveCompanyName,
} from "../../store/connections.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { listPollStates } from "../../store/pollState.ts";
import { transaction } from "../../store/postgres/database.ts";
import type { TenantCaller } from "../accounts/callers.ts";
import { openConnection } from "../accounts/connection.ts";
import { appendChanges } from "../events/eventLog.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { hashToken, newId, newToken } from "../secrets/ids.ts";
import { type ConnectingDeps, connectorOf } from "./context.ts";
import { checkVisit, FlowProblem } from "./flow.ts";
import { type ConnectionDeps, companiesOf, disconnect } from "./manageConnection.ts";
import { checkLocale, type StartFlow } from "./startFlow.ts";

/** Longer than a flow, because people read the page, and it may lead through several flows. */
const pageLifetime = 30 * 60 * 1000;

/** More than one end user has. */
const mostConnections = 100;

const returnUrlColumn = (id: string) => ({ table: "end_user_pages", row: id, column: "return_url" });

export interface EndUserPageRequest {
  /** The page shows all connections of this end user. */
  readonly endUserId?: string;
  /** The page shows these connections. */
  readonly ids?: readonly string[];
  readonly locale?: string;
  /** The platform's page that the end user can go back to. */
  readonly returnUrl?: string;
  /** The most that the end user may give to assistants. Absent: the page offers none. */
  readonly assistants?: Access;
}

export async function makeEndUserPage(
  { database, vault, outbound, baseUrl, now }: ConnectingDeps,
  { tenantId, scopes }: TenantCaller,
  request: EndUserPageRequest,
): Promise<{ readonly id: string; readonly url: string; readonly expiresAt: Date }> {
  const { endUserId = null, ids = null, locale = null, returnUrl, assistants = null } = request;
  if ((endUserId === null) === (ids === null))
    throw new Failure("invalid_request", "Send either endUserId or ids.", { field: "endUserId" });
  await checkAddress(outbound, "returnUrl", returnUrl);
  if (locale !== null) checkLocale(locale);
  if ((await countConnections(database, shownOn({ tenantId, endUserId, connectionIds: ids }))) === 0) {
    const field = ids === null ? "endUserId" : "ids";
    const message = `You have no open connection with ${field === "ids" ? "these ids" : "this endUserId"}. GET /tenants/connections lists them.`;
    throw new Failure("not_found", message, { field });
  }
  const id = newId();
  const token = newToken();
  const expiresAt = new Date(now() + pageLifetime);
  await addEndUserPage(database, {
    id,
    tenantId,
    tokenHash: hashToken(token),
    endUserId,
    connectionIds: ids,
    locale,
    returnUrl: returnUrl === undefined ? null : vault.seal(returnUrlColumn(id), returnUrl),
    expiresAt,
    assistantAccess: assistants,
    assistantResources: scopes.resources,
  });
  return { id, url: endUserPageUrl(baseUrl(), token), expiresAt };
}

export const endUserPageUrl = (baseUrl: string, token: string): string => `${baseUrl}/auth/connections?page=${token}`;

const shownOn = ({
  tenantId,
  endUserId,
  connectionIds,
}: Pick<EndUserPage, "tenantId" | "endUserId" | "connectionIds">): ConnectionQuery => ({
  tenantId,
  isOpen: true,
  ...(endUserId !== null && { endUserId }),
  ...(connectionIds !== null && { ids: connectionIds }),
});

export interface PageVisit {
  readonly token: string;
  /** The browser's cookie. */
  readonly browser: string;
}

export interface VisitedPage extends Omit<EndUserPage, "returnUrl"> {
  readonly returnUrl: string | undefined;
}

/** Finds the page. Does not bind it to the browser, because scanners and previews open links, too. */
export async function findVisitedPage(
  { database, vault, now }: ConnectingDeps,
  { token, browser }: PageVisit,
): Promise<VisitedPage> {
  const page = await findEndUserPage(database, hashToken(token));
  if (page === undefined) throw new FlowProblem("failed");
  checkVisit(page, browser, now());
  const { returnUrl } = page;
  return { ...page, returnUrl: returnUrl === null ? undefined : vault.open(returnUrlColumn(page.id), returnUrl) };
}

/** When a kind of data was last read or written. */
export interface LastActivity {
  /** Such as `invoices`. */
  readonly resource: string;
  readonly isRead: boolean;
  readonly at: Date;
}

export interface ShownConnection {
  readonly id: string;
  readonly connector: Connector;
  readonly needsSignIn: boolean;
  /** The name of the company, or its id if the target system does not tell the name now. */
  readonly company: string | undefined;
  readonly environment: string | undefined;
  readonly createdAt: Date;
  readonly activity: readonly LastActivity[];
}

export async function listShownConnections(
  connecting: ConnectingDeps,
  manage: ConnectionDeps,
  page: VisitedPage,
): Promise<ShownConnection[]> {
  const { database, connectors } = connecting;
  const window = { page: 1, limit: mostConnections };
  const rows = await listConnections(database, { ...shownOn(page), window });
  const known = rows.flatMap((row) => {
    const connector = connectors.get(row.targetSystem);
    return connector === undefined ? [] : [{ row, connector }];
  });
  return Promise.all(
    known.map(async ({ row, connector }) => ({
      id: row.id,
      connector,
      needsSignIn: row.state === "needs_reauth",
      company: await companyNameOf(connecting, manage, connector, row),
      environment: row.environment ?? undefined,
      createdAt: row.createdAt,
      activity: await lastActivityOf(connecting, row.id),
    })),
  );
}

/** The page must not wait long for a slow target system. */
const nameTimeout = 3000;

async function companyNameOf(
  { database, vault }: ConnectingDeps,
  { openSession }: ConnectionDeps,
  connector: Connector,
  { id, company, companyName, state, environment }: ConnectionSummary,
): Promise<string | undefined> {
  if (company === null) return undefined;
  if (companyName !== null) return companyName;
  const row = state === "active" ? await findConnection(database, id) : undefined;
  if (row === undefined) return company;
  const readName = async (): Promise<string | undefined> => {
    const session = await openSession(connector, openConnection(row, vault));
    const companies = await companiesOf(connector, row, session, environment ?? undefined);
    await saveCompanyName(database, id, companies);
    return companies.find((candidate) => candidate.id === company)?.name;
  };
  const tooLate = setTimeout(nameTimeout, undefined, { ref: false });
  // The page is still useful with the id.
  const name = await Promise.race([readName().catch(() => undefined), tooLate]);
  return name ?? company;
}

/** From the request log, and from the polls of subscribed resources. */
async function lastActivityOf({ database }: ConnectingDeps, connectionId: string): Promise<LastActivity[]> {
  const requests = await listLastActivity(database, connectionId);
  const polls = await listPollStates(database, connectionId);
  return [
    ...requests.map(({ operation, isRead, at }) => ({ resource: resourceOf(operation), isRead, at })),
    ...polls.flatMap(({ resource, polledUntil }) =>
      polledUntil === null ? [] : [{ resource: resourceOf(listOfResource[resource]), isRead: true, at: polledUntil }],
    ),
  ];
}

const resourceOf = (operation: string): string => operation.split(".")[0] ?? "";

/** A connection of the page that a form names. The page now belongs to this browser. */
export async function claimConnection(
  connecting: ConnectingDeps,
  visit: PageVisit,
  connectionId: string,
): Promise<{ page: VisitedPage; connection: ConnectionWithTenant }> {
  const { database } = connecting;
  const page = await findVisitedPage(connecting, visit);
  if (!(await bindEndUserPage(database, page.id, hashToken(visit.browser)))) throw new FlowProblem("wrongBrowser");
  const [shown] = await listConnections(database, { ...shownOn(page), ...chosen(page, connectionId) });
  const connection = shown && (await findConnection(database, shown.id));
  if (connection === undefined) throw new FlowProblem("failed");
  return { page, connection };
}

const chosen = ({ connectionIds }: VisitedPage, id: string): Pick<ConnectionQuery, "ids"> => ({
  ids: connectionIds === null || connectionIds.includes(id) ? [id] : [],
});

/** Returns the URL of a flow that renews the connection and leads back to the page. */
export async function reconnectFromPage(
  connecting: ConnectingDeps,
  begin: StartFlow,
  visit: PageVisit,
  connectionId: string,
): Promise<string> {
  const { page, connection } = await claimConnection(connecting, visit, connectionId);
  const connector = connectorOf(connecting, connection.targetSystem);
  const overviewUrl = `${endUserPageUrl(connecting.baseUrl(), visit.token)}&system=${connector.id}`;
  const request = { kind: "link", overviewUrl, ...(page.locale !== null && { locale: page.locale }) } as const;
  return begin(connection.tenantId, connector, request, { connectionId });
}

/** Ends the connection and reports it to the platform as a revoked token. Returns the target system. */
export async function disconnectFromPage(
  connecting: ConnectingDeps,
  manage: ConnectionDeps,
  visit: PageVisit,
  connectionId: string,
): Promise<Connector> {
  const { connection } = await claimConnection(connecting, visit, connectionId);
  const connector = connectorOf(connecting, connection.targetSystem);
  await disconnect(manage, connector, openConnection(connection, connecting.vault));
  const { id, generation, tenantId } = connection;
  const change = { eventType: "REVOKED", resource: "TOKEN", resourceId: id } as const;
  const revoked = {
    ...change,
    changedAt: new Date(connecting.now()),
    mark: `TOKEN REVOKED ${id} ${generation} by the end user`,
  };
  await transaction(connecting.database, async (client) => {
    await appendChanges(client, { id, batches: connector.batches === true }, [revoked]);
    await addAudit(client, { role: "endUser", tenantId, action: "connection.end", subject: id });
  });
  return connector;
}
