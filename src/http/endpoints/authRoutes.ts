/** Handlers of the endpoints that connect end users and manage connections. */

import type { FastifyInstance } from "fastify";
import { timestampOf } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OpenConnection } from "../../core/accounts/connection.ts";
import { connectCompany } from "../../core/connecting/connectCompany.ts";
import { type ConnectingDeps, connectorOf } from "../../core/connecting/context.ts";
import {
  openCandidate,
  prove,
  readCredentials,
  restrictionsOf,
  UserFixableError,
} from "../../core/connecting/credentials.ts";
import {
  type ConnectionDeps,
  connectionHealth,
  disconnect,
  listCompanies,
  listEnvironments,
} from "../../core/connecting/manageConnection.ts";
import type { FlowRequest, StartFlow } from "../../core/connecting/startFlow.ts";
import { hashKey } from "../../core/secrets/keys.ts";
import { asVendorFailure } from "../../core/session/asVendorFailure.ts";
import { checkChoice } from "../../core/session/checkChoice.ts";
import { type AssistantGrant, endGrant, listGrants } from "../../store/assistants/grants.ts";
import { revokeAccountKey } from "../../store/connections.ts";
import { transaction } from "../../store/postgres/database.ts";
import { addEndpoints, type ConnectionCall, header, type RequestChecks, type TenantCall } from "../server/endpoint.ts";
import { authEndpoints } from "./authEndpoints.ts";

export interface AuthOptions extends RequestChecks {
  /** Whether people may sign in to the console with links. */
  readonly consoleLinks: boolean;
  readonly begin: StartFlow;
  readonly connecting: ConnectingDeps;
  readonly manageFor: (requestId: string) => ConnectionDeps;
}

export function addAuthRoutes(app: FastifyInstance, options: AuthOptions): void {
  const { begin, connecting, manageFor } = options;
  const connectorFor = ({ ids }: { ids: Readonly<Record<string, string>> }): Connector =>
    connectorOf(connecting, ids["targetSystem"] ?? "");
  const connected = ({ caller: { connection } }: ConnectionCall): [Connector, OpenConnection] => [
    connectorOf(connecting, connection.targetSystem),
    connection,
  ];

  addEndpoints(app, options, authEndpoints, {
    "auth.begin": async (call) => {
      const url = await begin(call.tenantId, connectorFor(call), { kind: "redirect", ...flowRequestOf(call.values) });
      // Programs send a wildcard Accept and get JSON.
      const [type] = /\btext\/(?:html|plain)\b/.exec(header(call.request, "accept") ?? "") ?? [];
      if (type === undefined) return { data: { url } };
      // The URL contains no characters that are special in HTML.
      return call.reply.header("content-type", `${type}; charset=utf-8`).send(url);
    },
    "auth.beginWebhook": async (call) => {
      const body = call.body as Record<string, unknown>;
      const flow = {
        kind: "webhook",
        ...flowRequestOf(body),
        webhookCallbackUrl: body["webhookCallbackUrl"],
      } as FlowRequest;
      return { data: { url: await begin(call.tenantId, connectorFor(call), flow) } };
    },
    "auth.createAccount": async (call) => {
      const { accountKey, warnings } = await connectHeadless(connecting, connectorFor(call), call);
      return { accountKey, data: { accountKey }, ...(warnings.length > 0 && { meta: { warnings } }) };
    },
    "auth.environments.list": (call) => listEnvironments(manageFor(call.request.id), ...connected(call)),
    "auth.companies.list": (call) =>
      listCompanies(
        manageFor(call.request.id),
        ...connected(call),
        call.values["environmentName"] as string | undefined,
      ),
    "auth.connection.get": async (call) => ({
      data: await connectionHealth(manageFor(call.request.id), ...connected(call)),
    }),
    "auth.connection.delete": async (call) => {
      const { connection } = call.caller;
      const connector = connecting.connectors.get(connection.targetSystem);
      const revoked = await disconnect(manageFor(call.request.id), connector, connection);
      return { data: { targetSystem: connection.targetSystem, state: "disabled", revoked } };
    },
    "auth.accountKey.delete": async (call) => {
      const { targetSystem } = call.caller.connection;
      if (await revokeAccountKey(connecting.database, hashKey(header(call.request, "x-account-key") ?? "")))
        return { data: { targetSystem, revoked: true } };
      throw new Failure(
        "invalid_request",
        "X-ACCOUNT-KEY is the only key of this connection and cannot be revoked. Use DELETE /auth/connection to end it.",
        { field: "X-ACCOUNT-KEY" },
      );
    },
    "auth.assistants.list": async ({ caller: { connection } }) => {
      const grants = await listGrants(connecting.database, [connection.id]);
      return { data: grants.map(shownGrant) };
    },
    "auth.assistants.delete": async ({ caller: { connection }, ids }) => {
      const id = ids["assistantId"] ?? "";
      if (await endGrant(connecting.database, { id, connectionId: connection.id })) return { data: { id } };
      throw new Failure(
        "not_found",
        "This connection has no assistant with this id. GET /auth/assistants lists them.",
        {
          field: "assistantId",
        },
      );
    },
    "auth.reconnect": async (call) => {
      const [connector, { id: connectionId }] = connected(call);
      const accountKey = header(call.request, "x-account-key") ?? "";
      const flow: FlowRequest = { kind: "redirect", ...flowRequestOf(call.body as Record<string, unknown>) };
      return { data: { url: await begin(call.tenantId, connector, flow, { connectionId, accountKey }) } };
    },
  });
}

