/** Sign-in of assistants with OAuth 2.1, and attacks on it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { allScopes } from "../../src/contract/scopes.ts";
import { createApiKey } from "../../src/core/accounts/tenants.ts";
import { eraseConnection } from "../../src/store/erasure/erase.ts";
import { disableTenant, enableTenant, listTenants } from "../../src/store/tenants.ts";
import { openBrowser } from "../support/oauth.ts";
import { type Service, startService } from "../support/service.ts";
import {
  actOnPage,
  consent,
  linkFor,
  newCode,
  openProgram,
  type Program,
  programOf,
  register,
  returnUrl,
  signIn,
  toConsent,
  tokensIn,
} from "./endUser.ts";

let service: Service;
let program: Program;
const lines: string[] = [];
beforeAll(async () => {
  const logged = { write: (line: string) => void lines.push(line) };
  service = await startService({ LOG_LEVEL: "trace", ASSISTANT_ATTEMPTS: "10000" }, { logged });
  program = await openProgram(service.url);
});
afterAll(() => service.stop());

const query = async (text: string, values: unknown[] = []) => (await service.storage.database.query(text, values)).rows;
const tenantId = async (): Promise<string> => (await listTenants(service.storage.database))[0]?.id ?? "";

const rpc = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

/** A call of a tool with a token. */
async function callTool(token: string, name = "describe_system", args: object = {}) {
  const response = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(rpc("tools/call", { name, arguments: args })),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const statusWith = async (token: string): Promise<number> => (await callTool(token)).status;

describe("metadata", () => {
  test("a request without a token says where to get one", async () => {
    const refused = await fetch(`${service.url}/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    const url = `${service.url}/.well-known/oauth-protected-resource/mcp`;
    expect(refused.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${url}"`);
    const resource = (await (await fetch(url)).json()) as { resource: string; authorization_servers: string[] };
    expect(resource).toMatchObject({ resource: `${service.url}/mcp`, authorization_servers: [service.url] });
    const server = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    expect(await server.json()).toMatchObject({
      issuer: service.url,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test("an unknown token is called invalid", async () => {
    const { status, headers } = await callTool(`ktok_${"a".repeat(39)}`);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
  });
});

describe("a sign-in", () => {
  test("ends with tokens that read and write the books of one connection", async () => {
    const back = await consent(service, program);
    expect(back.href.split("?")[0]).toBe(returnUrl);
    expect(back.searchParams.get("state")).toBe("state-1");
    expect(back.searchParams.get("iss")).toBe(service.url);
    const answer = await program.exchange(back.searchParams.get("code") ?? "");
    expect(answer).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: 900, scope: "read write" } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { access } = tokensIn(answer);
    const found = await callTool(access, "search_records", {
      resource: "invoices",
      limit: 5,
      columns: ["invoiceNumber"],
    });
    expect(found.text).toContain("invoiceNumber");
  });

  test("refused, tells the assistant so and gives nothing", async () => {
    const back = await consent(service, program, { decision: "refuse" });
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("iss")).toBe(service.url);
    expect(back.searchParams.has("code")).toBe(false);
  });

  test("cancelled before the code was entered, tells the assistant so", async () => {
    const browser = openBrowser(service.url);
    const page = await browser.open(program.authorizeUrl());
    const { location } = await browser.submit(page, { decision: "refuse" });
    expect(location?.searchParams.get("error")).toBe("access_denied");
  });

  test("for reading only, refuses writes with the scope that is missing", async () => {
    const { access } = await signIn(service, program, { access: "read" });
    const refused = await callTool(access, "propose_write", { operation: "contacts.create", body: {} });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="read write"');
    expect(await statusWith(access)).toBe(200);
  });

  test.each([
    ["the platform allows only reading", { assistants: "read" as const }],
    ["the assistant asks only for reading", { changes: { scope: "read" } }],
    ["the assistant asks for no scope", { changes: { scope: undefined } }],
  ])("cannot give more than reading if %s", async (_, options) => {
    const { page, browser } = await toConsent(service, program, options);
    expect(page.text).not.toContain('value="write"');
    const { location } = await browser.submit(page, { decision: "allow", access: "write" });
    const answer = await program.exchange(location?.searchParams.get("code") ?? "");
    expect(answer.body["scope"]).toBe("read");
  });

  test("gives no resources that the key of the link has not", async () => {
    const scopes = { ...allScopes, resources: ["tenant", "contacts"] };
    const { apiKey } = await createApiKey(service.storage.database, await tenantId(), scopes);
    const { access } = await signIn(service, program, { apiKey });
    expect((await callTool(access, "search_records", { resource: "invoices" })).text).toContain("scope_missing");
    expect((await callTool(access, "search_records", { resource: "contacts" })).text).not.toContain("scope_missing");
  });

  test("needs a link that offers assistants", async () => {
    const browser = openBrowser(service.url);
    const { link, connectionId } = await linkFor(service, { assistants: null });
    const page = await browser.open(link);
    expect(page.text).not.toContain("/auth/assistants/code");
    expect((await actOnPage(browser, { page, connectionId }, "code")).status).toBe(400);
  });
});

describe("the pages", () => {
  const isGuarded = (headers: Headers): void => {
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  };

  test("cannot be framed, and forms lead only to the assistant", async () => {
    const asking = await openBrowser(service.url).open(program.authorizeUrl());
    isGuarded(asking.headers);
    const { page } = await toConsent(service, program);
    isGuarded(page.headers);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:9;");
  });

  test("show the name as text", async () => {
    const name = `<script>canary()</script>"'&\u202Egnirts`;
    const hostile = await openProgram(service.url, { client_name: name });
    const { page } = await toConsent(service, hostile);
    expect(page.text).not.toContain("<script>canary");
    expect(page.text).toContain("&lt;script&gt;canary()&lt;/script&gt;");
    expect(page.text).not.toContain("\u202E");
  });

  test("accept a consent only from the browser that entered the code, and only with its form", async () => {
    const { page, browser } = await toConsent(service, program);
    const thief = openBrowser(service.url);
    expect((await thief.open(page.url)).status).toBe(403);
    expect((await thief.submit(page, { decision: "allow" })).status).toBe(403);
    expect((await browser.submit(page, { decision: "allow", check: "0".repeat(64) })).status).toBe(403);
    expect((await browser.submit(page, { decision: "allow" })).status).toBe(303);
    expect((await browser.submit(page, { decision: "allow" })).status).toBe(410);
  });

  test("accept a code only with the form of that browser: nobody is connected to somebody else's books", async () => {
    const { code } = await newCode(service);
    const asking = await openBrowser(service.url).open(program.authorizeUrl());
    const victim = openBrowser(service.url);
    await victim.open(program.authorizeUrl());
    expect((await victim.submit(asking, { code, decision: "continue" })).status).toBe(403);
  });
});

describe("a one-time code", () => {
  const enter = async (code: string) => {
    const browser = openBrowser(service.url);
    return browser.submit(await browser.open(program.authorizeUrl()), { code, decision: "continue" });
  };

  test("works once, however it is written", async () => {
    const { code } = await newCode(service);
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect((await enter(` ${code.toLowerCase().replaceAll("-", " ")}`)).status).toBe(303);
    expect((await enter(code)).status).toBe(422);
  });

  test("ends with a newer one, and after ten minutes", async () => {
    const first = await newCode(service);
    const second = await newCode(service);
    expect((await enter(first.code)).status).toBe(422);
    await query("UPDATE assistant_codes SET expires_at = now() - interval '1 second'");
    expect((await enter(second.code)).status).toBe(422);
  });

  test("is not guessed: attempts are limited", async () => {
    const limited = await startService();
    onTestFinished(() => limited.stop());
    const other = await openProgram(limited.url);
    const browser = openBrowser(limited.url);
    const asking = await browser.open(other.authorizeUrl());
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 40; attempt++)
      statuses.add((await browser.submit(asking, { code: "AAAA-AAAA-AAAA", decision: "continue" })).status);
    expect([...statuses]).toEqual([422, 429]);
    expect((await register(limited.url)).status).toBe(429);
  });
});

describe("a request for access", () => {
  test.each([
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with the plain method", { code_challenge_method: "plain" }],
    ["without a method", { code_challenge_method: undefined }],
    ["for another server", { resource: "https://elsewhere.example/mcp" }],
    ["for another path", { resource: "PATH" }],
    ["with another return URL", { redirect_uri: "https://evil.example/back" }],
    ["with a longer return URL", { redirect_uri: `${returnUrl}/more` }],
    ["without a return URL", { redirect_uri: undefined }],
    ["with a token response", { response_type: "token" }],
    ["of an unknown client", { client_id: "kcli_unknown" }],
    ["without a client", { client_id: undefined }],
  ])("%s is explained, and never redirected", async (_, changes) => {
    const sent = "resource" in changes && changes.resource === "PATH" ? { resource: `${service.url}/other` } : changes;
    const page = await openBrowser(service.url).open(program.authorizeUrl(sent));
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).not.toContain("evil.example");
    expect(page.text).not.toContain("<form");
  });

  test("with a repeated parameter is refused", async () => {
    const page = await openBrowser(service.url).open(`${program.authorizeUrl()}&redirect_uri=https://evil.example`);
    expect(page.status).toBe(400);
  });

  test("may name any port of the person's computer, as programs cannot reserve one", async () => {
    const { page } = await toConsent(service, program, { changes: { redirect_uri: "http://127.0.0.1:51234/back" } });
    expect(page.text).toContain("127.0.0.1:51234");
    expect(page.text).toContain("is a program on this computer");
  });
});

describe("a registration", () => {
  test.each([
    "javascript:alert(1)",
    "data:text/html,hi",
    "http://evil.example/back",
    "https://10.0.0.8/back",
    "https://[fd00::1]/back",
    "https://169.254.169.254/latest",
    "https://intranet/back",
    "com.example.app:/back",
    "https://user:secret@app.example/back",
    "https://app.example/back#fragment",
    "not a url",
  ])("with the return URL %s is refused", async (url) => {
    const { status, body } = await register(service.url, { redirect_uris: ["https://app.example/back", url] });
    expect({ status, error: body["error"] }).toEqual({ status: 400, error: "invalid_redirect_uri" });
  });

  test.each([[{ redirect_uris: [] }], [{ redirect_uris: "https://app.example" }], [{ redirect_uris: [1] }]])(
    "with %j is refused",
    async (metadata) => {
      expect((await register(service.url, metadata)).status).toBe(400);
    },
  );

  test("is in the audit log, without a tenant", async () => {
    const { body } = await register(service.url);
    const rows = await query("SELECT role, tenant_id, action FROM audit_log WHERE subject = $1", [body["client_id"]]);
    expect(rows).toEqual([{ role: "visitor", tenant_id: null, action: "assistantClient.register" }]);
  });
});

describe("a client with a metadata document", () => {
  const serve = async (documentOf: (id: string) => unknown, headers: Record<string, string> = {}) => {
    const read: string[] = [];
    const server = createServer((request, response) => {
      read.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(documentOf(id)));
    });
    await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => void server.close());
    const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
    return { id, read };
  };
  const documentOf = (id: string) => ({ client_id: id, client_name: "Document", redirect_uris: [returnUrl] });

  test("signs in, and its document is read once", async () => {
    const { id, read } = await serve(documentOf);
    const client = programOf(service.url, id);
    expect((await signIn(service, client)).access).toMatch(/^ktok_/);
    expect(read).toEqual(["/client.json"]);
  });

  test("is read again if it must not be cached", async () => {
    const { id, read } = await serve(documentOf, { "cache-control": "no-store" });
    await signIn(service, programOf(service.url, id));
    expect(read.length).toBeGreaterThan(1);
  });

  test.each([
    ["is of another client", () => documentOf("https://elsewhere.example/client.json")],
    ["has no return URL", (id: string) => ({ ...documentOf(id), redirect_uris: [] })],
    ["has an unusable return URL", (id: string) => ({ ...documentOf(id), redirect_uris: ["javascript:alert(1)"] })],
    [
      "is for clients with secrets",
      (id: string) => ({ ...documentOf(id), token_endpoint_auth_method: "private_key_jwt" }),
    ],
    ["is a list", () => []],
  ])("is refused if the document %s", async (_, document) => {
    const { id } = await serve(document);
    const page = await openBrowser(service.url).open(programOf(service.url, id).authorizeUrl());
    expect(page.status).toBe(400);
  });

  test("in a private network is never read", async () => {
    const guarded = await startService({ ALLOW_PRIVATE_NETWORK: "false" });
    onTestFinished(() => guarded.stop());
    const { id, read } = await serve(documentOf);
    for (const url of [id, "https://127.0.0.1/client.json", "https://169.254.169.254/client.json"]) {
      const page = await openBrowser(guarded.url).open(programOf(guarded.url, url).authorizeUrl());
      expect(page.status, url).toBe(400);
    }
    expect(read).toEqual([]);
  });
});

