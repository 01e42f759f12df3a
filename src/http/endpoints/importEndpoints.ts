/** The endpoints for platforms that move in with connections that another service has made. */

import { PagedMeta } from "../../contract/envelope.ts";
import type { FailureCode } from "../../contract/failure.ts";
import { parameters, printable } from "../../contract/parameters.ts";
import { integer, listOf, oneOf, record, suppliedUrl, text } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import { mostImported } from "../../core/connecting/importConnections.ts";
import type { EndpointTable } from "../server/endpoint.ts";

const { page, limit, choice } = parameters;
const tag = "Connections";
const always: FailureCode[] = [
  "invalid_request",
  "api_key_missing",
  "api_key_invalid",
  "rate_limited",
  "internal",
  "unavailable",
];

const endUserText = Type.String({ minLength: 1, maxLength: 200, pattern: printable });
const token = Type.String({ minLength: 1, maxLength: 8000 });

const ImportedConnection = record(
  "ImportedConnection",
  { endUserId: endUserText, endUserName: endUserText },
  {
    accessToken: token,
    refreshToken: token,
    expiresAt: Type.String({ format: "date-time", examples: ["2026-11-18T09:30:00Z"] }),
    apiKey: token,
    baseUrl: suppliedUrl,
    clientSecret: token,
    database: text,
    mandant: text,
    password: token,
    tenantId: text,
    username: text,
    companyId: text,
    environmentName: text,
  },
);
const ConnectionImport = record(
  "ConnectionImport",
  { connections: Type.Array(ImportedConnection, { minItems: 1, maxItems: mostImported }) },
  {},
);
const StartedImport = Type.Object(
  { data: record("StartedImport", { taskId: text }, {}) },
  { title: "StartedImportAnswer" },
);

const states = ["waiting", "connected", "failed"] as const;
const ImportError = record(
  "ImportError",
  { code: text, message: text, next: oneOf("fix", "wait", "reconnect", "report") },
  { field: text, targetSystem: text, targetStatus: integer, targetMessage: text },
);
const ImportOutcome = record(
  "ImportOutcome",
  { index: Type.Integer({ minimum: 0 }), state: oneOf(...states), endUserId: text },
  { connectionId: text, accountKey: text, error: ImportError },
);
const count = Type.Integer({ minimum: 0 });
const ImportTask = record(
  "ImportTask",
  {
    id: text,
    targetSystem: text,
    status: oneOf("IN_PROGRESS", "SUCCESS", "PARTIAL_SUCCESS", "FAILED"),
    total: count,
    connected: count,
    failed: count,
    responseData: listOf(ImportOutcome),
  },
  {},
);
const ImportTaskAnswer = Type.Object({ meta: PagedMeta, data: ImportTask }, { title: "ImportTaskAnswer" });
const ErasedKeys = Type.Object({ data: record("ErasedKeys", { id: text }, {}) }, { title: "ErasedKeysAnswer" });

const taskIds = { taskId: "The task's id from the response that started it." };

export const importEndpoints = {
  "auth.imports.create": {
    method: "POST",
    path: "/auth/import/{targetSystem}",
    tag,
    summary: "Import connections from another service",
    description: `Takes the tokens or keys of end users who are connected elsewhere, so that they need not sign in again. Starts a task that tries each connection with a call to the target system and then issues its account key; GET /auth/imports/{taskId} returns the result. **This is the cut-over**: Kontor uses each refresh token once, and target systems that replace it end it at the old provider. For target systems with OAuth, you own the OAuth client and register it first with POST /tenants/register-system. At most ${mostImported.toLocaleString("en")} connections in 32 MiB. The same body again returns the same task while it runs, and after it has connected everybody.`,
    keys: "api",
    audit: "connection.import",
    ids: { targetSystem: "The slug of the target system, from `/targetSystems`." },
    body: ConnectionImport,
    bodyMegabytes: 32,
    status: 202,
    answer: StartedImport,
    failures: [...always, "target_system_unknown"],
  },
  "auth.imports.get": {
    method: "GET",
    path: "/auth/imports/{taskId}",
    tag,
    summary: "Get the result of an import",
    description:
      "One entry for each imported connection, in the order of the body: its account key, or the error with its remedy in `next`. Account keys can be read until you erase them with DELETE, at most for a day after the import has ended.",
    keys: "api",
    ids: taskIds,
    query: { page, limit, state: choice("Only connections in this state.", ...states) },
    answer: ImportTaskAnswer,
    failures: [...always, "not_found"],
  },
  "auth.imports.delete": {
    method: "DELETE",
    path: "/auth/imports/{taskId}",
    tag,
    summary: "Erase the account keys of an import",
    description:
      "Call this when you have stored the account keys. The connections and the report stay. Only after the import has ended.",
    keys: "api",
    audit: "connection.importKeysErase",
    ids: taskIds,
    answer: ErasedKeys,
    failures: [...always, "not_found"],
  },
} as const satisfies EndpointTable;
