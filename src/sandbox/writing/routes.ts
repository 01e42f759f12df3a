/** The routes that write, made from what the collections say. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { parametersOf } from "../answers.ts";
import { transaction } from "../store.ts";
import { type Desk, openDesk } from "./desk.ts";
import { change, create, remove, writeLine, writingOf } from "./write.ts";

export interface Office {
  readonly pool: pg.Pool;
  readonly now: () => Date;
}

/** Long enough for a document of a thousand lines. */
export const longestBody = 4_000_000;

export const atDesk = <Result>({ pool, now }: Office, request: FastifyRequest, work: (desk: Desk) => Promise<Result>) =>
  transaction(pool, async (client) => work(await openDesk(client, parametersOf(request)["company"] ?? "", now())));

export function addWriting(app: FastifyInstance, office: Office, collection: string): void {
  const { verbs, lineVerbs = [] } = writingOf(collection);
  const options = { bodyLimit: longestBody };
  for (const verb of verbs) {
    if (verb === "POST") {
      app.post(`/${collection}`, options, async (request, reply) => {
        const record = await atDesk(office, request, (desk) => create(desk, collection, request.body));
        return reply.code(201).send(record);
      });
    } else if (verb === "DELETE") {
      app.delete(`/${collection}/:id`, async (request, reply) => {
        await atDesk(office, request, (desk) => remove(desk, collection, parametersOf(request)["id"] ?? ""));
        return reply.code(204).send();
      });
    } else
      app.route({
        method: verb,
        url: `/${collection}/:id`,
        ...options,
        handler: (request) =>
          atDesk(office, request, (desk) =>
            change(desk, collection, parametersOf(request)["id"] ?? "", { verb, body: request.body }),
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
        const written = await atDesk(office, request, (desk) => writeLine(desk, collection, which));
        return reply.code(verb === "POST" ? 201 : 200).send(written);
      },
    });
  }
}
