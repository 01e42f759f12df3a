/** Moneybird's API v2, after its OpenAPI description and pages (v2-20251223; webhook pages of 2026). */
import { changeBriefly } from "../engine/closing.ts";
import { recorded } from "../engine/recorded.ts";
import { get, parseJson } from "../engine/routes.ts";
import { row } from "../engine/values.ts";
import { rootOf, type Table } from "./administration.ts";
import { encode, paged, under } from "./api.ts";
import { openAdministrations } from "./books.ts";
import { documentLists, documentRoutes, invoiceRoutes, paymentRoutes, saveOwner } from "./documents.ts";
import { fileRoutes, storeRoutes } from "./files.ts";
import { contactRoutes, masterLists, masterRoutes } from "./masters.ts";
import { destroy, priced } from "./priced.ts";
import { recordings } from "./recordings.ts";
import { badRequest, limitedUser, notFound, refusalsAt } from "./refusals.ts";
import { reportRoutes } from "./reports.ts";
import { webhookRoutes } from "./webhooks.ts";

const noEstimate = badRequest("Estimate can't be nil", { estimate: "nils" });

/** A personal API token does not expire. */
const apiKey = "simulated-moneybird-personal-token";

export const simulation = recorded<Table>({
  slug: "moneybird",
  lists: { ...masterLists, ...documentLists },
  recordings,
  page: (rows, request) => paged(request, rows),
  sent: (request, table) => under(request, rootOf(table), table === "estimates" ? noEstimate : undefined),
  base: "/moneybird.com/api/v2",
  companies: openAdministrations,
  subscriptionTable: "webhooks",
  documentedRefusals: refusalsAt,
  limitedUser,
  closeBooks: ({ facts }, until) => changeBriefly([facts], { period_locked_until: until }),
  oauth: {
    authorize: "/moneybird.com/oauth/authorize",
    token: "/moneybird.com/oauth/token",
    title: "Moneybird",
    client: { clientId: "simulated-moneybird-client", clientSecret: "simulated-moneybird-secret" },
    clientAuth: "either",
    accessSeconds: 7200,
    rotates: true,
    extra: { scope: "sales_invoices documents estimates bank time_entries settings" },
  },
  keys: { credentials: { apiKey }, admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}` },
  company: ({ params }, administrations) => {
    const { administration } = params as { administration?: string };
    const found = administrations.find(({ id }) => id === administration);
    if (found === undefined) throw notFound("administration_id");
    return found;
  },
  /** With and without `.json` at the end of the path. */
  spellings: (path) => (/\/:\w+$/.test(path) ? [path] : [path, `${path}.json`]),
  parameter: (value) => value.replace(/\.json$/, ""),
  wire: () => ({
    /** A body that is not JSON counts as empty. */
    read: ({ body, headers }) => row((headers["content-type"] ?? "").includes("json") && parseJson(body, "texts")),
    write: (body) => ({ type: "application/json; charset=utf-8", content: encode(body) }),
  }),
  refused: (error) =>
    error instanceof SyntaxError ? { status: 400, body: { error: "Problems parsing JSON" } } : undefined,
  routes: (context) => [
    get("administrations", () => ({ body: context.companies.map(({ facts }) => facts) })),
    ...contactRoutes,
    ...invoiceRoutes,
    ...documentRoutes,
    ...paymentRoutes,
    ...masterRoutes,
    ...fileRoutes,
    ...reportRoutes,
    ...webhookRoutes(context),
  ],
  outside: ({ companies }) => storeRoutes(companies),
  screens: {
    save: ({ company, table, row }) => {
      if (table === "payments") saveOwner(company, company.restamp(table, row));
      else company.save(table, row);
    },
    remove: ({ company, table, row }) => {
      if (table === "payments") saveOwner(company, row, true);
      else if (priced.some((each) => each === table)) destroy(company, table, row);
      else company.remove(table, row);
    },
  },
});
