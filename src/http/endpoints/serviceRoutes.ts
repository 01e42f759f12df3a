/** What the service says about itself, and the reference page. */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { unknownTargetSystem } from "../../core/connecting/context.ts";
import { type Description, describe } from "../openapi/openapi.ts";
import { toYaml } from "../openapi/yaml.ts";
import { contentOf, send } from "../reference/files.ts";
import { siteHeaders } from "../reference/layout.ts";
import { addReference, type ReferenceOptions } from "../reference/reference.ts";
import { changelogPage, readChangelog } from "./changelog.ts";
import { type Asked, addEndpoints, type Gatekeepers } from "./endpoint.ts";
import { serviceEndpoints } from "./serviceEndpoints.ts";
import { targetSystem, targetSystemDetails } from "./targetSystems.ts";

export interface ServiceOptions extends Gatekeepers, Pick<ReferenceOptions, "demo" | "publicUrl"> {
  /** Who runs this installation, where they say so. */
  readonly operator: string | undefined;
  readonly connectors: readonly Connector[];
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
  const json = describer(options, JSON.stringify);
  const yaml = describer(options, toYaml);
  const apart = { config: { apart: "files" } } as const;
  app.get("/.well-known/openapi.json", apart, async (request, reply) =>
    send(await json(), request, reply.headers(publicJson)),
  );
  app.get("/openapi.yaml", apart, async (request, reply) => send(await yaml(), request, reply.headers(publicYaml)));
  addEndpoints(app, options, serviceEndpoints, {
    ...targetSystemHandlers(options.connectors),
    ...healthHandlers(options),
    "openapi.get": async ({ request, reply }) => send(await json(), request, reply.headers(publicJson)),
    "changelog.list": ({ request, reply }) => {
      reply.header("vary", "accept");
      if (!wantsHtml(request)) return { data: changelog };
      return reply.headers(siteHeaders).send(changelogPage(changelog));
    },
  });
  const { connectors, publicUrl, demo, version, operator } = options;
  const home = async () => ({ version, operator, status: statusOf(await options.health()) });
  addReference(app, { connectors, publicUrl, demo, home });
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
      const report = await health();
      const { database, disk, freeBytes, workers = 0, oldestUndelivered } = report;
      return {
        status: statusOf(report),
        database,
        disk,
        workers,
        version,
        ...(freeBytes !== undefined && { freeBytes }),
        ...(typeof oldestUndelivered === "number" && { oldestUndelivered }),
      };
    },
  };
}

function statusOf({ database, disk, workers = 0 }: HealthReport): "ok" | "degraded" | "unavailable" {
  if (database !== "ok") return "unavailable";
  return disk === "ok" && workers > 0 ? "ok" : "degraded";
}

/** The description is for everybody, pages of other sites too. */
const open = { "access-control-allow-origin": "*" };
const publicJson = { ...open, "content-type": "application/json; charset=utf-8" };
const publicYaml = { ...open, "content-type": "application/yaml; charset=utf-8" };

/** Made when first asked for, then kept: it changes only with the program. */
function describer({ connectors, publicUrl }: ServiceOptions, write: (description: Description) => string) {
  const make = () => contentOf(Buffer.from(write(describe({ connectors, baseUrl: publicUrl ?? "/" }))));
  let made: ReturnType<typeof make> | undefined;
  return () => (made ??= make());
}

/** JSON unless HTML is asked for by name: an open `Accept` is what programs send. */
const wantsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? "");
