/** Odoo as its documentation of the external API and its source (17.0, and 19.0 for JSON-2) have it. */
import type { FastifyRequest } from "fastify";
import { type Answer, type Ask, parseJson, post as route } from "../engine/routes.ts";
import { type Row, row, rows, text } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import type { Simulation } from "../simulation.ts";
import { openBooks } from "./books.ts";
import { type Model, models } from "./models.ts";
import { linesOf, pay, post } from "./moves.ts";
import { type Books, groups, modelOf, search, show } from "./orm.ts";
import { found, taken } from "./records.ts";
import { accessDenied, accessError, PythonError, refusals } from "./refusals.ts";
import { make } from "./rules.ts";

const credentials = {
  ...{ baseUrl: "https://odoo.simulated.example", database: "eikenhof", username: "ann@eikenhof.example" },
  apiKey: "simulated-odoo-key",
};
const user = 2;

interface Called {
  readonly company: Books;
  readonly model: Model;
  readonly ids: readonly number[];
  readonly args: Row;
  readonly context: Row;
}

type Method = (called: Called) => unknown;

const allFields = (model: Model) => Object.keys(models[model]).filter((name) => name !== "display_name");
const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Arguments by their places in the methods' signatures. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  search_read: ["domain", "fields", "offset", "limit", "order"],
  search_count: ["domain"],
  fields_get: ["allfields", "attributes"],
  read: ["fields"],
  read_group: ["domain", "fields", "groupby"],
  formatted_read_group: ["domain", "groupby", "aggregates"],
  create: ["vals_list"],
  write: ["vals"],
};
const onRecords = ["read", "write", "unlink", "action_post", "action_create_payments"];

const methods: Readonly<Record<string, Method>> = {
  context_get: () => ({ lang: "en_US", tz: "Europe/Brussels", uid: user }),
  fields_get: ({ model }) =>
    Object.fromEntries(Object.entries(models[model]).map(([name, { type }]) => [name, { type }])),
  search_read: ({ company, model, args }) => {
    const { domain, fields, offset, limit, order } = args;
    const all = search(company, model, list(domain), text(order) || "id ASC");
    const page = all.slice(Number(offset ?? 0), limit ? Number(offset ?? 0) + Number(limit) : undefined);
    return page.map((each) => show(company, model, each, (fields as string[] | undefined) ?? allFields(model)));
  },
  search_count: ({ company, model, args }) => search(company, model, list(args["domain"])).length,
  read: ({ company, model, ids, args }) =>
    ids.flatMap((id) => {
      const kept = company.tables[model].get(id);
      return kept ? [show(company, model, kept, args["fields"] as string[])] : [];
    }),
  read_group: ({ company, model, args }) =>
    groups(company, model, {
      ...{ domain: list(args["domain"]), by: args["groupby"] as string[], sums: args["fields"] as string[] },
    }),
  formatted_read_group: ({ company, model, args }) => {
    const sums = args["aggregates"] as string[];
    const made = groups(company, model, { domain: list(args["domain"]), by: args["groupby"] as string[], sums });
    return made.map(({ __domain, ...group }) => ({
      ...Object.fromEntries(
        Object.entries(group).flatMap(([name, value]) =>
          name.endsWith("_count") && name !== "__count"
            ? []
            : [[sums.includes(`${name}:sum`) ? `${name}:sum` : name, value]],
        ),
      ),
      __extra_domain: __domain ?? [],
    }));
  },
  create: ({ company, model, args, context }) =>
    company.atOnce(() =>
      rows(args["vals_list"]).map((values) => {
        const { active_ids: active } = context as { active_ids?: readonly number[] };
        const isPayment = model === "account.payment.register";
        if (isPayment) found(company, "account.move", active?.[0]);
        return make(company, model, { ...values, ...(isPayment && { active_id: active?.[0] }) })["id"];
      }),
    ),
  write: ({ company, model, ids, args }) => {
    for (const id of ids) {
      const { plain } = taken(model, row(args["vals"]));
      const country = company.tables["res.country"].get(plain["country_id"]);
      const changed = { ...found(company, model, id), ...plain, ...(country && { country_code: country["code"] }) };
      company.save(model, "detailed_type" in plain ? { ...changed, type: plain["detailed_type"] } : changed);
    }
    return true;
  },
  unlink: ({ company, model, ids }) => {
    for (const id of ids) {
      const kept = found(company, model, id);
      if (model === "account.move" && kept["state"] === "posted")
        throw new PythonError(
          "odoo.exceptions.UserError",
          "You cannot delete a posted entry. Reset it to draft before, or cancel it.",
        );
      if (model === "account.move")
        for (const line of linesOf(company, kept)) company.remove("account.move.line", line);
      company.remove(model, kept);
    }
    return true;
  },
  action_post: ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => post(company, found(company, "account.move", id)));
    return false;
  },
  action_create_payments: ({ company, ids }) => {
    for (const id of ids) company.atOnce(() => pay(company, found(company, "account.payment.register", id)));
    return { type: "ir.actions.act_window", res_model: "account.payment" };
  },
};

