/** Entra ID: the scope must be named, and only `offline_access` earns a refresh token. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { openOAuth } from "../engine/oauth.ts";
import type { World } from "../simulation.ts";

const place = "/login.microsoftonline.com/:tenant/oauth2/v2.0";

/** Invented. */
export const client = { clientId: "c11e0000-51a0-4e57-8000-0000000000bc", clientSecret: "simulated~secret~of~entra" };

export function openSignIn(world: World) {
  const scopes = new Map<string, string>();
  const desk = openOAuth(
    {
      ...{ authorize: `${place}/authorize`, token: `${place}/token`, title: "Microsoft Entra ID", client },
      ...{ clientAuth: "either", accessSeconds: 3599, rotates: true, extra: { ext_expires_in: 3599 } },
      // A used refresh token is replaced but not revoked; it ends after ninety days.
      graceSeconds: 90 * 24 * 60 * 60,
    },
    world,
  );
  const routes = (app: FastifyInstance) =>
    void app.register(async (scoped) => {
      scoped.addHook("preHandler", async (request, reply) => {
        const complaint = request.url.includes("/authorize") ? complaintAbout(asked(request).get("scope")) : undefined;
        if (complaint !== undefined) await reply.code(400).send(JSON.stringify(complaint));
      });
      scoped.addHook("onSend", async (request, reply, payload) => {
        const form = asked(request);
        const location = reply.getHeader("location");
        const code = typeof location === "string" ? new URL(location).searchParams.get("code") : null;
        if (code !== null) scopes.set(code, form.get("scope") ?? "");
        if (!request.url.includes("/token") || reply.statusCode !== 200) return payload;
        const scope = scopes.get(form.get("code") ?? "") ?? form.get("scope") ?? "";
        const offline = form.get("grant_type") === "refresh_token" || scope.includes("offline_access");
        const { refresh_token, ...rest } = JSON.parse(String(payload)) as Record<string, unknown>;
        const given = JSON.stringify({ ...rest, scope, ...(offline ? { refresh_token } : {}) });
        reply.header("content-length", Buffer.byteLength(given));
        return given;
      });
      desk.routes(scoped);
    });
  return { routes, admits: desk.admits, expire: desk.expire };
}

function asked(request: FastifyRequest): URLSearchParams {
  const [, query = ""] = request.url.split("?");
  return request.method === "GET"
    ? new URLSearchParams(query)
    : new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : "");
}

function complaintAbout(scope: string | null) {
  if (scope === null || scope === "")
    return {
      error: "invalid_request",
      error_description: "AADSTS900144: The request body must contain the following parameter: 'scope'.",
    };
  if (scope.includes("https://api.businesscentral.dynamics.com/")) return undefined;
  return {
    error: "invalid_scope",
    error_description: `AADSTS70011: The provided value for the input parameter 'scope' is not valid. The scope ${scope} is not valid.`,
  };
}
