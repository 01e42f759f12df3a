/** Microsoft Dynamics 365 Business Central, API v2.0: two environments of one tenant, companies in each. */
import type { FastifyRequest } from "fastify";
import { optionsOf } from "../engine/entityReads.ts";
import { answer, type EntityRequest, segmentsOf } from "../engine/entityService.ts";
import { type Answer, del, get, type Handler, json, patch, post, put } from "../engine/routes.ts";
import type { Found } from "../engine/tables.ts";
import { text, without } from "../engine/values.ts";
import { simulate } from "../engine/vendor.ts";
import { environments, openBooks } from "./books.ts";
import { headerOf, headerRow } from "./documents.ts";
import { fault, limitedUser, noSegment, notAllowed, refusals } from "./refusals.ts";
import { type Book, setOf } from "./resources.ts";
import { service } from "./service.ts";
import { secondLanguage } from "./translation.ts";
import { openSubscriptions, type Subscriptions } from "./webhooks.ts";

const host = "api.businesscentral.dynamics.com";
const login = "/login.microsoftonline.com/:tenant/oauth2/v2.0";
const tenant = "5afe0000-7e57-4c0d-8a11-00000000ac3e";
const domain = "northwick-fictional.onmicrosoft.example";
const wireType = "application/json; odata.metadata=minimal; odata.streaming=true";

export const simulation = simulate<string>({
  slug: "businesscentral",
  base: `/${host}`,
  oauth: {
    authorize: `${login}/authorize`,
    token: `${login}/token`,
    title: "Microsoft Entra ID",
    client: { clientId: "c11e0000-51a0-4e57-8000-0000000000bc", clientSecret: "simulated~secret~of~entra" },
    clientAuth: "either",
    accessSeconds: 3599,
    unusedSeconds: () => 90 * 86_400,
    rotates: true,
    extra: { ext_expires_in: 3599 },
    // A used refresh token is replaced but not revoked; it expires after ninety days.
    graceSeconds: 90 * 24 * 60 * 60,
    scopes: { complaint, offline: "offline_access" },
  },
  companies: openBooks,
  company: () => undefined,
  environment: ({ facts }) => text(facts["environment"]),
  wire: () => ({ ...json, write: (body) => ({ type: wireType, content: JSON.stringify(body) }) }),
  refusals: () => refusals,
  limitedUser,
  secondLanguage,
  routes: (context) => {
    const subscriptions = openSubscriptions(context);
    const handle: Handler = async ({ raw: request }) => {
      const response = await dispatch(context.companies, subscriptions, request);
      return { ...response, headers: { "odata-version": "4.0", ...response.headers } };
    };
    return [
      get("environments/:version", () => ({ body: { value: environments.map(described) } })),
      ...[get, post, patch, put, del].map((route) => route("v2.0/*", handle)),
    ];
  },
  screens: {
    save: (found) => {
      const { company, table, row } = headerFound(found);
      company.save(table, row);
    },
    remove: (found) => {
      const { company, table, row } = headerFound(found);
      if (!setOf(table).writes.includes("DELETE")) throw notAllowed("DELETE", table);
      service.remove(company, setOf(table), row);
    },
  },
});

/** Lines have no timestamp: the header's is used. */
function headerFound(found: Found<string>): Found<string> {
  const row = headerRow(found.company, found.table, found.row);
  return row === undefined ? found : { ...found, table: headerOf(found.table), row };
}

/** Entra ID: the scope must be named. */
function complaint(scope: string) {
  const absent = "AADSTS900144: The request body must contain the following parameter: 'scope'.";
  if (scope === "") return { error: "invalid_request", error_description: absent };
  if (scope.includes(`https://${host}/`)) return undefined;
  const wrong = `AADSTS70011: The provided value for the input parameter 'scope' is not valid. The scope ${scope} is not valid.`;
  return { error: "invalid_scope", error_description: wrong };
}

const described = (name: string) => ({
  aadTenantId: tenant,
  applicationFamily: "BusinessCentral",
  type: name,
  name,
  countryCode: "DE",
  webServiceUrl: `https://${host}`,
  webClientLoginUrl: `https://businesscentral.dynamics.com/${tenant}/${name}`,
  ringName: "PROD",
});

/** `/v2.0/[tenant/]environment/api/v2.0/...`: the tenant may be left out by a signed-in user. */
function dispatch(
  books: readonly Book[],
  subscriptions: Subscriptions,
  { url, headers, method, body }: FastifyRequest,
): Answer | Promise<Answer> {
  const [path = "", query = ""] = url.split("?");
  const parts = decodeURIComponent(path).split("/").filter(Boolean).slice(2);
  const at = parts.indexOf("api");
  const inner = parts[at - 1];
  const outer = parts[at - 2];
  const environment = environments.find((name) => name.toLowerCase() === inner?.toLowerCase());
  const foreign = outer !== undefined && outer !== tenant && outer !== domain;
  if (at < 1 || at > 2 || foreign || environment === undefined)
    throw fault(404, "NoEnvironment", `Environment '${inner ?? ""}' does not exist.`);
  if (parts[at + 1] !== "v2.0") throw noSegment(parts[at + 1]);
  const root = `https://${host}/v2.0/${parts.slice(0, at + 2).join("/")}`;
  const [first, ...segments] = segmentsOf(parts.slice(at + 2));
  const entityRequest: EntityRequest = {
    method,
    query: new URLSearchParams(query),
    segments,
    prefer: String(headers["prefer"] ?? ""),
    ifMatch: headers["if-match"],
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
  if (first?.name === "subscriptions") return subscriptions(environment, root, entityRequest, first.key);
  if (first?.name !== "companies") throw noSegment(first?.name);
  const known = books.filter(({ facts }) => facts["environment"] === environment);
  if (first.key === undefined || segments.length === 0) return companies(known, root, entityRequest, first.key);
  return answer({ service, book: bookOf(known, first.key), root }, entityRequest);
}

function bookOf(books: readonly Book[], key: string): Book {
  const found = books.find(({ id }) => id === key.toLowerCase());
  if (found === undefined) throw fault(404, "Internal_CompanyNotFound", `Cannot find the company '${key}'.`);
  return found;
}

function companies(books: readonly Book[], root: string, request: EntityRequest, key: string | undefined): Answer {
  if (request.method !== "GET") throw notAllowed(request.method, "companies");
  optionsOf(service, request.query);
  const context = `${root}/$metadata#companies`;
  const shown = ({ facts }: Book) => without(facts, ["environment"]);
  if (key !== undefined) return { body: { "@odata.context": `${context}/$entity`, ...shown(bookOf(books, key)) } };
  return { body: { "@odata.context": context, value: books.map(shown) } };
}
