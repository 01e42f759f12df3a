/** A client of the protocol, with a person who answers its questions. */
import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Service } from "../support/service.ts";

export interface Person {
  readonly asked: string[];
  answer: ElicitResult;
}

export const confirms: ElicitResult = { action: "accept", content: { confirm: true } };
export const declines: ElicitResult = { action: "decline" };

export interface Assistant {
  readonly client: Client;
  readonly person: Person;
  /** Bytes of all results, as the model sees them. */
  readonly seen: { calls: number; bytes: number };
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

export function newClient(person: Person, mode: "auto" | "legacy" = "auto"): Client {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    person.asked.push(params.message);
    return person.answer;
  });
  return client;
}

export async function connectAssistant(
  { url, keys }: Pick<Service, "url" | "keys">,
  {
    apiKey = keys.apiKey,
    accountKey = keys.accountKey,
    mode = "auto",
  }: { readonly apiKey?: string; readonly accountKey?: string; readonly mode?: "auto" | "legacy" } = {},
): Promise<Assistant> {
  const person: Person = { asked: [], answer: confirms };
  const client = newClient(person, mode);
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  return assistantOf(client, person);
}

export function assistantOf(client: Client, person: Person): Assistant {
  const seen = { calls: 0, bytes: 0 };
  return {
    client,
    person,
    seen,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      const { content, structuredContent = {}, isError = false } = result;
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      seen.calls++;
      seen.bytes += Buffer.byteLength(JSON.stringify(result));
      return { data: structuredContent as ToolAnswer["data"], text, isError };
    },
  };
}