function carriedOut(company: Books, name: string, method: string, given: Omit<Called, "company" | "model">): unknown {
  const model = modelOf(name);
  if (method.startsWith("_"))
    throw accessError(`Private methods (such as '${name}.${method}') cannot be called remotely.`);
  const does = methods[method];
  if (does === undefined)
    throw new PythonError("builtins.AttributeError", `The method '${name}.${method}' does not exist`);
  return does({ company, model, ...given });
}

interface Params {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

const paramsOf = (body: unknown) => row(row(parseJson(body))["params"]) as unknown as Params;

function contextOf(request: FastifyRequest): Row {
  const body = row(parseJson(request.body));
  if (request.url.includes("/json/2/")) return row(body["context"]);
  return row(row(list(row(body["params"])["args"])[6])["context"]);
}

/** `execute_kw` and the services beside it; every answer repeats the id of its question. */
function rpc(ask: Ask<Model>): Answer {
  const { id } = ask.body();
  const { service, method, args } = paramsOf(ask.request.body);
  const answer = (result: unknown): Answer => ({ body: { jsonrpc: "2.0", id, ...(result !== null && { result }) } });
  if (service === "common" && method === "authenticate") {
    const [database, login, key] = args;
    if (database !== credentials.database)
      throw new PythonError("psycopg2.OperationalError", `FATAL:  database "${text(database)}" does not exist\n`);
    return answer(login === credentials.username && key === credentials.apiKey ? user : false);
  }
  const [database, uid, key, model, called, positional, named] = args;
  if (database !== credentials.database || uid !== user || key !== credentials.apiKey) throw accessDenied();
  const places = [...list(positional)];
  const ids = onRecords.includes(text(called)) ? ([places.shift()].flat() as number[]) : [];
  const names = signatures[text(called)] ?? [];
  if (places.length > names.length)
    throw new PythonError("builtins.TypeError", `${text(called)}() takes too many arguments`);
  const byName = Object.fromEntries(places.map((value, index) => [names[index], value]));
  const { context, ...more } = row(named);
  return answer(
    carriedOut(ask.company, text(model), text(called), { ids, args: { ...byName, ...more }, context: row(context) }),
  );
}

const version = (major: number): Answer => ({
  body: {
    jsonrpc: "2.0",
    id: 1,
    result: { server_version: `${major}.0`, server_version_info: [major, 0, 0, "final", 0, ""] },
  },
});

const statuses: Readonly<Record<string, number>> = {
  AccessError: 403,
  AccessDenied: 403,
  MissingError: 404,
  UserError: 422,
  ValidationError: 422,
};

/** Named arguments in, the bare value out; exceptions with a status of their own. */
function json2(ask: Ask<Model>): Answer {
  if (ask.request.headers.authorization !== `bearer ${credentials.apiKey}`)
    return {
      status: 401,
      body: {
        name: "werkzeug.exceptions.Unauthorized",
        message: "Invalid apikey",
        arguments: ["Invalid apikey", 401],
        context: {},
        debug: "",
      },
    };
  const { ids, context, ...args } = ask.body();
  try {
    const { model = "", method = "" } = ask.params;
    return {
      body: carriedOut(ask.company, model, method, { ids: list(ids) as number[], args, context: row(context) }),
    };
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    return { status: statuses[error.exception.name.split(".").at(-1) ?? ""] ?? 500, body: error.exception };
  }
}

const writing = ["create", "write", "unlink", "action_post", "action_create_payments"];

const methodIn = (url: string, body: Buffer): string => {
  if (url.includes("/json/2/")) return url.split("/").at(-1) ?? "";
  const { service, method, args } = paramsOf(body);
  return service === "object" ? text(args[4]) : method;
};

const isHandshake = (url: string, body: Buffer): boolean =>
  url.includes("/version_info") || (url.endsWith("/jsonrpc") && paramsOf(body).service === "common");

export const simulationOf = (major: number): Simulation =>
  simulate<Model>({
    ...{ slug: "odoo", base: "/odoo.simulated.example", companies: openBooks, refusals: () => refusals },
    // Credentials are in the body, which is looked at later.
    keys: { credentials, admits: () => true },
    isSignIn: ({ url, body }) => isHandshake(url, body),
    isReading: ({ url, body }) => isHandshake(url, body) || !writing.includes(methodIn(url, body)),
    isNumber: (text) => /^(?:[A-Z][A-Z\d]{1,4}\/\d{4}\/\d{5}|[PRS]-?\d{4,5}|Units|Hours)$/.test(text),
    company: (request, companies) => {
      const { allowed_company_ids: allowed } = contextOf(request) as { allowed_company_ids?: readonly number[] };
      if (allowed === undefined) return companies[0];
      const company = companies.find(({ id }) => id === String(allowed[0]));
      if (company === undefined) throw accessError("Access to unauthorized or invalid companies.");
      return company;
    },
    routes: () => [
      route("web/webclient/version_info", () => version(major)),
      route("jsonrpc", rpc),
      ...(major >= 19 ? [route<Model>("json/2/:model/:method", json2)] : []),
    ],
  });

export const simulation = simulationOf(17);