describe("an authorization code", () => {
  const codeOf = async (): Promise<string> => (await consent(service, program)).searchParams.get("code") ?? "";

  test.each([
    ["without its verifier", { code_verifier: undefined }],
    ["with another verifier", { code_verifier: "x".repeat(43) }],
    ["with the challenge as verifier", { code_verifier: "CHALLENGE" }],
    ["of another client", { client_id: "OTHER" }],
    ["with another return URL", { redirect_uri: "https://evil.example/back" }],
  ])("%s gives nothing", async (_, changes) => {
    const code = await codeOf();
    const other = (await openProgram(service.url)).clientId;
    const challenge = new URL(program.authorizeUrl()).searchParams.get("code_challenge") ?? "";
    const replaced = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        value === "OTHER" ? other : value === "CHALLENGE" ? challenge : value,
      ]),
    );
    const { status, body } = await program.exchange(code, replaced);
    expect({ status, error: body["error"] }).toEqual({ status: 400, error: "invalid_grant" });
  });

  test("for another server gives nothing", async () => {
    const { body } = await program.exchange(await codeOf(), { resource: "https://elsewhere.example/mcp" });
    expect(body["error"]).toBe("invalid_target");
  });

  test("missing, invented or expired gives nothing", async () => {
    for (const code of [undefined, "invented"]) expect((await program.exchange("", { code })).status).toBe(400);
    const code = await codeOf();
    await query("UPDATE assistant_requests SET expires_at = now() - interval '1 second' WHERE exchanged_at IS NULL");
    expect((await program.exchange(code)).status).toBe(400);
  });

  test("used twice ends the access that it gave", async () => {
    const code = await codeOf();
    const { access, refresh } = tokensIn(await program.exchange(code));
    expect(await statusWith(access)).toBe(200);
    expect((await program.exchange(code)).body["error"]).toBe("invalid_grant");
    expect(await statusWith(access)).toBe(401);
    expect((await program.refresh(refresh)).status).toBe(400);
    const [entry] = await query("SELECT action FROM audit_log ORDER BY id DESC LIMIT 1");
    expect(entry).toMatchObject({ action: "assistantGrant.replay" });
  });

  test("used twice at the same time gives at most one pair of tokens, which has ended", async () => {
    const code = await codeOf();
    const answers = await Promise.all([1, 2, 3].map(() => program.exchange(code)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect(await statusWith(String(given[0]?.body["access_token"]))).toBe(401);
  });
});

