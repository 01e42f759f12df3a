/** `POST /mcp`: the tools of assistants, over the protocol's stateless HTTP transport. */
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../contract/failure.ts";
import type { Caller, Callers } from "../core/accounts/callers.ts";
import { resourceMetadataUrl } from "../core/assistants/addresses.ts";
import { askOnPage as askPerson } from "../core/assistants/questions.ts";
import { findAssistantCaller } from "../core/assistants/tokens.ts";
import { hashKey } from "../core/secrets/keys.ts";
import type { Vault } from "../core/secrets/vault.ts";
import { header } from "../http/server/endpoint.ts";
import { traceOf } from "../http/server/trace.ts";
import { findApiKeyId } from "../store/apiKeys.ts";
import type { AssistantGrant } from "../store/assistants/grants.ts";
import { addAudit } from "../store/log/auditLog.ts";
import { type AskOnPage, type BooksDeps, openBooks } from "./server/books.ts";
import { writingToolNames } from "./server/tool.ts";

export interface McpOptions extends Omit<BooksDeps, "seal"> {
  readonly callers: Pick<Callers, "find">;
  readonly vault: Vault;
  readonly version: string;
  readonly baseUrl: () => string;
  readonly onFault: (error: unknown) => void;
}

/** Who asks: a platform with its keys, or an assistant with a token that an end user gave it. */
interface Visitor {
  readonly caller: Caller;
  /** The API key, or the grant. */
  readonly actorId: string | undefined;
  readonly role: "api" | "endUser";
  readonly grant?: AssistantGrant;
}

/** While the protocol's handler runs. */
interface Visit extends Visitor {
  readonly request: FastifyRequest;
}

export function addMcpRoutes(app: FastifyInstance, options: McpOptions): void {
  const { vault } = options;
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
      const visitor = await identify(options, request, reply);
      const { caller, actorId } = visitor;
      traceOf(request).observe({ kind: "caller", caller });
      if (isForeign(request, options.baseUrl())) return reply.code(403).send(rpcError("Origin is not allowed."));
      if (exceedsGrant(visitor, request.body)) return refuseWrite(reply, options.baseUrl());
      visits.set(request.id, { ...visitor, request });
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
      const { caller, request, actorId, role, grant } = visit;
      const { observe } = traceOf(request);
      const askOnPage: AskOnPage | undefined =
        grant &&
        ((question) => askPerson(options, { grantId: grant.id, connectionId: grant.connectionId, ...question }));
      const books = openBooks({ ...options, seal }, { caller, requestId: request.id, observe, askOnPage });
      if (books === undefined)
        throw new Error(`This installation no longer supports ${caller.connection.targetSystem}.`);
      const onCall = ({ tool, isRefused }: { readonly tool: string; readonly isRefused: boolean }): Promise<void> =>
        addAudit(database, {
          role,
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

/** Keys in headers, or an access token. A refusal says where an assistant can get a token (RFC 9728). */
async function identify(options: McpOptions, request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const { callers, database, baseUrl } = options;
  const api = header(request, "x-api-key");
  const [, token] = /^bearer +(\S+) *$/i.exec(header(request, "authorization") ?? "") ?? [];
  try {
    if (api === undefined && token !== undefined) {
      const { caller, grant } = await findAssistantCaller(options, token);
      return { caller, actorId: grant.id, role: "endUser", grant };
    }
    const caller = await callers.find({ api, account: header(request, "x-account-key") });
    return { caller, actorId: await findApiKeyId(database, hashKey(api ?? "")), role: "api" };
  } catch (error) {
    if (error instanceof Failure && error.status === 401)
      reply.header("www-authenticate", challenge(baseUrl(), token === undefined ? {} : { error: "invalid_token" }));
    throw error;
  }
}

/** No scope is named: the client then asks for all of them, and the person decides. */
const challenge = (baseUrl: string, parameters: Readonly<Record<string, string>>): string => {
  const all = { ...parameters, resource_metadata: resourceMetadataUrl(baseUrl) };
  const texts = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${texts.join(", ")}`;
};

/** Whether a tool that writes is called with a token that may only read. The list of tools does not offer it. */
function exceedsGrant({ grant, caller }: Visitor, body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { readonly name?: unknown } | null };
  if (grant === undefined || caller.scopes.access === "write" || method !== "tools/call") return false;
  return writingToolNames.some((name) => name === params?.name);
}

const refuseWrite = (reply: FastifyReply, baseUrl: string): FastifyReply => {
  const parameters = { error: "insufficient_scope", scope: "read write" };
  const message = "The person allowed this assistant only to read. Ask them to connect it again with write access.";
  return reply.code(403).header("www-authenticate", challenge(baseUrl, parameters)).send(rpcError(message));
};

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
