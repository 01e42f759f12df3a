/** Handlers of the endpoints for a tenant's own settings. */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { timestampOf } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { hidingFault } from "../../contract/hiddenFields.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import type { Callers } from "../../core/accounts/callers.ts";
import { endUserOf, openConnection } from "../../core/accounts/connection.ts";
import { makeConsoleLink } from "../../core/accounts/consoleAccess.ts";
import { checkAppKey, maskedValues, register, signingSecretColumn } from "../../core/accounts/oauthClients.ts";
import { callbackUrlsOf, keepCallbackUrls } from "../../core/accounts/tenants.ts";
import { missingScopes, requestedScopes } from "../../core/connecting/consent.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { type EndUserPageRequest, makeEndUserPage } from "../../core/connecting/endUserPage.ts";
import { type ConnectionDeps, disconnect, listeningOf } from "../../core/connecting/manageConnection.ts";
import { linkLifetime } from "../../core/connecting/startFlow.ts";
import { describeIssue } from "../../core/issues/describe.ts";
import { checkAddress } from "../../core/outbound/suppliedUrl.ts";
import { hashKey } from "../../core/secrets/keys.ts";
import { newSigningSecret } from "../../core/secrets/signature.ts";
import { asksOf } from "../../core/session/appCredentials.ts";
import { checkStyle, mergeStyle, type PageStyle } from "../../pages/style.ts";
import { findApiKeyId } from "../../store/apiKeys.ts";
import { findHiddenFields, setHiddenFields } from "../../store/connecting/hiddenFields.ts";
import { type CustomValue, findRegistrations, removeRegistration } from "../../store/connecting/registrations.ts";
import {
  type ConnectionQuery,
  type ConnectionSummary,
  countByTargetSystem,
  countConnections,
  findConnection,
  listConnections,
} from "../../store/connections.ts";
import { countReceipts, listReceipts } from "../../store/erasure/erase.ts";
import { countIssues, type IssueRow, listIssues } from "../../store/issues/issues.ts";
import { type AuditRow, countAudit, isOperators, listAuditPage } from "../../store/log/auditLog.ts";
import { type ConsoleRole, endSessionOf, listSessions, type ShownSession } from "../../store/log/consoleSessions.ts";
import {
  type Budget,
  listBudgets,
  readUsage,
  readUsageBy,
  setBudget,
  type UsageGrouping,
} from "../../store/log/vendorUsage.ts";
import { changePageStyle, findPageStyle } from "../../store/pageStyles.ts";
import { transaction } from "../../store/postgres/database.ts";
import { setSigningSecret } from "../../store/tenants.ts";
import { addEndpoints, header } from "../server/endpoint.ts";
import type { AuthOptions } from "./authRoutes.ts";
import { tenantEndpoints } from "./tenantEndpoints.ts";

interface SystemRegistration {
  readonly targetSystem: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly customValues: CustomValue[];
}

type Need = "consent" | "reauth";

interface ConnectionFilters {
  readonly page?: number;
  readonly limit?: number;
  readonly needs?: Need;
  readonly targetSystem?: string;
  readonly endUserId?: string;
  readonly endUserName?: string;
}

interface IssueFilters {
  readonly page?: number;
  readonly limit?: number;
  readonly state?: "open" | "closed";
  readonly targetSystem?: string;
  readonly connectionId?: string;
}

interface AuditFilters {
  readonly page?: number;
  readonly limit?: number;
  readonly from?: Date;
  readonly to?: Date;
  readonly action?: string;
}

