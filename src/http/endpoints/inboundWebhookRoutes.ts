/** The endpoints that vendors post to. They need no API key: posts are authenticated by their URL and signature. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import type { InboundPost, InboundWebhooks, Reception } from "../../core/changes/inboundWebhooks.ts";
import { answerFailure, routeNotFound } from "../server/errors.ts";

const longestPost = 1024 * 1024;
/** Tokens and tenant ids are shorter, so longer values are not looked up. */
const longestName = 200;

export async function vendorRoutes(app: FastifyInstance, { reception }: { reception: InboundWebhooks }): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  app.removeAllContentTypeParsers();
  // The raw bytes, because signatures are computed over them.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: longestPost }, (_request, body, done) =>
    done(null, body),
  );
  const add = (url: string, receive: (request: FastifyRequest) => Promise<Reception>): void =>
    void app.route({
      method: ["GET", "POST"],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => answer(await receive(request), request, reply),
    });
  add("/:slug", (request) => reception.atPortal(pathParameter(request, "slug"), undefined, postOf(request)));
  add("/:slug/:token", (request) =>
    reception.atConnection(pathParameter(request, "slug"), pathParameter(request, "token"), postOf(request)),
  );
  add("/:slug/tenants/:tenantId", (request) =>
    reception.atPortal(pathParameter(request, "slug"), pathParameter(request, "tenantId"), postOf(request)),
  );
}

function pathParameter(request: FastifyRequest, name: string): string {
  const value = (request.params as Readonly<Record<string, string>>)[name] ?? "";
  // PostgreSQL cannot store NUL.
  return value.length > longestName || value.includes("\0") ? "" : value;
}

function postOf({ headers, query, body }: FastifyRequest): InboundPost {
  return { headers: flat(headers), query: flat(query as object), body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}

/** Repeated values are joined with commas. */
const flat = (values: object): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );

function answer(received: Reception, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (received.kind === "unknown") return routeNotFound(request, reply);
  if (received.kind === "tooMany") {
    const { seconds: retryAfter } = received;
    return answerFailure(new Failure("rate_limited", "Too many posts.", { retryAfter }), request, reply);
  }
  if (received.kind !== "handshake") return reply.code(received.kind === "invalidSignature" ? 401 : 200).send();
  const plain = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return reply.headers(plain).send(received.body);
}
