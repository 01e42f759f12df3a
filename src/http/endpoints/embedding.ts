/** The script and the list of target systems that a platform's page needs to open a flow. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import type { ConnectingDeps } from "../../core/connecting/context.ts";
import { markOf, shownName } from "../../pages/systemMark.ts";
import { contentOf, send } from "../../web/files.ts";

const countedAsFile = { config: { rateLimitGroup: "files" } } as const satisfies RouteShorthandOptions;
/** Both are used by pages of other sites and contain only public data. */
const publicHeaders = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

export function addEmbedding(app: FastifyInstance, { connectors }: Pick<ConnectingDeps, "connectors">): void {
  let script: ReturnType<typeof contentOf> | undefined;
  app.get("/connect.js", countedAsFile, async (request, reply) => {
    script ??= readFile(new URL("../../pages/connect.js", import.meta.url)).then(contentOf);
    const headers = { ...publicHeaders, "content-type": "text/javascript; charset=utf-8" };
    return send(await script, request, reply.headers(headers));
  });
  app.get("/connect/systems", countedAsFile, (_request, reply) =>
    reply.headers({ ...publicHeaders, "cache-control": "no-cache" }).send({
      data: [...connectors.values()].map((connector) => ({
        id: connector.id,
        name: shownName(connector),
        about: connector.about,
        mark: markOf(connector),
      })),
    }),
  );
}
