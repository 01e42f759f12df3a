/**
 * The tools of assistants over stdin and stdout. Each call is forwarded to `POST /mcp` of a running service, so that limits,
 * scopes and logs are the same. The SDK serves clients of every revision.
 */
import { setTimeout as wait } from "node:timers/promises";

const revision = "2026-07-28";
const timeoutMs = 60_000;

export interface RunningService {
  readonly url: URL;
  readonly apiKey: string;
  readonly accountKey: string;
}

export async function serveStandardInput(service: RunningService, onError: (error: Error) => void): Promise<void> {
  const { Server } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const described = (await forward(service, "server/discover", {})) as {
    readonly instructions?: string;
    readonly serverInfo?: { readonly version?: string };
  };
  const handle = serveStdio(
    () => {
      const server = new Server(
        { name: "kontor", version: described.serverInfo?.version ?? "0" },
        {
          capabilities: { tools: {}, resources: {} },
          ...(described.instructions !== undefined && { instructions: described.instructions }),
        },
      );
      const pass = async <Result>(method: string, params: object, capabilities: object = {}): Promise<Result> =>
        (await forward(service, method, params, capabilities)) as Result;
      server.setRequestHandler("tools/list", ({ params = {} }) => pass("tools/list", params));
      server.setRequestHandler("resources/list", () => ({ resources: [] }));
      server.setRequestHandler("resources/templates/list", ({ params = {} }) =>
        pass("resources/templates/list", params),
      );
      server.setRequestHandler("resources/read", ({ params }) => pass("resources/read", params));
      server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
        const { inputResponses } = mcpReq;
        const requestState = mcpReq.requestState<string>();
        const call = {
          name: params.name,
          arguments: params.arguments ?? {},
          ...(inputResponses !== undefined && { inputResponses }),
          ...(requestState !== undefined && { requestState }),
        };
        // The SDK asks the person, in the way that the client understands.
        return pass("tools/call", call, { elicitation: { form: {} } });
      });
      return server;
    },
    { onerror: onError },
  );
  // Until the client closes stdin.
  await new Promise((resolve) => process.stdin.once("close", resolve));
  // Answers in flight are still written.
  await wait(0);
  await handle.close();
}

let calls = 0;

async function forward(
  { url, apiKey, accountKey }: RunningService,
  method: string,
  params: object,
  capabilities: object = {},
): Promise<unknown> {
  const { name, uri } = params as { readonly name?: string; readonly uri?: string };
  const body = {
    jsonrpc: "2.0",
    id: ++calls,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": { name: "kontor mcp", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      },
    },
  };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...((name ?? uri) !== undefined && { "mcp-name": name ?? uri ?? "" }),
      "x-api-key": apiKey,
      "x-account-key": accountKey,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const reply = (await answer.json()) as {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
    readonly errors?: readonly { readonly message: string }[];
  };
  if (reply.result !== undefined) return reply.result;
  const message = reply.error?.message ?? reply.errors?.map((error) => error.message).join(" ");
  throw new Error(message ?? `The service answered with status ${answer.status}.`);
}
