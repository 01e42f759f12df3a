/** The HTTP API. Its data routes are made from the table of collections. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type pg from "pg";
import { addActivityRoutes } from "./activityRoutes.ts";
import type { CompanyRow, EnvironmentRow } from "./books/basics/types.ts";
import { type Collection, collections } from "./reading/collections.ts";
import { addFileRoutes, documentExtensions, documentTypes } from "./reading/fileRoutes.ts";
import { readListRequest, shortList } from "./reading/list.ts";
import { listRecords, mustFind, type Place } from "./reading/records.ts";
import { addAuthentication, tokenOf } from "./server/authentication.ts";
import { ApiError, codeOf, errorBody, invalid, notFound } from "./server/errors.ts";
import { readBehaviour } from "./server/faults.ts";
import { json, parametersOf, queryOf } from "./server/http.ts";
import { setBehaviour } from "./server/tokens.ts";
import { addWebhookRoutes, type WebhookDeps } from "./webhooks/routes.ts";
import { addBulkRoutes, addJobRoutes } from "./writing/jobs.ts";
import { addWriteRoutes } from "./writing/routes.ts";
import { addUploadRoutes } from "./writing/uploadRoutes.ts";
import { writableCollections } from "./writing/writableCollections.ts";

export interface Facts {
  readonly pool: pg.Pool;
  readonly environments: readonly EnvironmentRow[];
  readonly companies: readonly CompanyRow[];
  readonly now: () => Date;
  readonly committed: () => void;
  readonly webhooks: WebhookDeps;
}

export function sandboxRoutes(facts: Facts): FastifyPluginAsync {
  return async (root) => {
    root.setErrorHandler(sendError);
    root.setNotFoundHandler(() => {
      throw notFound("address");
    });
    await root.register(
      async (app) => {
        addAuthentication(app, facts.pool);
        addAccountRoutes(app, facts);
        await app.register(companyRoutes(facts), { prefix: "/environments/:environment/companies/:company" });
      },
      { prefix: "/v1" },
    );
  };
}

function sendError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError)
    return reply.code(error.status).send(errorBody(error.code, error.message, error.field));
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send(errorBody(codeOf(status), error.message));
  request.log.error({ err: error }, "the sandbox failed");
  return reply.code(500).send(errorBody("unavailable", "Something went wrong."));
}

function addAccountRoutes(app: FastifyInstance, { pool, environments, companies }: Facts): void {
  app.get("/me", async (request, reply) => {
    const { hash, name } = tokenOf(request);
    return reply.send({ id: hash.toString("hex").slice(0, 12), name });
  });
  app.get("/environments", async (request, reply) => shortList(reply, environments, queryOf(request)));
  app.get("/companies", async (request, reply) => {
    const { environment, ...query } = queryOf(request);
    if (environment !== undefined && typeof environment !== "string")
      throw invalid("environment", "must be given once");
    const chosen = companies.filter(({ environment_id }) => (environment ?? environment_id) === environment_id);
    return shortList(reply, chosen, query);
  });
  app.get("/behaviour", async (request, reply) => reply.send(tokenOf(request).behaviour ?? {}));
  app.put("/behaviour", async (request, reply) => {
    const behaviour = readBehaviour(request.body);
    await setBehaviour(pool, tokenOf(request), behaviour);
    return reply.send(behaviour);
  });
  app.delete("/behaviour", async (request, reply) => {
    await setBehaviour(pool, tokenOf(request), null);
    return reply.code(204).send();
  });
}

function companyRoutes({ pool, companies, now, committed, webhooks }: Facts): FastifyPluginAsync {
  const deps = { pool, now, committed };
  return async (app) => {
    app.addHook("preHandler", async (request) => {
      const { environment, company } = parametersOf(request);
      if (!companies.some(({ id, environment_id }) => id === company && environment_id === environment))
        throw notFound("company in this environment");
    });
    for (const collection of collections) {
      addReadRoutes(app, pool, { collection, path: `/${collection.name}`, parents: ["company"] });
      if (collection.lines) addLineRoutes(app, pool, { ...collection, lines: collection.lines });
      addFileRoutes(app, pool, collection);
      const writing = writableCollections[collection.name];
      if (writing) addWriteRoutes(app, deps, collection.name);
      if (writing?.bulk) addBulkRoutes(app, deps, collection.name);
    }
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
    addUploadRoutes(app, deps);
    addJobRoutes(app, deps);
    addWebhookRoutes(app, webhooks);
    addActivityRoutes(app, pool);
    app.get("/document-types", async (request, reply) => shortList(reply, documentTypes, queryOf(request)));
    app.get("/document-extensions", async (_, reply) => reply.send({ allowed_file_extensions: documentExtensions }));
  };
}

interface Reading {
  readonly collection: Collection;
  readonly path: string;
  /** The names of the path's parameters that the rows depend on. */
  readonly parents: readonly string[];
}

function addReadRoutes(app: FastifyInstance, pool: pg.Pool, { collection, path, parents }: Reading): void {
  const place = (request: FastifyRequest): Place => ({
    collection,
    ids: parents.map((name) => parametersOf(request)[name] ?? ""),
  });
  app.get(path, async (request, reply) =>
    json(reply, await listRecords(pool, place(request), readListRequest(collection, queryOf(request)))),
  );
  if (!collection.single) return;
  app.get(`${path}/:id`, async (request, reply) =>
    json(reply, await mustFind(pool, place(request), parametersOf(request)["id"])),
  );
}

/** Lines are read below a record that must exist. */
function addLineRoutes(app: FastifyInstance, pool: pg.Pool, collection: Collection & { lines: Collection }): void {
  void app.register(async (scope) => {
    scope.addHook("preHandler", async (request) => {
      const { company = "", record } = parametersOf(request);
      await mustFind(pool, { collection, ids: [company] }, record);
    });
    const path = `/${collection.name}/:record/${collection.lines.name}`;
    addReadRoutes(scope, pool, { collection: collection.lines, path, parents: ["company", "record"] });
  });
}
