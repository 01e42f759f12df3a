/** Common mistakes: the error message suggests what the caller probably meant. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { type Answer, call as callService, codesOf, fieldsOf } from "../support/calling.ts";
import { openPlatform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const call = (path: string, more?: RequestInit): Promise<Answer> => callService(service, path, more);
const json = { "content-type": "application/json" };
const post = (path: string, body: string): Promise<Answer> => call(path, { method: "POST", headers: json, body });
const messageOf = ({ body }: Answer): string => (body.errors ?? []).map(({ message }) => message).join("; ");

test("answers an unsupported method with 405 and lists the allowed methods", async () => {
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
])("suggests for %s the path %s", async (path, meant) => {
  const answer = await call(path);
  expect([answer.status, codesOf(answer)]).toEqual([404, ["route_not_found"]]);
  expect(messageOf(answer)).toContain(`Did you mean ${meant}?`);
});

test("suggests nothing for a path that resembles no other", async () => {
  expect(messageOf(await call("/nowhere/at/all"))).not.toContain("Did you mean");
  expect(messageOf(await call(`/${"x".repeat(1500)}`))).not.toContain("Did you mean");
});

test("suggests the target system for a misspelled name", async () => {
  expect(messageOf(await call("/targetSystems/sandbx"))).toContain("Did you mean sandbox?");
  expect(messageOf(await call("/auth/Zero?callbackUrl=https://a.example"))).toContain("Did you mean xero?");
});

test("suggests the field for a misspelled name, also in nested objects", async () => {
  const body = { contactType: "COMPANY", compnyName: "x", addresses: [{ town: "y", citty: "z" }] };
  const answer = await post("/accounting/contacts", JSON.stringify(body));
  expect(new Set(fieldsOf(answer))).toEqual(new Set(["addresses[0].citty", "addresses[0].town", "compnyName"]));
  expect(messageOf(answer)).toContain("compnyName is not a known field. Did you mean companyName?");
  expect(messageOf(answer)).toContain("addresses[0].citty is not a known field. Did you mean city?");
  expect(messageOf(answer)).toMatch(/addresses\[0\]\.town is not a known field(;|$)/);
});

test.each([
  ["[]", "The body must be a JSON object, such as { … }. Send it with Content-Type: application/json."],
  ['{ "contactType": "COMPANY", "companyName": 7 }', "companyName must be a string in quotes"],
  ['{ "contactType": "COMPANY", "isCustomer": "yes" }', "isCustomer must be true or false, without quotes"],
  ['{ "contactType": "COMPANY", "addresses": {} }', "addresses must be a JSON array, such as [ … ]"],
])("says what %s should be", async (body, message) => {
  const answer = await post("/accounting/contacts", body);
  expect([answer.status, messageOf(answer)]).toEqual([400, message]);
});

test.each([
  ['{\n  "a": 1,\n  b: 2 }', "line 3, column 3"],
  ['{ "a": ', "line 1, column 8"],
])("reports the position of a JSON syntax error: %j", async (text, position) => {
  const answer = await post("/accounting/contacts", text);
  expect([answer.status, codesOf(answer)]).toEqual([400, ["invalid_request"]]);
  expect(messageOf(answer)).toContain(position);
  const form = new FormData();
  form.set("expense", text);
  expect(messageOf(await call("/accounting/expenses", { method: "POST", body: form }))).toContain(position);
});

test("recognises swapped keys", async () => {
  const { apiKey, accountKey } = service.keys;
  const swapped = await call("/accounting/units", { headers: { "x-api-key": accountKey, "x-account-key": apiKey } });
  expect([codesOf(swapped), messageOf(swapped)]).toEqual([["api_key_invalid"], expect.stringContaining("swapped")]);
  const twice = await call("/accounting/units", { headers: { "x-account-key": apiKey } });
  expect([codesOf(twice), messageOf(twice)]).toEqual([
    ["account_key_invalid"],
    expect.stringContaining("contains an API key"),
  ]);
});

test("names an unknown company, and the endpoint that lists companies", async () => {
  const answer = await call("/accounting/units?companyId=nobody");
  expect([codesOf(answer), fieldsOf(answer)]).toEqual([["not_found"], ["companyId"]]);
  expect(messageOf(answer)).toContain("GET /auth/companies");
  const project = JSON.stringify({ name: "Neu" });
  const answers = [
    await call("/accounting/invoices/inv-1?companyId=nobody"),
    await post("/accounting/projects?companyId=nobody", project),
    await post("/accounting/projects?companyId=nobody&dryRun=true", project),
  ];
  for (const response of answers) {
    expect([codesOf(response), fieldsOf(response)], response.text).toEqual([["not_found"], ["companyId"]]);
    expect(messageOf(response)).toContain("GET /auth/companies");
  }
  const elsewhere = await call("/accounting/units?environmentName=nowhere");
  expect([codesOf(elsewhere), fieldsOf(elsewhere)]).toEqual([["not_found"], ["environmentName"]]);
  expect(messageOf(elsewhere)).toContain("GET /auth/environments");
  // An unknown record of a known company is not reported as an unknown company.
  expect(fieldsOf(await call("/accounting/invoices/nothing?companyId=kornfeld"))).toEqual([undefined]);
});

test("refuses an unknown company when an end user is connected", async () => {
  const { storage } = service;
  const { issueToken } = await openSandbox({ pool: storage.database, ...storage.config.sandbox });
  const headless = async (choice: object) =>
    post("/auth/accounts/sandbox-key", JSON.stringify({ apiKey: await issueToken("Test"), ...choice }));
  const wrong = await headless({ environmentName: "production", companyId: "nobody" });
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["companyId"]]);
  expect(messageOf(wrong)).toContain("bergblick");
  expect(fieldsOf(await headless({ environmentName: "nowhere" }))).toEqual(["environmentName"]);
  expect((await headless({ environmentName: "production", companyId: "bergblick" })).status).toBe(201);
  const platform = await openPlatform(service);
  const arrived = await platform.join({ environment: "production", company: "nobody" });
  expect([arrived.searchParams.get("error"), arrived.searchParams.get("accountKey")]).toEqual([
    "invalid_request",
    null,
  ]);
});

test("omits values that the target system leaves empty, including lists", async () => {
  const contact = await post("/accounting/contacts", JSON.stringify({ contactType: "COMPANY", companyName: "Leer" }));
  expect(
    Object.values(contact.body.data as object).filter((value) => Array.isArray(value) && value.length === 0),
  ).toEqual([]);
});
