/** Handlers of the endpoints for imported connections. */
import type { FastifyInstance } from "fastify";
import { defaultLimit } from "../../contract/parameters.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import {
  eraseKeysOfImport,
  type ImportedConnection,
  type ShownImport,
  showImport,
  startImport,
} from "../../core/connecting/importConnections.ts";
import type { OutcomeState } from "../../store/connecting/imports.ts";
import { addEndpoints } from "../server/endpoint.ts";
import type { AuthOptions } from "./authRoutes.ts";
import { importEndpoints } from "./importEndpoints.ts";

interface OutcomeFilters {
  readonly page?: number;
  readonly limit?: number;
  readonly state?: OutcomeState;
}

export function addImportRoutes(app: FastifyInstance, options: AuthOptions): void {
  const { connecting } = options;
  addEndpoints(app, options, importEndpoints, {
    "auth.imports.create": async ({ tenantId, ids, body, setSubject }) => {
      const connector = connectorOf(connecting, ids["targetSystem"] ?? "");
      const { connections } = body as { readonly connections: readonly ImportedConnection[] };
      const taskId = await startImport(connecting, tenantId, connector, connections);
      setSubject({ id: taskId });
      return { data: { taskId } };
    },
    "auth.imports.get": async ({ tenantId, ids, values }) => {
      const { page = 1, limit = defaultLimit, state } = values as OutcomeFilters;
      const shown = await showImport(connecting, tenantId, ids["taskId"] ?? "", { state, page, limit });
      const total = countOf(shown, state);
      const pagination = { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) };
      return { meta: { pagination }, data: taskOf(shown) };
    },
    "auth.imports.delete": async ({ tenantId, ids: { taskId = "" } }) => {
      await eraseKeysOfImport(connecting, tenantId, taskId);
      return { data: { id: taskId } };
    },
  });
}

function countOf({ total, connected, failed }: ShownImport, state: OutcomeState | undefined): number {
  const counts = { waiting: total - connected - failed, connected, failed };
  return state === undefined ? total : counts[state];
}

const taskOf = (shown: ShownImport) => ({
  id: shown.id,
  targetSystem: shown.targetSystem,
  status: statusOf(shown),
  total: shown.total,
  connected: shown.connected,
  failed: shown.failed,
  responseData: shown.outcomes,
});

function statusOf({ endedAt, connected, failed }: ShownImport) {
  if (endedAt === null) return "IN_PROGRESS";
  if (failed === 0) return "SUCCESS";
  return connected === 0 ? "FAILED" : "PARTIAL_SUCCESS";
}
