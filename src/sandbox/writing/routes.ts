/** The write routes of a collection. */
import type { FastifyInstance } from "fastify";
import { parametersOf } from "../server/http.ts";
import { type WriteDeps, withContext } from "./context.ts";
import { createWithFiles } from "./uploadRoutes.ts";
import { isForm } from "./uploads.ts";
import { change, create, remove, writableCollection, writeLine } from "./write.ts";

/** Enough for a document with a thousand lines. */
const longestBody = 4_000_000;

export function addWriteRoutes(app: FastifyInstance, deps: WriteDeps, collection: string): void {
  const { verbs, lineVerbs = [], withFiles } = writableCollection(collection);
  const options = { bodyLimit: longestBody };
  for (const verb of verbs) {
    if (verb === "POST") {
      app.post(`/${collection}`, options, async (request, reply) => {
        const record =
          withFiles && isForm(request)
            ? await createWithFiles(deps, request, collection)
            : await withContext(deps, request, (context) => create(context, collection, request.body));
        return reply.code(201).send(record);
      });
    } else if (verb === "DELETE") {
      app.delete(`/${collection}/:id`, async (request, reply) => {
        await withContext(deps, request, (context) => remove(context, collection, parametersOf(request)["id"] ?? ""));
        return reply.code(204).send();
      });
    } else
      app.route({
        method: verb,
        url: `/${collection}/:id`,
        ...options,
        handler: (request) =>
          withContext(deps, request, (context) =>
            change(context, collection, parametersOf(request)["id"] ?? "", { verb, body: request.body }),
          ),
      });
  }
  for (const verb of lineVerbs) {
    app.route({
      method: verb,
      url: `/${collection}/:record/line-items${verb === "POST" ? "" : "/:id"}`,
      ...options,
      handler: async (request, reply) => {
        const { record: id = "", id: line } = parametersOf(request);
        const which = { id, verb, body: request.body, ...(line !== undefined && { line }) };
        const written = await withContext(deps, request, (context) => writeLine(context, collection, which));
        return reply.code(verb === "POST" ? 201 : 200).send(written);
      },
    });
  }
}