describe("tokens", () => {
  test("are renewed once each; a second use ends the access", async () => {
    const first = await signIn(service, program);
    const second = tokensIn(await program.refresh(first.refresh));
    expect(await statusWith(first.access)).toBe(401);
    expect(await statusWith(second.access)).toBe(200);
    expect((await program.refresh(first.refresh)).body["error"]).toBe("invalid_grant");
    expect(await statusWith(second.access)).toBe(401);
    expect((await program.refresh(second.refresh)).status).toBe(400);
  });

  test("are not renewed for another client, another server, or with an access token", async () => {
    const { access, refresh } = await signIn(service, program);
    const other = await openProgram(service.url);
    expect((await other.refresh(refresh)).body["error"]).toBe("invalid_grant");
    expect((await program.refresh(refresh, { resource: "https://elsewhere.example" })).body["error"]).toBe(
      "invalid_target",
    );
    expect((await program.refresh(access)).body["error"]).toBe("invalid_grant");
    expect((await program.token({ grant_type: "password" })).body["error"]).toBe("unsupported_grant_type");
    expect((await program.refresh(refresh)).status).toBe(200);
  });

  test("expire", async () => {
    const { access, refresh } = await signIn(service, program);
    await query("UPDATE assistant_tokens SET expires_at = now() - interval '1 second'");
    expect(await statusWith(access)).toBe(401);
    expect((await program.refresh(refresh)).status).toBe(400);
  });

  test("are valid only at the URL that they were made for", async () => {
    const { access } = await signIn(service, program);
    await query("UPDATE assistant_grants SET resource = 'https://moved.example/mcp'");
    expect(await statusWith(access)).toBe(401);
  });

  test("reach no other connection, whatever else is sent", async () => {
    const accountKey = await service.connect("sandbox", { environment: "production", company: "kornfeld" });
    const { access } = await signIn(service, program, { accountKey });
    const headers = { authorization: `Bearer ${access}`, "x-account-key": service.keys.accountKey };
    const [own] = await query("SELECT connection_id FROM assistant_grants ORDER BY id DESC LIMIT 1");
    await callTool(access, "search_records", { resource: "contacts", limit: 5 });
    const [entry] = await query("SELECT role, actor_id, subject FROM audit_log ORDER BY id DESC LIMIT 1");
    const [grant] = await query("SELECT id FROM assistant_grants ORDER BY id DESC LIMIT 1");
    expect(entry).toEqual({ role: "endUser", actor_id: grant["id"], subject: own["connection_id"] });
    // A token is no key: it opens only /mcp.
    expect((await fetch(`${service.url}/accounting/invoices`, { headers })).status).toBe(401);
    expect((await fetch(`${service.url}/mcp?access_token=${access}`, { method: "POST" })).status).toBe(401);
  });

  test("end when the assistant revokes them; others cannot", async () => {
    const { access, refresh } = await signIn(service, program);
    const other = await openProgram(service.url);
    expect((await other.revoke(refresh)).status).toBe(200);
    expect(await statusWith(access)).toBe(200);
    expect((await program.revoke(access)).status).toBe(200);
    expect(await statusWith(access)).toBe(401);
    expect((await program.refresh(refresh)).status).toBe(400);
    expect((await program.revoke("unknown")).status).toBe(200);
  });

  test("must be asked for with a form whose parameters are not repeated", async () => {
    const url = `${service.url}/auth/assistants/token`;
    const twice = await fetch(url, {
      method: "POST",
      body: new URLSearchParams("grant_type=refresh_token&grant_type=x"),
    });
    expect(await twice.json()).toMatchObject({ error: "invalid_request" });
    const headers = { "content-type": "application/json" };
    expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(400);
  });
});

