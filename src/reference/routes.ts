/** Routes of the OpenAPI description, the changelog, the reference site and the guides. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Connector } from "../contract/connector.ts";
import { type HealthReport, statusOf } from "../http/endpoints/serviceRoutes.ts";
import { addEndpoints, type RequestChecks } from "../http/server/endpoint.ts";
import { contentOf, send } from "../web/files.ts";
import { type Description, describe } from "./openapi/openapi.ts";
import { postmanCollection } from "./openapi/postman.ts";
import { referenceEndpoints } from "./openapi/referenceEndpoints.ts";
import { toYaml } from "./openapi/yaml.ts";
import { changelogPage, readChangelog } from "./site/changelog.ts";
import { siteHeaders } from "./site/layout.ts";
import { addSite, type SiteOptions } from "./site/site.ts";

export interface ReferenceOptions extends RequestChecks, Pick<SiteOptions, "demo" | "publicUrl"> {
  /** The operator's name, if configured. */
  readonly operator: string | undefined;
  readonly connectors: readonly Connector[];
  readonly version: string;
  readonly health: () => Promise<HealthReport>;
}

export async function referenceRoutes(app: FastifyInstance, options: ReferenceOptions): Promise<void> {
  const changelog = readChangelog(await readFile(new URL("../../CHANGELOG.md", import.meta.url), "utf8"));
  const json = describer(options, JSON.stringify);
  const yaml = describer(options, toYaml);
  const countedAsFile = { config: { rateLimitGroup: "files" } } as const satisfies RouteShorthandOptions;
  app.get("/.well-known/openapi.json", countedAsFile, async (request, reply) =>
    send(await json(), request, reply.headers(publicJson)),
  );
  const postman = describer(options, (description) =>
    JSON.stringify(postmanCollection(description, options.publicUrl ?? "http://127.0.0.1:3000")),
  );
  app.get("/postman.json", countedAsFile, async (request, reply) =>
    send(await postman(), request, reply.headers(publicJson)),
  );
  app.get("/openapi.yaml", countedAsFile, async (request, reply) =>
    send(await yaml(), request, reply.headers(publicYaml)),
  );
  addEndpoints(app, options, referenceEndpoints, {
    "openapi.get": async ({ request, reply }) => send(await json(), request, reply.headers(publicJson)),
    "changelog.list": ({ request, reply }) => {
      reply.header("vary", "accept");
      if (!wantsHtml(request)) return { data: changelog };
      return reply.headers(siteHeaders).send(changelogPage(changelog));
    },
  });
  const { connectors, publicUrl, demo, version, operator } = options;
  const home = async () => ({ version, operator, status: statusOf(await options.health()) });
  addSite(app, { connectors, publicUrl, demo, home });
}

/** Pages of other sites may read the description. */
const anyOrigin = { "access-control-allow-origin": "*" };
const publicJson = { ...anyOrigin, "content-type": "application/json; charset=utf-8" };
const publicYaml = { ...anyOrigin, "content-type": "application/yaml; charset=utf-8" };

/** Built on the first request and kept: the description changes only with the program. */
function describer({ connectors, publicUrl }: ReferenceOptions, write: (description: Description) => string) {
  const build = () => contentOf(Buffer.from(write(describe({ connectors, baseUrl: publicUrl ?? "/" }))));
  let built: ReturnType<typeof build> | undefined;
  return () => (built ??= build());
}

/** HTML only if `Accept` names it, because programs send wildcards. */
const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");