const shownGrant = ({ id, clientName, host, access, createdAt, usedAt }: AssistantGrant) => ({
  id,
  name: clientName,
  host,
  access,
  createdDate: timestampOf(createdAt),
  ...(usedAt !== null && { usedDate: timestampOf(usedAt) }),
});

/** Converts the query or body of a flow, which use the same names, to a flow request. */
function flowRequestOf({ include_signature, ...rest }: Readonly<Record<string, unknown>>): Omit<FlowRequest, "kind"> {
  return {
    ...(rest as Omit<FlowRequest, "kind">),
    ...(include_signature !== undefined && { includeSignature: include_signature as boolean }),
  };
}

interface Connected {
  readonly accountKey: string;
  readonly warnings: readonly string[];
}

async function connectHeadless(connecting: ConnectingDeps, connector: Connector, call: TenantCall): Promise<Connected> {
  const { database, vault } = connecting;
  const {
    environmentName: environment,
    companyId: company,
    endUserId,
    endUserName,
    ...values
  } = call.body as Record<string, string>;
  if (connector.signIn.kind === "oauth2")
    throw new Failure(
      "operation_not_supported",
      `End users of ${connector.name} sign in on the vendor's page. Use GET /auth/${connector.id}.`,
    );
  const candidate = { tenantId: call.tenantId, connector };
  const entered = await readCredentials(connecting, candidate, values).catch((error: unknown) => {
    if (!(error instanceof UserFixableError)) throw error;
    if (error.cause instanceof Failure) throw error.cause;
    throw new Failure("invalid_request", `${error.field} is required by ${connector.name}.`, { field: error.field });
  });
  const credentials = await prove(connecting, candidate, entered).catch((error: unknown) => {
    // There is no connection to reauthorise yet: the caller sent invalid credentials.
    if (!(error instanceof Failure) || error.code !== "connection_needs_reauth") throw error;
    throw new Failure("target_rejected", `${connector.name} rejected these credentials.`, error.details);
  });
  const session = await openCandidate(connecting, candidate, credentials);
  await asVendorFailure(connector, () => checkChoice(connector, session, { environment, company }));
  const warnings = await restrictionsOf(connector, session);
  const connection = {
    tenantId: call.tenantId,
    targetSystem: connector.id,
    credentials,
    environment,
    company,
    endUserId,
    endUserName,
  };
  const { id, accountKey } = await transaction(database, (client) =>
    connectCompany(client, vault, connector, connection),
  );
  call.setSubject({ id });
  return { accountKey, warnings };
}
