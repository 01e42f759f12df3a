import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Exchange } from "../../simulators/start.ts";
import { checkExchanges } from "./check.ts";
import type { Description } from "./description.ts";

const folder = mkdtempSync(join(tmpdir(), "descriptions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const thing = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string" },
    size: { type: "number", nullable: true },
    count: { type: "number", minimum: 0, exclusiveMinimum: true },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
writeFileSync(
  join(folder, "vendor.json"),
  JSON.stringify({
    openapi: "3.0.0",
    info: {},
    components: { schemas: { Thing: thing } },
    paths: {
      "/{company}/lines": {
        get: {
          responses: {
            200: {
              content: {
                "application/x-ndjson": { schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
              },
            },
          },
        },
      },
      "/{company}/things{format}": {
        get: {
          parameters: [{ name: "page", in: "query" }],
          responses: { 200: json({ type: "array", items: { $ref: "#/components/schemas/Thing" } }) },
        },
        post: { requestBody: json({ $ref: "#/components/schemas/Thing" }), responses: { 201: {} } },
        patch: { requestBody: { content: { "application/*": { schema: thing } } }, responses: { 200: {} } },
      },
    },
  }),
);
const swagger = {
  swagger: "2.0",
  definitions: {
    "Page[Thing]": { type: "object", properties: { Data: { type: "array", items: { $ref: "#/definitions/Thing" } } } },
    Thing: { type: "object", properties: { Id: { type: "string" }, Kind: { type: "integer", enum: [1, 2] } } },
  },
  paths: {
    "/v2/things": {
      get: {
        parameters: [{ name: "page", in: "query" }],
        responses: { 200: { schema: { $ref: "#/definitions/Page[Thing]" } } },
      },
      post: {
        parameters: [{ name: "thing", in: "body", schema: { $ref: "#/definitions/Thing" } }],
        responses: { 200: {} },
      },
    },
  },
};
writeFileSync(join(folder, "swagger.json"), JSON.stringify(swagger));
const postman = {
  item: [
    {
      request: {
        method: "POST",
        url: { raw: "{{site}}/v1/notes/6f0b9f0e-0000-4000-8000-000000000000" },
        body: { raw: '{"text":"a"}' },
      },
    },
  ],
};
writeFileSync(join(folder, "postman.json"), JSON.stringify(postman));

const description: Description = {
  files: [
    { name: "vendor.json", host: "api.vendor.example", base: "/v2", complete: true },
    { name: "postman.json", host: "notes.vendor.example", base: "", complete: true },
    { name: "swagger.json", host: "older.vendor.example", base: "", complete: true },
  ],
  excused: [],
};

const exchange = (more: Partial<Exchange>, body?: unknown, reply?: unknown): Exchange => ({
  method: "GET",
  host: "api.vendor.example",
  path: "/v2/7/things.json",
  query: "",
  status: 200,
  isInjectedFault: false,
  headers: { "content-type": "application/json" },
  replyHeaders: { "content-type": "application/json" },
  body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
  reply: Buffer.from(reply === undefined ? "" : JSON.stringify(reply)),
  ...more,
});
const differences = (sent: Exchange, about = description) => checkExchanges(folder, about, [sent]).differences;

test("reports no differences for matching traffic", () => {
  const report = checkExchanges(folder, description, [
    exchange({ query: "page=1" }, undefined, [{ id: "a", size: null }]),
  ]);
  expect(report).toEqual({ checked: 1, differences: [], idle: [] });
});

test("excludes a bound that a flag makes exclusive", () => {
  const reply = (count: number) => exchange({ query: "page=1" }, undefined, [{ id: "a", count }]);
  expect(differences(reply(1))).toEqual([]);
  expect(differences(reply(0))).toEqual(["GET /{company}/things{format} answers 200 []/count must be > 0"]);
});

test("reports unknown parameters, fields, types, statuses and paths", () => {
  const got = "GET /{company}/things{format}";
  expect(differences(exchange({ query: "pages=1" }, undefined, []))).toEqual([
    `${got} asks with the unknown parameter pages`,
  ]);
  expect(differences(exchange({}, undefined, [{ id: 1, colour: "red" }]))).toEqual([
    `${got} answers 200 []/id must be string`,
    `${got} answers 200 with the unknown field [].colour`,
  ]);
  expect(differences(exchange({ method: "POST", status: 201 }, { size: 1 }))).toEqual([
    "POST /{company}/things{format} is sent  must have required property 'id'",
  ]);
  expect(differences(exchange({ method: "PATCH" }, { id: 1 }))).toEqual([
    "PATCH /{company}/things{format} is sent /id must be string",
  ]);
  expect(differences(exchange({ status: 204 }))).toEqual([`${got} answers with the unknown status 204`]);
  expect(differences(exchange({ path: "/v2/7/others" }))).toEqual(["GET /7/others: no such address"]);
});

test("checks lines of JSON against the description of their list", () => {
  const lines = (...values: unknown[]) =>
    exchange({
      replyHeaders: { "content-type": "application/x-ndjson" },
      reply: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join("")),
      path: "/v2/7/lines",
    });
  expect(differences(lines({ id: "a" }, { id: "b" }))).toEqual([]);
  expect(differences(lines({ id: "a" }, { colour: "red" }))).toEqual([
    "GET /{company}/lines answers 200 [] must have required property 'id'",
    "GET /{company}/lines answers 200 with the unknown field [].colour",
  ]);
});

test("reads paths and fields from a Postman collection", () => {
  const post = { method: "POST", host: "notes.vendor.example", path: "/v1/notes/6f0b9f0e-0000-4000-8000-000000000009" };
  expect(differences(exchange(post, { text: "b" }))).toEqual([]);
  expect(differences(exchange(post, { words: "b" }))).toEqual([
    "POST /v1/notes/{id} is sent with the unknown field .words",
  ]);
});

test("reads paths, fields and types from Swagger 2.0, in which any plain value may be null", () => {
  const older = { host: "older.vendor.example", path: "/v2/things" };
  const page = (thing: object) => exchange({ ...older, query: "page=1" }, undefined, { Data: [thing] });
  expect(differences(page({ Id: "a", Kind: null }))).toEqual([]);
  expect(differences(page({ Id: 7, Colour: "red" }))).toEqual([
    "GET /v2/things answers 200 /Data[]/Id must be string,null",
    "GET /v2/things answers 200 with the unknown field .Data[].Colour",
  ]);
  expect(differences(exchange({ ...older, method: "POST" }, { Kind: 3 }))).toEqual([
    "POST /v2/things is sent /Kind must be equal to one of the allowed values",
  ]);
});

test("an excuse covers its differences, and is reported if it covers none", () => {
  const excused = [{ about: /colour/, reason: "added last year" }];
  const red = exchange({}, undefined, [{ id: "a", colour: "red" }]);
  expect(checkExchanges(folder, { ...description, excused }, [red])).toEqual({ checked: 1, differences: [], idle: [] });
  expect(checkExchanges(folder, { ...description, excused }, [exchange({}, undefined, [])]).idle).toEqual([
    "added last year",
  ]);
});

test("ignores exchanges in which the simulator failed on purpose", () => {
  const report = checkExchanges(folder, description, [exchange({ isInjectedFault: true, status: 418 })]);
  expect(report).toEqual({ checked: 0, differences: [], idle: [] });
});
