/** Simulates Odoo by its external API documentation and its source: versions 16 to 18, and 19 with JSON-2. */
import type { FastifyRequest } from "fastify";
import { changeBriefly } from "../engine/closing.ts";
import { pdf } from "../engine/files.ts";
import { type Answer, get, parseJson, type RouteRequest, post as route } from "../engine/routes.ts";
import { type Row, row, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import type { LimitedUser, Simulation } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { execute, list, recordMethods, signatures, user, writeMethods } from "./methods.ts";
import type { Model } from "./models.ts";
import { accessDenied, accessError, PythonError, refusals } from "./refusals.ts";
import { secondLanguage } from "./translation.ts";

const credentials = {
  baseUrl: "https://odoo.simulated.example",
  database: "eikenhof",
  username: "ann@eikenhof.example",
  apiKey: "simulated-odoo-key",
};

interface Params {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

const paramsOf = (body: unknown) => row(row(parseJson(body))["params"]) as unknown as Params;

function contextOf(request: FastifyRequest): Row {
  if (request.method === "GET") return {};
  const body = row(parseJson(request.body));
  if (request.url.includes("/json/2/")) return row(body["context"]);
  return row(row(list(row(body["params"])["args"])[6])["context"]);
}

/** JSON-RPC: `execute_kw` and the sign-in. Every response repeats the id of its request. */
const rpc =
  (major: number) =>
  (request: RouteRequest<Model>): Answer => {
    const { id } = request.body();
    const { service, method, args } = paramsOf(request.raw.body);
    const answer = (result: unknown): Answer => ({ body: { jsonrpc: "2.0", id, ...(result !== null && { result }) } });
    if (service === "common" && method === "authenticate") {
      const [database, login, key] = args;
      if (database !== credentials.database)
        throw new PythonError("psycopg2.OperationalError", `FATAL:  database "${text(database)}" does not exist\n`);
      return answer(login === credentials.username && key === credentials.apiKey ? user : false);
    }
    const [database, uid, key, model, modelMethod, positional, keywords] = args;
    if (database !== credentials.database || uid !== user || key !== credentials.apiKey) throw accessDenied();
    const values = [...list(positional)];
    // A method of the model until version 17, of a user from 18 on.
    const isOnUser = modelMethod === "has_group" && major >= 18;
    const ids = isOnUser || recordMethods.includes(text(modelMethod)) ? ([values.shift()].flat() as number[]) : [];
    const names = signatures[text(modelMethod)] ?? [];
    if (values.length > names.length)
      throw new PythonError("builtins.TypeError", `${text(modelMethod)}() takes too many arguments`);
    const byName = Object.fromEntries(values.map((value, index) => [names[index], value]));
    const { context, ...more } = row(keywords);
    const call = { major, company: request.company, ids, args: { ...byName, ...more }, context: row(context) };
    return answer(execute(text(model), text(modelMethod), call));
  };

const versionInfo = (major: number): Answer => {
  const result = { server_version: `${major}.0`, server_version_info: [major, 0, 0, "final", 0, ""] };
  return { body: { jsonrpc: "2.0", id: 1, result } };
};

const statuses: Readonly<Record<string, number>> = {
  AccessError: 403,
  AccessDenied: 403,
  MissingError: 404,
  UserError: 422,
  ValidationError: 422,
};

const unauthorized = {
  name: "werkzeug.exceptions.Unauthorized",
  message: "Invalid apikey",
  arguments: ["Invalid apikey", 401],
  context: {},
  debug: "",
};

/** JSON-2: takes named arguments, returns the plain value, and has an HTTP status for each kind of exception. */
const json2 =
  (major: number) =>
  (request: RouteRequest<Model>): Answer => {
    if (request.raw.headers.authorization !== `bearer ${credentials.apiKey}`)
      return { status: 401, body: unauthorized };
    const { ids, context, ...args } = request.body();
    try {
      const { model = "", method = "" } = request.params;
      const call = { major, company: request.company, ids: list(ids) as number[], args, context: row(context) };
      return { body: execute(model, method, call) };
    } catch (error) {
      if (!(error instanceof PythonError)) throw error;
      return { status: statuses[error.exception.name.split(".").at(-1) ?? ""] ?? 500, body: error.exception };
    }
  };

/** The customer portal: returns the PDF if the token is right, and redirects otherwise. */
const page =
  (model: "account.move" | "sale.order") =>
  ({ company, params, query }: RouteRequest<Model>): Answer => {
    const document = company.tables[model].get(Number(params["id"]));
    if (!query["access_token"] || document?.["access_token"] !== query["access_token"])
      return { status: 303, headers: { location: "/my" }, body: "" };
    return { headers: { "content-type": "application/pdf" }, body: pdf(text(document["name"])) };
  };

const methodIn = (url: string, body: Buffer): string => {
  if (url.includes("/my/")) return "page";
  if (url.includes("/json/2/")) return url.split("/").at(-1) ?? "";
  const { service, method, args } = paramsOf(body);
  return service === "object" ? text(args[4]) : method;
};

/** The model that a request is about: an argument of `execute_kw`, or part of the path of JSON-2. */
function modelIn(url: string, body: Buffer): string {
  if (url.includes("/json/2/")) return url.split("/").at(-2) ?? "";
  return url.endsWith("/jsonrpc") ? text(paramsOf(body).args[3]) : "";
}

/** A user who is in no group of the invoicing app. Invoices and bills are the same model. */
const limitedUser: LimitedUser = {
  isRefused: ({ url, body }) => ["account.move", "account.move.line"].includes(modelIn(url, body)),
  refused: refusals.forbidden,
};

const isHandshake = (url: string, body: Buffer): boolean =>
  url.includes("/version_info") || (url.endsWith("/jsonrpc") && paramsOf(body).service === "common");

export const simulationOf = (major: number): Simulation =>
  simulate<Model>({
    slug: "odoo",
    base: "/odoo.simulated.example",
    companies: (world) => openBooks(world, major),
    refusals: () => refusals,
    limitedUser,
    closeBooks: ({ tables }, until) => changeBriefly(tables["res.company"].all(), { fiscalyear_lock_date: until }),
    secondLanguage,
    // Credentials are in the body, which the routes check.
    keys: { credentials, admits: () => true },
    isSignIn: ({ url, body }) => isHandshake(url, body),
    isReading: ({ url, body }) => isHandshake(url, body) || !writeMethods.includes(methodIn(url, body)),
    isNumber: (text) => /^(?:[A-Z][A-Z\d]{1,4}\/\d{4}\/\d{5}|[PRS]-?\d{4,5}|Units|Hours)$/.test(text),
    company: (request, companies) => {
      const { allowed_company_ids: allowed } = contextOf(request) as { allowed_company_ids?: readonly number[] };
      if (allowed === undefined) return companies[0];
      const company = companies.find(({ id }) => id === String(allowed[0]));
      if (company === undefined) throw accessError("Access to unauthorized or invalid companies.");
      return company;
    },
    routes: () => [
      route("web/webclient/version_info", () => versionInfo(major)),
      route("jsonrpc", rpc(major)),
      get("my/invoices/:id", page("account.move")),
      get("my/orders/:id", page("sale.order")),
      ...(major >= 19 ? [route<Model>("json/2/:model/:method", json2(major))] : []),
    ],
  });

export const simulation = simulationOf(17);
