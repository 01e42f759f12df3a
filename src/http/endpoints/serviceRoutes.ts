/** What the service says about itself, and the reference page. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { unknownTargetSystem } from "../../core/connecting/context.ts";
import { describe } from "../openapi/openapi.ts";
import { addReference, contentOf, send } from "../reference/reference.ts";
import { changelogHeaders, changelogPage, readChangelog } from "./changelog.ts";
import { type Asked, addEndpoints, type Gatekeepers } from "./endpoint.ts";
import { serviceEndpoints } from "./serviceEndpoints.ts";
import { targetSystem, targetSystemDetails } from "./targetSystems.ts";

export interface ServiceOptions extends Gatekeepers {
  readonly connectors: readonly Connector[];
  readonly baseUrl: string;
  readonly version: string;
  readonly health: () => Promise<HealthReport>;
}

/** What is undefined could not be found out. */
export interface HealthReport {
  readonly database: "ok" | "unavailable";
  readonly disk: "ok" | "low";
  readonly freeBytes: number | undefined;
  readonly workers?: number | undefined;
  readonly oldestUndelivered?: number | null | undefined;
}

export async function serviceRoutes(app: FastifyInstance, options: ServiceOptions): Promise<void> {
  const changelog = readChangelog(await readFile(new URL("../../../CHANGELOG.md", import.meta.url), "utf8"));
  addEndpoints(app, options, serviceEndpoints, {
    ...targetSystemHandlers(options.connectors),
    ...healthHandlers(options),
    "openapi.get": descriptionHandler(options),
    "changelog.list": ({ request, reply }) => {
      reply.header("vary", "accept");
      if (!wantsHtml(request)) return { data: changelog };
      return reply.headers(changelogHeaders).send(changelogPage(changelog));
    },
  });
  addReference(app);
}

function targetSystemHandlers(connectors: readonly Connector[]) {
  return {
    "targetSystems.list": () => ({ data: connectors.map(targetSystem) }),
    "targetSystems.get": ({ ids: { slug = "" } }: Asked) => {
      const connector = connectors.find(({ id }) => id === slug);
      if (connector === undefined)
        throw unknownTargetSystem(
          slug,
          connectors.map(({ id }) => id),
        );
      return { data: targetSystemDetails(connector) };
    },
  };
}

function healthHandlers({ health, version }: ServiceOptions) {
  return {
    "health.get": async () => {
      if ((await health()).database !== "ok")
        throw new Failure("unavailable", "The database does not answer just now. Try again in a moment.");
      return { status: "ok" };
    },
    "health.details.get": async () => {
      const { database, disk, freeBytes, workers = 0, oldestUndelivered } = await health();
      const isWhole = disk === "ok" && workers > 0;
      return {
        status: database === "ok" ? (isWhole ? "ok" : "degraded") : "unavailable",
        ...{ database, disk, workers, version },
        ...(freeBytes !== undefined && { freeBytes }),
        ...(typeof oldestUndelivered === "number" && { oldestUndelivered }),
      };
    },
  };
}

/** The description is for everybody, pages of other sites too. */
const publicJson = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };

/** Made when first asked for, then kept: it changes only with the program. */
function descriptionHandler({ connectors, baseUrl }: ServiceOptions) {
  const make = () => contentOf(Buffer.from(JSON.stringify(describe({ connectors, baseUrl }))));
  let made: ReturnType<typeof make> | undefined;
  return async ({ request, reply }: Asked) => {
    made ??= make();
    return send(await made, request, reply.headers(publicJson));
  };
}

/** JSON unless HTML is asked for by name: an open `Accept` is what programs send. */
const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");
