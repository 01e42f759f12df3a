/** `kontor mcp` over stdin and stdout, and the inspector's command line over HTTP. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../support/service.ts";
import { assistantOf, confirms, declines, newClient, type Person } from "./assistant.ts";

const root = join(import.meta.dirname, "../..");

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function start(mode: "auto" | "legacy") {
  const person: Person = { asked: [], answer: confirms };
  const client = newClient(person, mode);
  const { apiKey, accountKey } = service.keys;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "bin/kontor.js"), "mcp", "--url", service.url],
      env: { KONTOR_API_KEY: apiKey, KONTOR_ACCOUNT_KEY: accountKey },
    }),
  );
  onTestFinished(() => client.close());
  return assistantOf(client, person);
}

describe.each(["auto", "legacy"] as const)("kontor mcp, for a client of the %s revision", (mode) => {
  test("reads, asks the person, and writes once", async () => {
    const { client, call, person } = await start(mode);
    expect((await client.listTools()).tools).toHaveLength(11);
    const found = await call("search_records", { resource: "invoices", limit: 5, columns: ["invoiceNumber"] });
    expect(found.data["records"]).toHaveLength(5);
    const body = { contactType: "COMPANY", companyName: `Leitung ${mode} GmbH` };
    const write = { operation: "contacts.create", body };
    const { data } = await call("propose_write", write);
    const commit = { ...write, proposalId: data["proposalId"] };
    person.answer = declines;
    expect((await call("commit_write", commit)).isError).toBe(true);
    person.answer = confirms;
    expect((await call("commit_write", commit)).isError).toBe(false);
    await call("commit_write", commit);
    const named = (await service.list("contacts.list")).filter(({ companyName }) => companyName === body.companyName);
    expect(named).toHaveLength(1);
    expect(person.asked.length).toBe(3);
  });
});

describe("the inspector", () => {
  const inspect = async (...parameters: string[]): Promise<Readonly<Record<string, unknown>>> => {
    const bin = join(createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json"), "..");
    const { apiKey, accountKey } = service.keys;
    const headers = ["--header", `X-API-KEY: ${apiKey}`, "--header", `X-ACCOUNT-KEY: ${accountKey}`];
    const program = [inspectorIn(bin), "--cli", `${service.url}/mcp`, "--transport", "http", ...headers, ...parameters];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };

  test("lists the tools", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect((tools as readonly { name: string }[]).map(({ name }) => name)).toContain("search_records");
  });

  test("calls a tool", async () => {
    const result = await inspect("--method", "tools/call", "--tool-name", "describe_system");
    expect(result).toMatchObject({ structuredContent: { system: expect.stringContaining("andbox") } });
  });
});

/** The program that the package installs. */
function inspectorIn(folder: string): string {
  const { bin } = createRequire(import.meta.url)(join(folder, "package.json")) as { bin: Record<string, string> };
  return join(folder, Object.values(bin)[0] ?? "");
}
