/** Where vendors post. No key opens these: what was posted proves itself, by its address and its signature. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../contract/failure.ts";
import type { InboundWebhooks, InboundPost, Reception } from "../../core/changes/inboundWebhooks.ts";
import { answerFailure, routeNotFound } from "../server/errors.ts";

const longestPost = 1024 * 1024;
/** Tokens and tenants' ids are shorter; whatever is longer is not looked for. */
const longestName = 200;

export async function vendorRoutes(app: FastifyInstance, { reception }: { reception: InboundWebhooks }): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  app.removeAllContentTypeParsers();
  // The bytes as they are: signatures are over them.
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
  add("/:slug", (request) => reception.atPortal(named(request, "slug"), undefined, postOf(request)));
  add("/:slug/:token", (request) =>
    reception.atConnection(named(request, "slug"), named(request, "token"), postOf(request)),
  );
  add("/:slug/tenants/:tenantId", (request) =>
    reception.atPortal(named(request, "slug"), named(request, "tenantId"), postOf(request)),
  );
}

function named(request: FastifyRequest, name: string): string {
  const value = (request.params as Readonly<Record<string, string>>)[name] ?? "";
  // PostgreSQL has no text with NUL.
  return value.length > longestName || value.includes("\0") ? "" : value;
}

function postOf({ headers, query, body }: FastifyRequest): InboundPost {
  return { headers: flat(headers), query: flat(query as object), body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}

/** What came several times reads like one with commas. */
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
