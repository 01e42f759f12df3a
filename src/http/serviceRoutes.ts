/** The endpoints beside the data operations: one route a row of their table, and the reference page. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Connector } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import { changelogHeaders, changelogPage, readChangelog } from "./changelog.ts";
import { describe } from "./openapi.ts";
import { addReference, contentOf, send } from "./reference.ts";
import { type ServiceEndpointId, serviceEndpointTable } from "./serviceEndpoints.ts";
import { targetSystem, targetSystemDetails } from "./targetSystems.ts";

export interface ServiceOptions {
  readonly connectors: readonly Connector[];
  readonly baseUrl: string;
  readonly version: string;
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

export async function serviceRoutes(app: FastifyInstance, options: ServiceOptions): Promise<void> {
  const changelog = readChangelog(await readFile(new URL("../../CHANGELOG.md", import.meta.url), "utf8"));
  const handlers: Record<ServiceEndpointId, Handler> = {
    ...targetSystemHandlers(options.connectors),
    ...healthHandlers(options),
    "openapi.get": descriptionHandler(options),
    "changelog.list": (request, reply) => {
      reply.header("vary", "accept");
      if (!wantsHtml(request)) return { data: changelog };
      return reply.headers(changelogHeaders).send(changelogPage(changelog));
    },
  };
  for (const [id, { method, path }] of serviceEndpointTable)
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) => handlers[id](request, reply),
    });
  addReference(app);
}

function targetSystemHandlers(connectors: readonly Connector[]) {
  return {
    "targetSystems.list": () => ({ data: connectors.map(targetSystem) }),
    "targetSystems.get": (request: FastifyRequest) => {
      const { slug } = request.params as { slug: string };
      const connector = connectors.find(({ id }) => id === slug);
      if (connector === undefined)
        throw new Failure("target_system_unknown", "There is no such target system. GET /targetSystems lists them.");
      return { data: targetSystemDetails(connector) };
    },
  };
}

function healthHandlers({ isReady, version }: ServiceOptions) {
  return {
    "health.get": async () => {
      if (!(await isReady())) throw new Failure("internal", "The database does not answer.");
      return { status: "ok" };
    },
    "health.details.get": async () => {
      const database = (await isReady()) ? "ok" : "unavailable";
      return { status: database, database, version };
    },
  };
}

/** Made when first asked for, then kept: it changes only with the program. */
function descriptionHandler({ connectors, baseUrl }: ServiceOptions): Handler {
  const make = () => contentOf(Buffer.from(JSON.stringify(describe({ connectors, baseUrl }))));
  let made: ReturnType<typeof make> | undefined;
  return async (request, reply) => {
    made ??= make();
    return send(await made, request, reply.header("content-type", "application/json; charset=utf-8"));
  };
}

/** JSON unless HTML is asked for by name: an open `Accept` is what programs send. */
const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");
