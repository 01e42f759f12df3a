/** The endpoints of OAuth that programs of assistants call: metadata, registration, tokens, revocation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { resourceMetadata, serverMetadata } from "../../core/assistants/addresses.ts";
import type { Clients } from "../../core/assistants/clients.ts";
import { OAuthProblem } from "../../core/assistants/problem.ts";
import { answerTokenRequest, revokeToken, type TokenDeps, type TokenForm } from "../../core/assistants/tokens.ts";
import { checkEncoded, utf8Text } from "../../web/utf8.ts";
import { beginFailure } from "../server/errors.ts";

export interface AssistantTokenOptions extends TokenDeps {
  readonly clients: Clients;
}

/** RFC 9728 and RFC 8414 also allow the path of the resource or issuer behind the well-known path. */
const metadataPaths = {
  resource: ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"],
  server: ["/.well-known/oauth-authorization-server"],
} as const;

export async function assistantTokenRoutes(app: FastifyInstance, options: AssistantTokenOptions): Promise<void> {
  const { clients, baseUrl } = options;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: 64 * 1024 },
    async (_request: FastifyRequest, body: Buffer) => formIn(utf8Text(body)),
  );
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));

  const files = { rateLimitGroup: "files" } as const;
  for (const url of metadataPaths.resource)
    app.get(url, { config: files }, (_request, reply) => reply.headers(cached).send(resourceMetadata(baseUrl())));
  for (const url of metadataPaths.server)
    app.get(url, { config: files }, (_request, reply) => reply.headers(cached).send(serverMetadata(baseUrl())));

  app.post("/auth/assistants/register", async (request, reply) => {
    const { id, name, redirectUris } = await clients.register(request.body, request.ip);
    return reply
      .code(201)
      .headers(uncached)
      .send({
        client_id: id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
  });
  app.post("/auth/assistants/token", async (request, reply) =>
    reply.headers(uncached).send(await answerTokenRequest(options, formOf(request))),
  );
  app.post("/auth/assistants/revoke", async (request, reply) => {
    await revokeToken(options, formOf(request));
    return reply.headers(uncached).send({});
  });
}

const uncached = { "cache-control": "no-store", "content-type": "application/json; charset=utf-8" };
const cached = { "cache-control": "public, max-age=300", "content-type": "application/json; charset=utf-8" };

/** Parameters must not be repeated (RFC 6749, 3.2). */
function formIn(body: string): TokenForm {
  checkEncoded(body);
  const fields = [...new URLSearchParams(body)];
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new OAuthProblem("invalid_request", `${repeated} must be sent once.`);
  return Object.fromEntries(fields);
}

function formOf({ headers, body }: FastifyRequest): TokenForm {
  if (headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true) return body as TokenForm;
  throw new OAuthProblem("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(uncached);
  if (error instanceof OAuthProblem) {
    request.log.info({ code: error.code }, "request of an assistant rejected");
    const status = error.code === "invalid_client" ? 401 : 400;
    return reply.code(status).send({ error: error.code, error_description: error.message });
  }
  const failure = beginFailure(error, request, reply);
  const isOurs = failure.status >= 500;
  const code =
    failure.code === "rate_limited" ? "temporarily_unavailable" : isOurs ? "server_error" : "invalid_request";
  return reply.send({ error: code, error_description: failure instanceof Failure ? failure.message : "" });
}