describe("an access ends", () => {
  const headers = () => ({ "x-api-key": service.keys.apiKey, "x-account-key": service.keys.accountKey });

  test("when the end user ends it on their page", async () => {
    const { access } = await signIn(service, program);
    const browser = openBrowser(service.url);
    const { link, connectionId } = await linkFor(service, { assistants: null });
    const page = await browser.open(link);
    expect(page.text).toContain("Ledger Helper");
    const [, assistant = ""] = /name="assistant" value="([^"]*)"/.exec(page.text) ?? [];
    const ended = await actOnPage(browser, { page, connectionId }, "end", { assistant });
    expect((await browser.open(ended.location?.href ?? "")).text).toContain("The assistant no longer has access.");
    expect(await statusWith(access)).toBe(401);
    const [entry] = await query(
      "SELECT role, action, subject FROM audit_log WHERE action = 'assistantGrant.end' ORDER BY id DESC LIMIT 1",
    );
    expect(entry).toEqual({ role: "endUser", action: "assistantGrant.end", subject: assistant });
  });

  test("when the platform ends it, and only for its connection", async () => {
    const { access } = await signIn(service, program);
    const listed = await service.fetch(`${service.url}/auth/assistants`, { headers: headers() });
    const { data } = (await listed.json()) as { data: { id: string; name: string; access: string }[] };
    expect(data[0]).toMatchObject({ name: "Ledger Helper", host: "127.0.0.1:9", access: "write" });
    const url = `${service.url}/auth/assistants/${data[0]?.id ?? ""}`;
    const accountKey = await service.connect("sandbox");
    const foreign = { ...headers(), "x-account-key": accountKey };
    expect((await service.fetch(url, { method: "DELETE", headers: foreign })).status).toBe(404);
    expect(await statusWith(access)).toBe(200);
    expect((await service.fetch(url, { method: "DELETE", headers: headers() })).status).toBe(200);
    expect(await statusWith(access)).toBe(401);
  });

  test("with the connection, and does not come back with it", async () => {
    const accountKey = await service.connect("sandbox", { environment: "production", company: "kornfeld" });
    const { access, refresh } = await signIn(service, program, { accountKey });
    await fetch(`${service.url}/auth/connection`, {
      method: "DELETE",
      headers: { ...headers(), "x-account-key": accountKey },
    });
    expect(await statusWith(access)).toBe(401);
    await query("UPDATE connections SET state = 'active' WHERE state = 'disabled'");
    expect(await statusWith(access)).toBe(401);
    expect((await program.refresh(refresh)).status).toBe(400);
    await query("UPDATE connections SET state = 'disabled' WHERE credentials = ''");
  });

  test("with erasure: nothing of it is left", async () => {
    const accountKey = await service.connect("sandbox", { environment: "production", company: "kornfeld" });
    const { access } = await signIn(service, program, { accountKey });
    const [{ connection_id: id }] = (await query(
      "SELECT connection_id FROM assistant_grants ORDER BY id DESC LIMIT 1",
    )) as [{ connection_id: string }];
    await eraseConnection(service.storage.database, id, "shell");
    expect(await statusWith(access)).toBe(401);
    for (const table of ["assistant_grants", "assistant_requests", "assistant_codes"])
      expect(await query(`SELECT FROM ${table} WHERE connection_id = $1`, [id]), table).toEqual([]);
  });

  test("while the tenant is disabled", async () => {
    const { access, refresh } = await signIn(service, program);
    await disableTenant(service.storage.database, await tenantId());
    expect(await statusWith(access)).toBe(401);
    expect((await program.refresh(refresh)).status).toBe(400);
    await enableTenant(service.storage.database, await tenantId());
    expect(await statusWith(access)).toBe(200);
  });
});

