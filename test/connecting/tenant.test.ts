/** A tenant's settings, under both spellings of the path. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountKeyIn, callback, hrefOf, openPlatform, type Platform, problem } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;

beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

describe("own OAuth clients", () => {
  const client = { clientId: "own-client", clientSecret: "own-client-secret" };
  const registration = { targetSystem: "sandbox", ...client, customValues: [{ name: "plan", value: "gold" }] };
  const shown = { ...registration, clientSecret: "********", customValues: [{ name: "plan", value: "********" }] };
  const register = (body: object) => platform.call("POST", "/tenants/register-system", { body });
  const list = async () => (await platform.call("GET", "/tenants/get-registered-systems")).rows;
  const clients = async (): Promise<unknown[]> => {
    const { rows } = await platform.database.query<{ client: string }>(
      "SELECT client FROM sandbox.grants JOIN sandbox.tokens USING (hash) ORDER BY created_at",
    );
    return rows.map(({ client }) => client);
  };

  test("are used for authorisation, for tokens and for their renewal", async () => {
    await platform.sandbox.registerClient({
      ...client,
      name: "Muster Shop",
      redirectUris: [`${platform.url}/auth/callback/sandbox`],
    });
    const made = await register(registration);
    expect(made.status).toBe(201);
    expect(made.data).toEqual(shown);

    const browser = platform.browser();
    const address = await platform.begin("sandbox", { environment: "production", company: "kornfeld" });
    const away = await browser.open(address);
    expect(new URL(hrefOf(away)).searchParams.get("client_id")).toBe("own-client");
    const back = await platform.signIn(browser, address);
    const accountKey = accountKeyIn(hrefOf(await browser.open(back.href)));
    expect((await clients()).at(-1)).toBe("own-client");
    expect(await platform.sandbox.changeGrants({ expire: true }, { clientId: "own-client" })).toBe(1);
    expect((await platform.call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(200);
  });

  test("are listed with masked secrets, and registering again replaces them", async () => {
    expect(await list()).toEqual([{ ...shown, createdDate: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    await register({ ...registration, clientSecret: "wrong", customValues: [] });
    expect(await list()).toMatchObject([{ clientId: "own-client", clientSecret: "********", customValues: [] }]);
    expect((await platform.join()).searchParams.get("error")).toBe("target_rejected");
    expect(
      (await platform.call("GET", "/tenants/get-registered-systems", { apiKey: await platform.newTenant() })).rows,
    ).toEqual([]);
  });

  test("give way to the operator's client when removed", async () => {
    const remove = () => platform.call("DELETE", "/tenant/delete-registered-system/sandbox");
    expect((await remove()).data).toEqual({ targetSystem: "sandbox" });
    expect(await list()).toEqual([]);
    expect(accountKeyIn(await platform.join())).toMatch(/^kacc_/);
    expect((await clients()).at(-1)).toBe("kontor-sandbox");
    expect(problem(await remove())).toMatchObject({ status: 404, code: "not_found" });
  });

  test("are refused if invalid", async () => {
    expect(problem(await register({ ...registration, targetSystem: "nowhere" }))).toMatchObject({
      status: 404,
      code: "target_system_unknown",
    });
    const { clientSecret: _, ...half } = registration;
    expect(problem(await register(half))).toMatchObject({ status: 400, field: "clientSecret" });
  });
});

describe("end users", () => {
  const list = (apiKey: string, query: Record<string, string> = {}) =>
    platform.call("GET", "/tenants/get-end-user-list", { apiKey, query });
  const connect = async (apiKey: string) => {
    const body = { apiKey: await platform.sandbox.issueToken("Test"), environmentName: "production" };
    return (await platform.call("POST", "/auth/accounts/sandbox-key", { apiKey, body })).data["accountKey"] ?? "";
  };

  test("are listed page by page, oldest first, for their own tenant only", async () => {
    const apiKey = await platform.newTenant();
    for (let count = 0; count < 7; count++) await connect(apiKey);
    const first = await list(apiKey, { limit: "5" });
    expect(first.meta.pagination).toEqual({ total: 7, perPage: 5, currentPage: 1, totalPages: 2 });
    const second = await list(apiKey, { limit: "5", page: "2" });
    const all = [...first.rows, ...second.rows];
    expect(all).toHaveLength(7);
    expect(new Set(all.map(({ id }) => id)).size).toBe(7);
    // Ids start with the time of creation.
    const ids = all.map(({ id = "" }) => id.slice(0, 10));
    expect(ids).toEqual(ids.toSorted((left, right) => (left < right ? -1 : 1)));
    expect(all[0]).toEqual({
      id: expect.any(String),
      targetSystem: "sandbox-key",
      state: "active",
      environmentName: "production",
      createdDate: expect.stringMatching(/Z$/),
    });
    expect((await list(apiKey, { limit: "5", page: "3" })).rows).toEqual([]);
    expect((await list(apiKey)).meta.pagination).toMatchObject({ perPage: 20 });
    expect(problem(await list(apiKey, { limit: "7" }))).toMatchObject({ status: 400, field: "limit" });
    expect((await list(await platform.newTenant())).meta.pagination).toMatchObject({ total: 0, totalPages: 0 });
  });

  test("can be removed only by their own tenant, which erases credentials and ends the key", async () => {
    const apiKey = await platform.newTenant();
    const accountKey = await connect(apiKey);
    const id = (await list(apiKey)).rows[0]?.["id"] ?? "";
    const remove = (query: Record<string, string>, key = apiKey) =>
      platform.call("DELETE", "/tenants/delete-end-user", { apiKey: key, query });
    expect(problem(await remove({ id }, await platform.newTenant()))).toMatchObject({ status: 404, code: "not_found" });
    expect(problem(await remove({ id: "nobody" }))).toMatchObject({ status: 404, code: "not_found" });
    expect(problem(await remove({}))).toMatchObject({ status: 400, code: "invalid_request", field: "id" });
    expect((await remove({ id })).data).toEqual({ id });
    const { rows } = await platform.database.query("SELECT state, credentials FROM connections WHERE id = $1", [id]);
    expect(rows).toEqual([{ state: "disabled", credentials: Buffer.alloc(0) }]);
    const after = await platform.call("GET", "/auth/connection", { apiKey, accountKey });
    expect(problem(after)).toMatchObject({ status: 401, code: "account_key_invalid" });
    expect((await list(apiKey)).rows).toMatchObject([{ id, state: "disabled" }]);
    // Removing twice is not an error.
    expect((await remove({ id })).status).toBe(200);
  });
});

describe("callbacks and branding", () => {
  test("invalid URLs are refused with the name of the field", async () => {
    const good = { callbackUrl: callback, cancelCallbackUrl: callback };
    const save = (body: object) => platform.call("POST", "/tenants/add-callback-urls", { body });
    for (const field of ["callbackUrl", "cancelCallbackUrl"])
      expect(problem(await save({ ...good, [field]: "javascript:alert(1)" }))).toMatchObject({ status: 400, field });
    expect(problem(await save({ callbackUrl: callback }))).toMatchObject({ status: 400, field: "cancelCallbackUrl" });
  });

  test("both spellings of the path work the same", async () => {
    const apiKey = await platform.newTenant();
    const body = { backgroundColor: "#102030", pageLocalizations: [{ locale: "de", titleText: "Hallo" }] };
    expect((await platform.call("POST", "/tenant/submission-page-style", { apiKey, body })).status).toBe(201);
    expect((await platform.call("GET", "/tenants/submission-page-style", { apiKey })).data).toEqual(body);
    expect((await platform.call("GET", "/tenant/get-end-user-list", { apiKey })).status).toBe(200);
    expect((await platform.call("POST", "/tenants/signing-secret", { apiKey })).status).toBe(201);
    const more = { textColor: "#ffffff", pageLocalizations: [{ locale: "fr", titleText: "Bonjour" }] };
    await platform.call("POST", "/tenants/submission-page-style", { apiKey, body: more });
    expect((await platform.call("GET", "/tenant/submission-page-style", { apiKey })).data).toEqual({
      textColor: "#ffffff",
      pageLocalizations: [...body.pageLocalizations, ...more.pageLocalizations],
    });
  });
});
