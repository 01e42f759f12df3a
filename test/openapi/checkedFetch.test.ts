import { expect, onTestFinished, test } from "vitest";
import { connectors } from "../../src/connectors/index.ts";
import { describe } from "../../src/reference/openapi/openapi.ts";
import { serveHttp } from "../support/loopback.ts";
import { makeChecks, openCheckedFetch, type SentRequest } from "./checkedFetch.ts";
import type { OpenApi } from "./schemas.ts";

const text = JSON.stringify(describe({ connectors, baseUrl: "https://kontor.example" }));
const { fault } = makeChecks(JSON.parse(text) as OpenApi);

const json = new Headers({ "content-type": "application/json" });
const requestTo = (method: string, address: string, body?: unknown): SentRequest => {
  const { pathname, searchParams } = new URL(address, "https://kontor.example");
  return { method, pathname, query: searchParams, headers: json, body: body && JSON.stringify(body) };
};
const responseWith = (status: number, body: unknown) => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});
const refused = (message: string) =>
  responseWith(400, { errors: [{ code: "invalid_request", message }], meta: { requestId: "1" } });
const pagination = { perPage: 20, currentPage: 1 };

test("accepts a response that matches the description, and reports an unknown field, status or type", () => {
  const units = requestTo("GET", "/accounting/units");
  expect(fault(units, responseWith(200, { meta: { pagination }, data: [{ id: "1" }] }))).toBeUndefined();
  expect(fault(units, responseWith(200, { meta: { pagination }, data: [{ id: "1", own: 1 }] }))).toContain("/data/0");
  expect(fault(units, responseWith(200, { data: [] }))).toContain("meta");
  expect(fault(units, responseWith(201, { data: [] }))).toContain(
    "answered 201 application/json, which is not described",
  );
  expect(fault(units, { status: 200, type: "text/html", body: "" })).toContain("text/html, which is not described");
});

test("reports the refusal of a request that the description allows, and accepts other refusals", () => {
  const faultOf = (request: SentRequest) => fault(request, refused("no"));
  const allowed = "refused what the description allows: no";
  expect(faultOf(requestTo("GET", "/accounting/units?limit=5&page=2"))).toBe(allowed);
  expect(faultOf(requestTo("GET", "/accounting/units?limit=6"))).toBeUndefined();
  expect(faultOf(requestTo("GET", "/accounting/units?limit=5&limit=5"))).toBeUndefined();
  expect(faultOf(requestTo("GET", "/accounting/invoices?lastModifiedAt=1767225600"))).toBe(allowed);
  expect(faultOf(requestTo("GET", "/accounting/invoices?lastModifiedAt=yesterday"))).toBeUndefined();
  expect(faultOf(requestTo("GET", "/accounting/invoices/%00"))).toBeUndefined();
  expect(faultOf(requestTo("POST", "/accounting/items", { name: "Chair" }))).toBe(allowed);
  expect(faultOf(requestTo("POST", "/accounting/items", { name: 1 }))).toBeUndefined();
  expect(faultOf(requestTo("POST", "/accounting/items"))).toBeUndefined();
});

test("prefers a literal path segment to a path parameter", () => {
  const answer = responseWith(200, { meta: { pagination: { ...pagination, total: 0, totalPages: 0 } }, data: [] });
  expect(fault(requestTo("GET", "/webhooks/subscriptions"), answer)).toBeUndefined();
  expect(fault(requestTo("GET", "/sandbox/oauth/authorize"), answer)).toBeUndefined();
});

/** A service with these target systems that returns an undescribed field. */
async function deviatingService(targetSystems: string, description: string) {
  const wrong = JSON.stringify({ meta: { pagination }, data: [{ id: "1", own: 1 }] });
  const answers: Readonly<Record<string, string>> = { "/targetSystems": targetSystems, "/openapi.json": description };
  const requestedPaths: string[] = [];
  const { url, close } = await serveHttp((request, response) => {
    requestedPaths.push(request.url ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end(answers[request.url ?? ""] ?? wrong);
  });
  onTestFinished(close);
  const fetch = openCheckedFetch(url);
  return { requestedPaths, units: async () => (await fetch(`${url}/accounting/units`)).status };
}

test("checks each service against its description, which is read once for the same target systems", async () => {
  const first = await deviatingService("these", text);
  const second = await deviatingService("these", text);
  await expect(first.units()).rejects.toThrow(/units answered 200 with \/data\/0/);
  await expect(second.units()).rejects.toThrow(/units answered 200 with \/data\/0/);
  expect([first, second].map(({ requestedPaths }) => requestedPaths.includes("/openapi.json"))).toEqual([true, false]);
  const { paths, ...rest } = JSON.parse(text) as OpenApi;
  const { "/accounting/units": _unused, ...otherPaths } = paths;
  const withoutUnits = await deviatingService("others", JSON.stringify({ ...rest, paths: otherPaths }));
  expect(await withoutUnits.units()).toBe(200);
});
