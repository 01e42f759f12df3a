import { expect, onTestFinished, test } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { describe } from "../../src/reference/openapi/openapi.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Asked, makeChecks, openCheckedFetch } from "./checkedFetch.ts";
import type { OpenApi } from "./schemas.ts";

const text = JSON.stringify(describe({ connectors, baseUrl: "https://kontor.example" }));
const { fault } = makeChecks(JSON.parse(text) as OpenApi);

const json = new Headers({ "content-type": "application/json" });
const asked = (method: string, address: string, body?: unknown): Asked => {
  const { pathname, searchParams } = new URL(address, "https://kontor.example");
  return { method, pathname, query: searchParams, headers: json, body: body && JSON.stringify(body) };
};
const answered = (status: number, body: unknown) => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});
const refused = (message: string) =>
  answered(400, { errors: [{ code: "invalid_request", message }], meta: { requestId: "1" } });
const pagination = { perPage: 20, currentPage: 1 };

test("an answer as described passes, and one with another field, status or type is named", () => {
  const units = asked("GET", "/accounting/units");
  expect(fault(units, answered(200, { meta: { pagination }, data: [{ id: "1" }] }))).toBeUndefined();
  expect(fault(units, answered(200, { meta: { pagination }, data: [{ id: "1", own: 1 }] }))).toContain("/data/0");
  expect(fault(units, answered(200, { data: [] }))).toContain("meta");
  expect(fault(units, answered(201, { data: [] }))).toContain("answered 201 application/json, which is not described");
  expect(fault(units, { status: 200, type: "text/html", body: "" })).toContain("text/html, which is not described");
});

test("a refusal of what the description allows is named, and of what it does not allow is right", () => {
  const faultOf = (request: Asked) => fault(request, refused("no"));
  const allowed = "refused what the description allows: no";
  expect(faultOf(asked("GET", "/accounting/units?limit=5&page=2"))).toBe(allowed);
  expect(faultOf(asked("GET", "/accounting/units?limit=6"))).toBeUndefined();
  expect(faultOf(asked("GET", "/accounting/units?limit=5&limit=5"))).toBeUndefined();
  expect(faultOf(asked("GET", "/accounting/invoices?lastModifiedAt=1767225600"))).toBe(allowed);
  expect(faultOf(asked("GET", "/accounting/invoices?lastModifiedAt=yesterday"))).toBeUndefined();
  expect(faultOf(asked("GET", "/accounting/invoices/%00"))).toBeUndefined();
  expect(faultOf(asked("POST", "/accounting/items", { name: "Chair" }))).toBe(allowed);
  expect(faultOf(asked("POST", "/accounting/items", { name: 1 }))).toBeUndefined();
  expect(faultOf(asked("POST", "/accounting/items"))).toBeUndefined();
});

test("a word in the path is meant before a name in braces", () => {
  const answer = answered(200, { meta: { pagination: { ...pagination, total: 0, totalPages: 0 } }, data: [] });
  expect(fault(asked("GET", "/webhooks/subscriptions"), answer)).toBeUndefined();
  expect(fault(asked("GET", "/sandbox/oauth/authorize"), answer)).toBeUndefined();
});

/** A service of these target systems that answers with a field of its own. */
async function straying(targetSystems: string, description: string) {
  const wrong = JSON.stringify({ meta: { pagination }, data: [{ id: "1", own: 1 }] });
  const answers: Readonly<Record<string, string>> = { "/targetSystems": targetSystems, "/openapi.json": description };
  const asked: string[] = [];
  const { url, close } = await serveHttp((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end(answers[request.url ?? ""] ?? wrong);
  });
  onTestFinished(close);
  const fetch = openCheckedFetch(url);
  return { asked, units: async () => (await fetch(`${url}/accounting/units`)).status };
}

test("each service is held to its description, which is read once for the same target systems", async () => {
  const one = await straying("these", text);
  const same = await straying("these", text);
  await expect(one.units()).rejects.toThrow(/units answered 200 with \/data\/0/);
  await expect(same.units()).rejects.toThrow(/units answered 200 with \/data\/0/);
  expect([one, same].map(({ asked }) => asked.includes("/openapi.json"))).toEqual([true, false]);
  const { paths, ...rest } = JSON.parse(text) as OpenApi;
  const { "/accounting/units": _unused, ...others } = paths;
  const other = await straying("others", JSON.stringify({ ...rest, paths: others }));
  expect(await other.units()).toBe(200);
});
