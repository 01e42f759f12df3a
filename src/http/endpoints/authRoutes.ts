/** The endpoints with which a caller connects its end users. */

import type { FastifyInstance } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { createConnection, type OpenConnection } from "../../core/accounts/connection.ts";
import { type ConnectingDeps, connectorOf } from "../../core/connecting/context.ts";
import { openCandidate, prove, readCredentials, UserFixableError } from "../../core/connecting/credentials.ts";
import {
  type ConnectionDeps,
  connectionHealth,
  disconnect,
  listCompanies,
  listEnvironments,
} from "../../core/connecting/manageConnection.ts";
import type { FlowRequest, StartFlow } from "../../core/connecting/startFlow.ts";
import { asVendorFailure } from "../../core/session/asVendorFailure.ts";
import { checkChoice } from "../../core/session/checkChoice.ts";
import { type AskedByTenant, type AskedForUser, addEndpoints, type Gatekeepers, header } from "../server/endpoint.ts";
import { authEndpoints } from "./authEndpoints.ts";

export interface AuthOptions extends Gatekeepers {
  readonly begin: StartFlow;
  readonly connecting: ConnectingDeps;
  readonly manageFor: (requestId: string) => ConnectionDeps;
}

export function addAuthRoutes(app: FastifyInstance, options: AuthOptions): void {
  const { begin, connecting, manageFor } = options;
  const connectorFor = ({ ids }: { ids: Readonly<Record<string, string>> }): Connector =>
    connectorOf(connecting, ids["targetSystem"] ?? "");
  const connected = ({ caller: { connection } }: AskedForUser): [Connector, OpenConnection] => [
    connectorOf(connecting, connection.targetSystem),
    connection,
  ];

  addEndpoints(app, options, authEndpoints, {
    "auth.begin": async (asked) => {
      const url = await begin(asked.tenantId, connectorFor(asked), { kind: "redirect", ...wishOf(asked.values) });
      // An open Accept is what programs send: they get JSON.
      const [type] = /\btext\/(?:html|plain)\b/.exec(header(asked.request, "accept") ?? "") ?? [];
      if (type === undefined) return { data: { url } };
      // In an address of ours there is nothing that HTML could take for something else.
      return asked.reply.header("content-type", `${type}; charset=utf-8`).send(url);
    },
    "auth.beginWebhook": async (asked) => {
      const body = asked.body as Record<string, unknown>;
      const wish = { kind: "webhook", ...wishOf(body), webhookCallbackUrl: body["webhookCallbackUrl"] } as FlowRequest;
      return { data: { url: await begin(asked.tenantId, connectorFor(asked), wish) } };
    },
    "auth.createAccount": async (asked) => {
      const accountKey = await connectHeadless(connecting, connectorFor(asked), asked);
      return { accountKey, data: { accountKey } };
    },
    "auth.environments.list": (asked) => listEnvironments(manageFor(asked.request.id), ...connected(asked)),
    "auth.companies.list": (asked) =>
      listCompanies(
        manageFor(asked.request.id),
        ...connected(asked),
        asked.values["environmentName"] as string | undefined,
      ),
    "auth.connection.get": async (asked) => ({
      data: await connectionHealth(manageFor(asked.request.id), ...connected(asked)),
    }),
    "auth.connection.delete": async (asked) => {
      const { connection } = asked.caller;
      const connector = connecting.connectors.get(connection.targetSystem);
      const revoked = await disconnect(manageFor(asked.request.id), connector, connection);
      return { data: { targetSystem: connection.targetSystem, state: "disabled", revoked } };
    },
    "auth.reconnect": async (asked) => {
      const [connector, { id: connectionId }] = connected(asked);
      const accountKey = header(asked.request, "x-account-key") ?? "";
      const wish: FlowRequest = { kind: "redirect", ...wishOf(asked.body as Record<string, unknown>) };
      return { data: { url: await begin(asked.tenantId, connector, wish, { connectionId, accountKey }) } };
    },
  });
}

/** The same names in a query and in a body; one of them is spelled otherwise inside. */
function wishOf({ include_signature, ...rest }: Readonly<Record<string, unknown>>): Omit<FlowRequest, "kind"> {
  return {
    ...(rest as Omit<FlowRequest, "kind">),
    ...(include_signature !== undefined && { includeSignature: include_signature as boolean }),
  };
}

async function connectHeadless(connecting: ConnectingDeps, connector: Connector, asked: AskedByTenant): Promise<string> {
  const { database, vault } = connecting;
  const {
    environmentName: environment,
    companyId: company,
    endUserId,
    endUserName,
    ...values
  } = asked.body as Record<string, string>;
  if (connector.signIn.kind === "oauth2")
    throw new Failure(
      "operation_not_supported",
      `${connector.name} signs in on its own page: use GET /auth/${connector.id}.`,
    );
  const candidate = { tenantId: asked.tenantId, connector };
  const given = await readCredentials(connecting, candidate, values).catch((error: unknown) => {
    if (!(error instanceof UserFixableError)) throw error;
    if (error.cause instanceof Failure) throw error.cause;
    throw new Failure("invalid_request", `${error.field} is required by ${connector.name}`, { field: error.field });
  });
  const credentials = await prove(connecting, candidate, given).catch((error: unknown) => {
    // There is nothing to reconnect yet: the caller sent the wrong credentials.
    if (!(error instanceof Failure) || error.code !== "connection_needs_reauth") throw error;
    throw new Failure("target_rejected", `${connector.name} does not accept these credentials.`, error.details);
  });
  const session = await openCandidate(connecting, candidate, credentials);
  await asVendorFailure(connector, () => checkChoice(connector, session, { environment, company }));
  return createConnection(database, vault, {
    tenantId: asked.tenantId,
    targetSystem: connector.id,
    credentials,
    environment,
    company,
    endUserId,
    endUserName,
  });
}
