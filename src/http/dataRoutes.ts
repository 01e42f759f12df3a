/** The data endpoints: one route a row of the operation table, all with the same handler. */
import type { FastifyInstance } from "fastify";
import { operationTable } from "../contract/operations.ts";
import type { Execute } from "../core/execute.ts";
import { header, routeOf } from "./endpoint.ts";

export function addDataRoutes(app: FastifyInstance, execute: Execute): void {
  for (const [id, operation] of operationTable)
    app.route({
      method: operation.method,
      url: routeOf(operation.path),
      handler: async (request, reply) => {
        const { status, text, operationId } = await execute({
          id,
          operation,
          keys: { api: header(request, "x-api-key"), account: header(request, "x-account-key") },
          ids: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
          files: [],
          idempotencyKey: header(request, "idempotency-key"),
          requestId: request.id,
        });
        if (operationId !== undefined) reply.header("x-operation-id", operationId);
        return reply.code(status).header("content-type", "application/json; charset=utf-8").send(text);
      },
    });
}