test("consents, refusals and codes are in the audit log", async () => {
  await signIn(service, program);
  await consent(service, program, { decision: "refuse" });
  const rows = await query(
    "SELECT DISTINCT action, role, refused FROM audit_log WHERE starts_with(action, 'assistantGrant.') OR starts_with(action, 'assistantCode.')",
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: "assistantCode.create", role: "endUser", refused: false },
      { action: "assistantGrant.create", role: "endUser", refused: false },
      { action: "assistantGrant.refuse", role: "endUser", refused: true },
    ]),
  );
});

test("no token or code is in the logs, and only hashes are in the database", async () => {
  const { code } = await newCode(service);
  const back = await consent(service, program);
  const authorizationCode = back.searchParams.get("code") ?? "";
  const tokens = tokensIn(await program.exchange(authorizationCode));
  await callTool(tokens.access);
  await callTool(`${tokens.access.slice(0, -1)}x`);
  expect(lines.length).toBeGreaterThan(10);
  for (const secret of [code, authorizationCode, tokens.access, tokens.refresh, program.verifier]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    for (const table of [
      "assistant_codes",
      "assistant_requests",
      "assistant_grants",
      "assistant_tokens",
      "audit_log",
      "request_log",
    ])
      expect(await query(`SELECT FROM ${table} AS r WHERE to_jsonb(r)::text LIKE $1`, [`%${secret}%`]), table).toEqual(
        [],
      );
  }
});