interface UsageFilters {
  /** YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
  readonly targetSystem?: string;
  readonly connectionId?: string;
  readonly by?: UsageGrouping;
}

interface BudgetInput {
  readonly targetSystem: string;
  readonly callsPerDay?: number;
  readonly bytesPerDay?: number;
}

/** Links of one request. */
const mostLinks = 100;

const masked = "********";

export function addTenantRoutes(app: FastifyInstance, options: AuthOptions): void {
  const { connecting, manageFor, callers, consoleLinks } = options;
  const { database, vault, outbound } = connecting;

  const requested = requestedScopes(connecting);
  const needing = (needs: Need | undefined): Pick<ConnectionQuery, "lacking" | "state"> & { isOpen: boolean } => ({
    isOpen: true,
    ...(needs === "consent" && { lacking: requested }),
    ...(needs === "reauth" && { state: "needs_reauth" }),
  });
  const nameOfSystem = (id: string | null) => connecting.connectors.get(id ?? "")?.name ?? id ?? "Kontor";
  const shownIssue = (issue: IssueRow) => ({
    id: issue.id,
    kind: issue.kind,
    ...describeIssue(issue, { nameOfSystem, language: "en" }),
    state: issue.closedAt === null ? "open" : "closed",
    count: issue.count,
    firstSeen: timestampOf(issue.firstSeen),
    lastSeen: timestampOf(issue.lastSeen),
    ...present({
      closedAt: issue.closedAt && timestampOf(issue.closedAt),
      code: issue.code,
      message: issue.message,
      connectionId: issue.connectionId,
      endUserId: issue.endUserId,
      endUserName: issue.endUserName,
      targetSystem: issue.targetSystem,
      subscriptionId: issue.subscriptionId,
      operationId: issue.operationId,
    }),
  });
  const shownConnection = async (deps: ConnectionDeps, connection: ConnectionSummary) => {
    const missing = missingScopes(requested, connection);
    const { scopes } = connection;
    return {
      ...shownEndUser(connection),
      needs: [...(missing.length > 0 ? ["consent"] : []), ...(connection.state === "needs_reauth" ? ["reauth"] : [])],
      missingScopes: missing,
      listening: await listeningOf(deps, connecting.connectors.get(connection.targetSystem), connection.id),
      ...(scopes !== null && { scopes: scopes.split(" ") }),
    };
  };

  addEndpoints(app, options, tenantEndpoints, {
    "tenant.signingSecret.create": async ({ tenantId }) => {
      const signingSecret = newSigningSecret();
      await setSigningSecret(database, tenantId, vault.seal(signingSecretColumn(tenantId), signingSecret));
      return { data: { signingSecret } };
    },
    "tenant.pageStyle.save": async ({ tenantId, body: received }) => {
      const body = withoutEmpty(received);
      const faults = checkStyle(body);
      if (faults.length > 0) throw new Failure("invalid_request", "The style is invalid.", { faults });
      const merge = (old: object) => mergeStyle(old, body as PageStyle);
      return { data: await transaction(database, (client) => changePageStyle(client, tenantId, merge)) };
    },
    "tenant.pageStyle.get": async ({ tenantId }) => ({ data: await findPageStyle(database, tenantId) }),
    "tenant.hiddenFields.save": async ({ tenantId, body, setSubject }) => {
      const { fields, connectionId } = body as { fields: string[]; connectionId?: string };
      checkHidable(fields);
      setSubject({ id: connectionId ?? tenantId });
      const isKnown = await setHiddenFields(database, { tenantId, connectionId, fields });
      if (!isKnown) throw unknownConnection();
      return { data: { fields, ...(connectionId !== undefined && { connectionId }) } };
    },
    "tenant.hiddenFields.get": async ({ tenantId, values }) => {
      const { connectionId } = values as { connectionId?: string };
      const fields = await findHiddenFields(database, { tenantId, connectionId });
      if (fields === undefined) throw unknownConnection();
      return { data: { fields, ...(connectionId !== undefined && { connectionId }) } };
    },
    "tenant.callbackUrls.save": async ({ tenantId, body }) => {
      const urls = body as { callbackUrl: string; cancelCallbackUrl: string };
      await checkAddress(outbound, "callbackUrl", urls.callbackUrl);
      await checkAddress(outbound, "cancelCallbackUrl", urls.cancelCallbackUrl);
      await keepCallbackUrls(connecting, tenantId, urls);
      return { data: urls };
    },
    "tenant.callbackUrls.get": async ({ tenantId }) => {
      const { callbackUrl, cancelCallbackUrl } = await callbackUrlsOf(connecting, tenantId);
      return { data: { ...(callbackUrl && { callbackUrl }), ...(cancelCallbackUrl && { cancelCallbackUrl }) } };
    },
    "tenant.systems.register": async ({ tenantId, body, setSubject }) => {
      const system = body as SystemRegistration;
      setSubject({ id: system.targetSystem });
      checkAppKey(connectorOf(connecting, system.targetSystem), system.customValues);
      await register(database, vault, { tenantId, ...system });
      return {
        data: { ...system, clientSecret: masked, customValues: maskedValues(system.customValues, masked) },
      };
    },
    "tenant.systems.list": async ({ tenantId }) => {
      const systems = await findRegistrations(database, tenantId);
      return {
        data: systems.map(({ targetSystem, clientId, customValues, createdAt }) => ({
          targetSystem,
          clientId,
          clientSecret: masked,
          customValues: maskedValues(customValues, masked),
          createdDate: timestampOf(createdAt),
        })),
      };
    },
    "tenant.systems.delete": async ({ tenantId, ids: { targetSystem = "" } }) => {
      if (await removeRegistration(database, tenantId, targetSystem)) return { data: { targetSystem } };
      throw new Failure("not_found", "You have no OAuth client for this target system.");
    },
    "tenant.endUsers.list": async ({ tenantId, values }) => {
      const { page = 1, limit = defaultLimit, ...endUser } = values as { page?: number; limit?: number };
      const total = await countConnections(database, { tenantId, ...endUser });
      const found = await listConnections(database, { tenantId, ...endUser, window: { page, limit } });
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      return { meta: { pagination }, data: found.map(shownEndUser) };
    },
    "tenant.connections.list": async ({ tenantId, values, request }) => {
      const { page = 1, limit = defaultLimit, needs, ...filters } = values as ConnectionFilters;
      const query = { tenantId, ...filters, ...needing(needs) };
      const total = await countConnections(database, query);
      const found = await listConnections(database, { ...query, window: { page, limit } });
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      return {
        meta: { pagination },
        data: await Promise.all(found.map((connection) => shownConnection(manageFor(request.id), connection))),
      };
    },
    "tenant.connections.links": async ({ tenantId, body }) => {
      const { needs, targetSystem, ids } = body as { needs: Need; targetSystem?: string; ids?: readonly string[] };
      if (targetSystem !== undefined) connectorOf(connecting, targetSystem);
      const query = { tenantId, targetSystem, ids, ...needing(needs), window: { page: 1, limit: mostLinks } };
      const links: object[] = [];
      for (const connection of await listConnections(database, query)) {
        const { id, ...endUser } = connection;
        const connector = connectorOf(connecting, connection.targetSystem);
        const url = await options.begin(tenantId, connector, { kind: "link" }, { connectionId: id });
        const expiresDate = timestampOf(new Date(connecting.now() + linkLifetime));
        links.push({ id, targetSystem: connector.id, ...endUserOf(endUser), url, expiresDate });
      }
      return { data: links };
    },
    "tenant.issues.list": async ({ tenantId, values }) => {
      const { page = 1, limit = defaultLimit, ...filters } = values as IssueFilters;
      const query = { tenantId, ...filters };
      const total = await countIssues(database, query);
      const found = await listIssues(database, { ...query, window: { page, limit } });
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      return { meta: { pagination }, data: found.map(shownIssue) };
    },
    "tenant.auditLog.list": async ({ tenantId, values }) => {
      const { page = 1, limit = defaultLimit, ...filters } = values as AuditFilters;
      const query = { tenantId, ...filters };
      const total = await countAudit(database, query);
      const entries = await listAuditPage(database, query, { page, limit });
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      return { meta: { pagination }, data: entries.map(shownEntry) };
    },
    "tenant.erasures.list": async ({ tenantId, values }) => {
      const { page = 1, limit = defaultLimit } = values as { page?: number; limit?: number };
      const total = await countReceipts(database, tenantId);
      const receipts = await listReceipts(database, { tenantId, window: { page, limit } });
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      const data = receipts.map(({ id, subject, erasedAt, erasedRows }) => ({
        id,
        connectionId: subject,
        erasedDate: timestampOf(erasedAt),
        erasedRows,
      }));
      return { meta: { pagination }, data };
    },
    "tenant.usage.get": async ({ tenantId, values }) => {
      const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
      const { to = dayOf(connecting.now()), ...filters } = values as UsageFilters;
      const { from = dayOf(Date.parse(to) - 29 * 86_400_000), ...which } = filters;
      const { by, ...query } = { tenantId, from, to, ...which };
      const rows = by === undefined ? await readUsage(database, query) : await readUsageBy(database, query, by);
      return {
        meta: { budgets: (await listBudgets(database, [tenantId])).map(shownBudget) },
        data: rows.map((row) => ({ ...row, bytes: (row.bytesSent ?? 0) + (row.bytesReceived ?? 0) })),
      };
    },
    "tenant.usage.budgets": async ({ tenantId, body }) => {
      const budgets = (body as readonly BudgetInput[]).map(({ targetSystem, callsPerDay, bytesPerDay }) => ({
        targetSystem: connectorOf(connecting, targetSystem).id,
        callsPerDay: callsPerDay || null,
        bytesPerDay: bytesPerDay || null,
      }));
      await transaction(database, async (client) => {
        for (const budget of budgets) await setBudget(client, tenantId, budget);
      });
      return { data: (await listBudgets(database, [tenantId])).map(shownBudget) };
    },
    "tenant.systems.requirements": async ({ tenantId, values }) => {
      const { targetSystem } = values as { targetSystem?: string };
      const requirementsOf = async (connector: Connector) =>
        (await asksOf(connecting.clientFor, tenantId, connector)).map(({ name, secret, optional }) => ({
          name,
          secret,
          required: !optional,
        }));
      if (targetSystem !== undefined) return { data: await requirementsOf(connectorOf(connecting, targetSystem)) };
      const all: object[] = [];
      for (const connector of connecting.connectors.values())
        for (const requirement of await requirementsOf(connector))
          all.push({ targetSystem: connector.id, ...requirement });
      return { data: all };
    },
    "tenant.systems.values": async ({ tenantId, values }) => {
      const { targetSystem } = values as { targetSystem?: string };
      const wanted = targetSystem === undefined ? undefined : connectorOf(connecting, targetSystem).id;
      const registered = new Map(
        (await findRegistrations(database, tenantId, wanted)).map((system) => [system.targetSystem, system]),
      );
      const valuesOf = (slug: string) => {
        const system = registered.get(slug);
        if (system === undefined) return { targetSystem: slug, customValues: [] };
        const { clientId, customValues } = system;
        return {
          targetSystem: slug,
          clientId,
          clientSecret: masked,
          customValues: maskedValues(customValues, masked),
        };
      };
      return { data: wanted === undefined ? [...connecting.connectors.keys()].map(valuesOf) : valuesOf(wanted) };
    },
    "tenant.consoleLinks.create": async ({ tenantId, body, request, setSubject }) => {
      const input = body as ConsoleLinkRequest;
      const { person } = input;
      if (!consoleLinks)
        throw new Failure(
          "invalid_request",
          "Sign-in links are turned off in this installation. Ask its operator how to sign in to the console.",
        );
      const role = roleIn(input);
      const apiKeyId = await findApiKeyId(database, hashKey(header(request, "x-api-key") ?? ""));
      // It was revoked while this request ran.
      if (apiKeyId === undefined) throw new Failure("api_key_invalid", "The API key is not valid. Check X-API-KEY.");
      const who = { role, tenantId, person, apiKeyId } as const;
      const { id, url, expiresAt } = await makeConsoleLink(database, connecting.baseUrl(), who);
      setSubject({ id, name: person });
      return { data: { url, expiresDate: timestampOf(expiresAt) } };
    },
    "tenant.consoleSessions.list": async ({ tenantId }) => ({
      data: (await listSessions(database, tenantId)).map(shownSession),
    }),
    "tenant.consoleSessions.delete": async ({ tenantId, ids, setSubject }) => {
      const id = ids["sessionId"] ?? "";
      const ended = await endSessionOf(database, tenantId, id);
      if (ended === undefined)
        throw new Failure("not_found", "Unknown session or link. GET /tenant/console-sessions lists them.", {
          field: "sessionId",
        });
      setSubject({ id, name: ended.person });
      return { data: { id } };
    },
    "tenant.endUsers.count": async ({ tenantId }) => ({ data: await countByTargetSystem(database, tenantId) }),
    "tenant.endUsers.page": async ({ body, setSubject, ...tenant }) => {
      const { id, url, expiresAt } = await makeEndUserPage(connecting, tenant, body as EndUserPageRequest);
      setSubject({ id });
      return { data: { url, expiresDate: timestampOf(expiresAt) } };
    },
    "tenant.endUsers.delete": async ({ tenantId, values, request }) => {
      const id = (values["id"] as string | undefined) ?? (await connectionIdByKey(callers, request));
      const connection = await findConnection(database, id);
      if (connection === undefined || connection.tenantId !== tenantId)
        throw new Failure("not_found", "You have no end user with this id.", { field: "id" });
      if (connection.state !== "disabled") {
        const connector = connecting.connectors.get(connection.targetSystem);
        await disconnect(manageFor(request.id), connector, openConnection(connection, vault));
      }
      return { message: "The end user's connection was ended.", data: { id } };
    },
  });
}

const unknownConnection = (): Failure =>
  new Failure("not_found", "Unknown connection. GET /tenants/connections lists them.", { field: "connectionId" });

function checkHidable(fields: readonly string[]): void {
  const faults = fields.flatMap((field, index) => {
    const message = hidingFault(field);
    return message === undefined ? [] : [{ field: `fields[${index}]`, message }];
  });
  if (faults.length > 0) throw new Failure("invalid_request", "These fields cannot be hidden.", { faults });
}

/** The connection that `X-ACCOUNT-KEY` belongs to. */
async function connectionIdByKey(callers: Callers, request: FastifyRequest): Promise<string> {
  const account = header(request, "x-account-key");
  if (account === undefined)
    throw new Failure("invalid_request", "id or the X-ACCOUNT-KEY header is required", { field: "id" });
  return (await callers.find({ api: header(request, "x-api-key"), account })).connection.id;
}

/** Empty strings count as absent. */
const withoutEmpty = (style: unknown): unknown => JSON.parse(JSON.stringify(style, leaveOutEmpty));
const leaveOutEmpty = (_name: string, value: unknown): unknown => (value === "" ? undefined : value);

const shownBudget = ({ targetSystem, callsPerDay, bytesPerDay, callsToday, bytesToday }: Budget) => ({
  targetSystem,
  callsToday,
  bytesToday,
  ...(callsPerDay !== null && { callsPerDay }),
  ...(bytesPerDay !== null && { bytesPerDay }),
});

/** The values that are not null. */
const present = (values: Readonly<Record<string, string | null>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const shownEndUser = ({ id, targetSystem, state, environment, company, createdAt, ...endUser }: ConnectionSummary) => ({
  id,
  targetSystem,
  state,
  ...endUserOf(endUser),
  ...(environment !== null && { environmentName: environment }),
  ...(company !== null && { companyId: company }),
  createdDate: timestampOf(createdAt),
});

const shownEntry = (entry: AuditRow) => ({
  id: entry.id,
  at: timestampOf(entry.at),
  actor: { role: entry.role, ...present({ id: entry.actorId, name: entry.person }) },
  action: entry.action,
  refused: entry.isRefused,
  ...present({ subject: entry.subject, subjectName: entry.subjectName }),
  // The addresses of the operator's people are none of the tenant's business.
  ...(!isOperators(entry.role) && present({ address: entry.address })),
  previousHash: entry.previousHash,
  hash: entry.hash,
});

interface ConsoleLinkRequest {
  readonly person: string;
  readonly role?: ConsoleRole;
  readonly readOnly?: boolean;
}

function roleIn({ role, readOnly }: ConsoleLinkRequest): ConsoleRole {
  if (role !== undefined && readOnly !== undefined)
    throw new Failure("invalid_request", "Send either role or readOnly.", { field: "readOnly" });
  return role ?? (readOnly === true ? "read-only" : "owner");
}

const shownSession = ({ id, kind, person, role, createdAt, seenAt, expiresAt, apiKeyId }: ShownSession) => ({
  id,
  kind,
  person,
  role,
  readOnly: role === "read-only",
  fromApiKey: apiKeyId !== null,
  createdDate: timestampOf(createdAt),
  expiresDate: timestampOf(expiresAt),
  ...(seenAt !== null && { seenDate: timestampOf(seenAt) }),
});
