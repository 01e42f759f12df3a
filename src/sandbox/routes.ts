/** The HTTP API. Its data routes follow from the table of collections. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type pg from "pg";
import { addActivityRoutes } from "./activityRoutes.ts";
import type { CompanyRow, EnvironmentRow } from "./books/basics/types.ts";
import { type Collection, collections } from "./reading/collections.ts";
import { addFileRoutes, documentExtensions, documentTypes } from "./reading/fileRoutes.ts";
import { readListRequest, shortList } from "./reading/list.ts";
import { listRecords, mustFind, type RecordsOf } from "./reading/records.ts";
import { readViews } from "./reading/views.ts";
import { addAuthentication, tokenOf } from "./server/authentication.ts";
import { ApiError, codeOf, errorBody, invalid, notFound } from "./server/errors.ts";
import { readBehaviour } from "./server/faults.ts";
import { json, parametersOf, queryOf } from "./server/http.ts";
import { type HasRoom, needRoom } from "./server/room.ts";
import { setBehaviour } from "./server/tokens.ts";
import { addWebhookRoutes, type WebhookDeps } from "./webhooks/routes.ts";
import { dayOf } from "./writing/context.ts";
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
  readonly hasRoom: HasRoom;
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
        app.addHook("onRequest", async ({ headers: { "x-sandbox-tenant": tenant } }) => {
          if (tenant !== undefined && !facts.environments.some(({ tenant_id }) => tenant_id === tenant))
            throw new ApiError("unauthorized", "The tenant does not exist.");
        });
        needRoom(app, facts.hasRoom, (message) => new ApiError("rejected", message));
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
    if (environment !== undefined && typeof environment !== "string") throw invalid("environment", "must occur once");
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
    app.addHook("preHandler", async (request) => checkPackage(companies, request));
    for (const collection of collections) {
      addReadRoutes(app, deps, { collection, path: `/${collection.name}`, parents: ["company"] });
      if (collection.lines) addLineRoutes(app, deps, { ...collection, lines: collection.lines });
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

const orderPackage = "Rechnungswesen";

/** Only checked if a header asks for it, to show how companies without the package are refused. */
function checkPackage(companies: readonly CompanyRow[], request: FastifyRequest): void {
  const isGuarded = request.headers["x-sandbox-packages"] === "checked" && /\/purchase-orders\b/.test(request.url);
  const company = companies.find(({ id }) => id === parametersOf(request)["company"]);
  if (!isGuarded || company?.subscriptions.some(({ name, active }) => active && name === orderPackage)) return;
  throw new ApiError(
    "forbidden",
    `Purchase orders need the package ${orderPackage}, which this company does not have.`,
  );
}

type ReadDeps = Pick<Facts, "pool" | "now">;

interface Reading {
  readonly collection: Collection;
  readonly path: string;
  /** The path parameters that the rows depend on. */
  readonly parents: readonly string[];
}

function addReadRoutes(app: FastifyInstance, { pool, now }: ReadDeps, { collection, path, parents }: Reading): void {
  const sourceOf = (request: FastifyRequest): RecordsOf => ({
    collection,
    today: dayOf(now()),
    ids: parents.map((name) => parametersOf(request)[name] ?? ""),
  });
  app.get(path, async (request, reply) => {
    const { show, rest } = readViews(collection.views, queryOf(request));
    return json(reply, show(await listRecords(pool, sourceOf(request), readListRequest(collection, rest))));
  });
  if (!collection.single) return;
  app.get(`${path}/:id`, async (request, reply) => {
    const { show } = readViews(collection.views, queryOf(request));
    return json(reply, show(await mustFind(pool, sourceOf(request), parametersOf(request)["id"])));
  });
}

/** Lines are read below an existing record. */
function addLineRoutes(app: FastifyInstance, deps: ReadDeps, collection: Collection & { lines: Collection }): void {
  void app.register(async (scope) => {
    scope.addHook("preHandler", async (request) => {
      const { company = "", record } = parametersOf(request);
      await mustFind(deps.pool, { collection, ids: [company] }, record);
    });
    const path = `/${collection.name}/:record/${collection.lines.name}`;
    addReadRoutes(scope, deps, { collection: collection.lines, path, parents: ["company", "record"] });
  });
}
