/** The same end user connects the same company again: the existing connection gets another account key. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "../support/consoleVisitor.ts";
import {
  accountKeyIn,
  callback,
  type Fields,
  hrefOf,
  openPlatform,
  type Platform,
  problem,
} from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await startService();
  platform = await openPlatform(service);
});
afterAll(() => service.stop());

const company = { environment: "production", company: "kornfeld" };

const stateOf = async (accountKey: string) => (await platform.call("GET", "/auth/connection", { accountKey })).data;
const idOf = async (accountKey: string) => (await stateOf(accountKey))["id"];
const connect = async (query: Fields) => accountKeyIn((await platform.join({ ...company, ...query })).href);

test("a second sign-in gives another key of the same connection, and the earlier key stays valid", async () => {
  const first = await connect({ endUserId: "u-1", endUserName: "Mira" });
  const second = await connect({ endUserId: "u-1", endUserName: "Mira Neu" });
  expect(second).not.toBe(first);
  expect(await idOf(second)).toBe(await idOf(first));
  expect(await stateOf(first)).toMatchObject({ endUserName: "Mira Neu", healthy: true });
  for (const accountKey of [first, second])
    expect((await platform.call("GET", "/accounting/paymentTerms", { accountKey })).status).toBe(200);
});

test("the selection page leads to the existing connection, too", async () => {
  const first = await connect({ endUserId: "u-2" });
  const browser = platform.browser();
  const query = { environmentSelection: "true", endUserId: "u-2", callbackUrl: callback };
  const back = await platform.signIn(browser, await platform.begin("sandbox", query));
  const environments = await browser.open(hrefOf(await browser.open(back.href)));
  const companies = await browser.open(hrefOf(await browser.submit(environments, { choice: "production" })));
  const second = accountKeyIn(hrefOf(await browser.submit(companies, { choice: "kornfeld" })));
  expect(await idOf(second)).toBe(await idOf(first));
});

test("there is no second connection that would double events", async () => {
  const first = await connect({ endUserId: "u-3" });
  const count = await platform.count("connections");
  await connect({ endUserId: "u-3" });
  expect(await platform.count("connections")).toBe(count);
  expect(await idOf(first)).toBeDefined();
});

test.each([
  ["another end user", { endUserId: "other" }, {}],
  ["another company", { endUserId: "u-4" }, { company: "bergblick" }],
  ["another environment", { endUserId: "u-4" }, { environment: "test", company: "probelauf" }],
])("%s gets a connection of its own", async (_what, endUser, other) => {
  const first = await connect({ endUserId: "u-4" });
  expect(await idOf(await connect({ ...endUser, ...other }))).not.toBe(await idOf(first));
});

test("without endUserId every sign-in makes a connection", async () => {
  expect(await idOf(await connect({}))).not.toBe(await idOf(await connect({})));
});

test("an ended connection is not used again", async () => {
  const first = await connect({ endUserId: "u-5" });
  const id = await idOf(first);
  await platform.call("DELETE", "/auth/connection", { accountKey: first });
  expect(await idOf(await connect({ endUserId: "u-5" }))).not.toBe(id);
});

test("two sign-ins at the same time make one connection", async () => {
  const enter = async () => {
    const browser = platform.browser();
    const query = { ...company, endUserId: "u-6", callbackUrl: callback };
    return { browser, back: await platform.signIn(browser, await platform.begin("sandbox", query)) };
  };
  const visits = [await enter(), await enter(), await enter()];
  const keys = await Promise.all(
    visits.map(async ({ browser, back }) => accountKeyIn(hrefOf(await browser.open(back.href)))),
  );
  expect(new Set(await Promise.all(keys.map(idOf))).size).toBe(1);
  expect(new Set(keys).size).toBe(3);
});

test("the same API key without a company is the same connection, another key is not", async () => {
  const connectKey = async (apiKey: string) => {
    const body = { apiKey, endUserId: "u-7" };
    return (await platform.call("POST", "/auth/accounts/sandbox-key", { body })).body["accountKey"] ?? "";
  };
  const apiKey = await platform.sandbox.issueToken("Test");
  const first = await connectKey(apiKey);
  expect(await idOf(await connectKey(apiKey))).toBe(await idOf(first));
  expect(await idOf(await connectKey(await platform.sandbox.issueToken("Test")))).not.toBe(await idOf(first));
});

test("an earlier key can be revoked, the only one cannot", async () => {
  const first = await connect({ endUserId: "u-8" });
  const revoke = (accountKey: string) => platform.call("DELETE", "/auth/accountKey", { accountKey });
  expect(problem(await revoke(first))).toMatchObject({ status: 400, field: "X-ACCOUNT-KEY" });
  const second = await connect({ endUserId: "u-8" });
  expect(await revoke(first)).toMatchObject({ status: 200, data: { targetSystem: "sandbox", revoked: true } });
  const refused = await platform.call("GET", "/auth/connection", { accountKey: first });
  expect(problem(refused)).toMatchObject({ status: 401, code: "account_key_invalid" });
  expect(await stateOf(second)).toMatchObject({ healthy: true });
  expect((await revoke(second)).status).toBe(400);
});

test("an earlier key can be revoked in the console, the only one cannot", async () => {
  const first = await connect({ endUserId: "u-10" });
  const page = `/console/connections/${await idOf(first)}`;
  const client = openConsole(service);
  const operator = await client.signIn(await client.linkFor("owner", null));
  expect((await operator.open(page)).text).not.toContain("/revoke");
  const second = await connect({ endUserId: "u-10" });
  const { text } = await operator.open(page);
  const forms = [...text.matchAll(/action="(\/console\/connections\/\w+\/keys\/\w+\/revoke)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(forms).toHaveLength(2);
  // Newest first.
  const earlier = forms[1] ?? "";
  const wrong = await operator.send(earlier, { confirm: "no" });
  expect(wrong.text).toContain("Type");
  expect((await operator.send(earlier, { confirm: first.slice(0, 9) })).text).toContain("Done");
  expect((await platform.call("GET", "/auth/connection", { accountKey: first })).status).toBe(401);
  expect(await stateOf(second)).toMatchObject({ healthy: true });
  expect((await operator.send(forms[0] ?? "", { confirm: second.slice(0, 9) })).text).toContain("only key");
  expect((await operator.open(page)).text).not.toContain("/revoke");
});

test("two requests at the same time never revoke all keys", async () => {
  const keys = [await connect({ endUserId: "u-9" }), await connect({ endUserId: "u-9" })];
  const replies = await Promise.all(
    keys.map((accountKey) => platform.call("DELETE", "/auth/accountKey", { accountKey })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
});
