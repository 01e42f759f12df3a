/** Mistakes that everybody makes once: the answer says what was probably meant. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { type Answer, call as callService, codesOf, fieldsOf } from "../support/calling.ts";
import { openPlatform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(() => service.stop());

const call = (path: string, more?: RequestInit): Promise<Answer> => callService(service, path, more);
const json = { "content-type": "application/json" };
const post = (path: string, body: string): Promise<Answer> => call(path, { method: "POST", headers: json, body });
const said = ({ body }: Answer): string => (body.errors ?? []).map(({ message }) => message).join("; ");

test("a method that an endpoint does not take is told with those that it takes", async () => {
  const answer = await call("/accounting/invoices/inv-1", { method: "DELETE" });
  expect([answer.status, codesOf(answer)]).toEqual([405, ["method_not_allowed"]]);
  expect(answer.headers.get("allow")).toBe("GET, HEAD, PATCH");
  const short = await call("/Bills", { method: "DELETE" });
  expect([short.status, short.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
});

test.each([
  ["/accounting/invocies", "/accounting/invoices"],
  ["/accounting/bills/b-1/lineItem", "/accounting/bills/b-1/lineItems"],
  ["/tenants/get-enduser-list", "/tenants/get-end-user-list"],
])("%s is nothing, %s was meant", async (path, meant) => {
  const answer = await call(path);
  expect([answer.status, codesOf(answer)]).toEqual([404, ["route_not_found"]]);
  expect(said(answer)).toContain(`Did you mean ${meant}?`);
});

test("a path that is like no other is not guessed at", async () => {
  expect(said(await call("/nowhere/at/all"))).not.toContain("Did you mean");
  expect(said(await call(`/${"x".repeat(1500)}`))).not.toContain("Did you mean");
});

test("a target system that is nearly right is named", async () => {
  expect(said(await call("/targetSystems/sandbx"))).toContain("Did you mean sandbox?");
  expect(said(await call("/auth/Zero?callbackUrl=https://a.example"))).toContain("Did you mean xero?");
});

test("a field that is nearly right is named, also below others", async () => {
  const body = { contactType: "COMPANY", compnyName: "x", addresses: [{ town: "y", citty: "z" }] };
  const answer = await post("/accounting/contacts", JSON.stringify(body));
  expect(new Set(fieldsOf(answer))).toEqual(new Set(["addresses[0].citty", "addresses[0].town", "compnyName"]));
  expect(said(answer)).toContain("compnyName is not a known field. Did you mean companyName?");
  expect(said(answer)).toContain("addresses[0].citty is not a known field. Did you mean city?");
  expect(said(answer)).toMatch(/addresses\[0\]\.town is not a known field(;|$)/);
});

test.each([
  ['{\n  "a": 1,\n  b: 2 }', "line 3, column 3"],
  ['{ "a": ', "line 1, column 8"],
])("broken JSON is told with its place: %j", async (text, place) => {
  const answer = await post("/accounting/contacts", text);
  expect([answer.status, codesOf(answer)]).toEqual([400, ["invalid_request"]]);
  expect(said(answer)).toContain(place);
  const form = new FormData();
  form.set("expense", text);
  expect(said(await call("/accounting/expenses", { method: "POST", body: form }))).toContain(place);
});

test("swapped keys are recognised", async () => {
  const { apiKey, accountKey } = service.keys;
  const swapped = await call("/accounting/units", { headers: { "x-api-key": accountKey, "x-account-key": apiKey } });
  expect([codesOf(swapped), said(swapped)]).toEqual([["api_key_invalid"], expect.stringContaining("swapped")]);
  const twice = await call("/accounting/units", { headers: { "x-account-key": apiKey } });
  expect([codesOf(twice), said(twice)]).toEqual([
    ["account_key_invalid"],
    expect.stringContaining("contains an API key"),
  ]);
});

test("a company that is not there is named, with where companies are listed", async () => {
  const answer = await call("/accounting/units?companyId=nobody");
  expect([codesOf(answer), fieldsOf(answer)]).toEqual([["not_found"], ["companyId"]]);
  expect(said(answer)).toContain("GET /auth/companies");
  const project = JSON.stringify({ name: "Neu" });
  const others = [
    await call("/accounting/invoices/inv-1?companyId=nobody"),
    await post("/accounting/projects?companyId=nobody", project),
    await post("/accounting/projects?companyId=nobody&dryRun=true", project),
  ];
  for (const other of others) {
    expect([codesOf(other), fieldsOf(other)], other.text).toEqual([["not_found"], ["companyId"]]);
    expect(said(other)).toContain("GET /auth/companies");
  }
  const elsewhere = await call("/accounting/units?environmentName=nowhere");
  expect([codesOf(elsewhere), fieldsOf(elsewhere)]).toEqual([["not_found"], ["environmentName"]]);
  expect(said(elsewhere)).toContain("GET /auth/environments");
  // A record that is not there in a company that is, is the record's fault.
  expect(fieldsOf(await call("/accounting/invoices/nothing?companyId=kornfeld"))).toEqual([undefined]);
});

test("a company that is not there is refused when an end user is connected", async () => {
  const { storage } = service;
  const { issueToken } = await openSandbox({ pool: storage.database, ...storage.config.sandbox });
  const headless = async (choice: object) =>
    post("/auth/accounts/sandbox-key", JSON.stringify({ apiKey: await issueToken("Test"), ...choice }));
  const wrong = await headless({ environmentName: "production", companyId: "nobody" });
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["companyId"]]);
  expect(said(wrong)).toContain("bergblick");
  expect(fieldsOf(await headless({ environmentName: "nowhere" }))).toEqual(["environmentName"]);
  expect((await headless({ environmentName: "production", companyId: "bergblick" })).status).toBe(201);
  const platform = await openPlatform(service);
  const arrived = await platform.join({ environment: "production", company: "nobody" });
  expect([arrived.searchParams.get("error"), arrived.searchParams.get("accountKey")]).toEqual([
    "invalid_request",
    null,
  ]);
});

test("what a target system leaves empty is left out, lists as well", async () => {
  const contact = await post("/accounting/contacts", JSON.stringify({ contactType: "COMPANY", companyName: "Leer" }));
  expect(
    Object.values(contact.body.data as object).filter((value) => Array.isArray(value) && value.length === 0),
  ).toEqual([]);
});
