/** The data endpoints: one route a row of the operation table, all with the same handler. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../contract/failure.ts";
import { operationTable } from "../contract/operations.ts";
import type { Envelope, Execute } from "../core/execute.ts";
import { openSerialiser } from "./serialise.ts";

export function addDataRoutes(app: FastifyInstance, execute: Execute): void {
  const serialise = openSerialiser();
  for (const [id, operation] of operationTable) {
    const write = (envelope: Envelope): string => {
      try {
        return serialise(operation, envelope);
      } catch (cause) {
        throw new Failure("target_bad_response", "The target system's answer lacks something essential.", { cause });
      }
    };
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) => {
        const envelope = await execute({
          id,
          operation,
          keys: { api: header(request.headers["x-api-key"]), account: header(request.headers["x-account-key"]) },
          ids: request.params as Record<string, string>,
          query: request.query as Record<string, unknown>,
          body: request.body,
          requestId: request.id,
        });
        return reply.header("content-type", "application/json; charset=utf-8").send(write(envelope));
      },
    });
  }
}

const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
