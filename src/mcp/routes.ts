/** `POST /mcp`: the tools of assistants, over the protocol's stateless HTTP transport. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Callers } from "../core/accounts/callers.ts";
import { hashKey } from "../core/secrets/keys.ts";
import type { Vault } from "../core/secrets/vault.ts";
import { header } from "../http/server/endpoint.ts";
import { traceOf } from "../http/server/trace.ts";
import { findApiKeyId } from "../store/apiKeys.ts";
import { addAudit } from "../store/log/auditLog.ts";
import { type BooksDeps, openBooks } from "./server/books.ts";

export interface McpOptions extends Omit<BooksDeps, "seal"> {
  readonly callers: Pick<Callers, "find">;
  readonly vault: Vault;
  readonly version: string;
  readonly baseUrl: () => string;
  readonly onFault: (error: unknown) => void;
}

/** Who asks, while the protocol's handler runs. */
interface Visit {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly actorId: string | undefined;
}

export function addMcpRoutes(app: FastifyInstance, options: McpOptions): void {
  const { callers, database, vault } = options;
  let handler: Promise<McpHttpHandler> | undefined;
  const visits = new Map<string, Visit>();
  // Loaded with the first call, so that the service starts as fast as without assistants.
  const load = (): Promise<McpHttpHandler> => (handler ??= makeHandler(options, visits));
  const seal = (purpose: string, text: string): readonly string[] =>
    vault.hashes(purpose, text).map((hash) => hash.toString("base64url"));
  app.addHook("onClose", async () => (await handler)?.close());

  app.route({
    method: "POST",
    url: "/mcp",
    config: { operation: "mcp" },
    handler: async (request, reply) => {
      const api = header(request, "x-api-key");
      const caller = await callers.find({ api, account: header(request, "x-account-key") });
      traceOf(request).observe({ kind: "caller", caller });
      if (isForeign(request, options.baseUrl())) return reply.code(403).send(rpcError("Origin is not allowed."));
      const actorId = await findApiKeyId(database, hashKey(api ?? ""));
      visits.set(request.id, { caller, request, actorId });
      try {
        const { fetch } = await load();
        const answer = await fetch(webRequest(request, options.baseUrl()), {
          parsedBody: request.body,
          authInfo: { token: "", clientId: actorId ?? "", scopes: [], extra: { visit: request.id, seal } },
        });
        return await send(answer, reply);
      } finally {
        visits.delete(request.id);
      }
    },
  });
}

async function makeHandler(options: McpOptions, visits: ReadonlyMap<string, Visit>): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { buildMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./mcpServer.ts"),
  ]);
  const { database, version, onFault } = options;
  return createMcpHandler(
    ({ authInfo }) => {
      const { visit: id = "", seal = noSeal } = (authInfo?.extra ?? {}) as { visit?: string; seal?: BooksDeps["seal"] };
      const visit = visits.get(id);
      if (visit === undefined) throw new Error("The request has ended.");
      const { caller, request, actorId } = visit;
      const { observe } = traceOf(request);
      const books = openBooks({ ...options, seal }, { caller, requestId: request.id, observe });
      if (books === undefined)
        throw new Error(`This installation no longer supports ${caller.connection.targetSystem}.`);
      const onCall = ({ tool, isRefused }: { readonly tool: string; readonly isRefused: boolean }): Promise<void> =>
        addAudit(database, {
          role: "api",
          actorId,
          tenantId: caller.tenantId,
          action: `assistant.${tool}`,
          subject: caller.connection.id,
          address: request.ip,
          isRefused,
        });
      return buildMcpServer({ books, version, onCall, onFault });
    },
    // Nothing that clients could listen to ever changes, and open streams would hold connections.
    { maxSubscriptions: 0, onerror: () => {} },
  );
}

const noSeal: BooksDeps["seal"] = () => [];

/** Only the protocol's headers: keys go no further. */
function webRequest({ headers, method }: FastifyRequest, baseUrl: string): Request {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && /^(?:accept|content-type|mcp-.+)$/.test(name)) passed.set(name, value);
  return new Request(new URL("/mcp", baseUrl), { method, headers: passed, body: "{}" });
}

/** A page of another site must not use a key that its visitor's browser adds. */
function isForeign({ headers }: FastifyRequest, baseUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  const allowed = new Set([new URL(baseUrl).hostname, "localhost", "127.0.0.1", "[::1]"]);
  return !URL.canParse(origin) || !allowed.has(new URL(origin).hostname);
}

const rpcError = (message: string) => ({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } });

async function send(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(answer.status);
  answer.headers.forEach((value, name) => {
    if (name !== "content-length") reply.header(name, value);
  });
  const text = await answer.text();
  return text === "" ? reply.send() : reply.send(text);
}
