/** Xentral's API in versions 1 and 3, after the vendor's descriptions and what was measured at a test instance (NOTES.md of the connector). */
import { pdf } from "../engine/files.ts";
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { del, get, patch, post, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, text, without } from "../engine/values.ts";
import { openBooks } from "./books.ts";
import { type Books, hidden, type Table } from "./company.ts";
import { firstPage, listPage } from "./query.ts";
import { lists, recordings } from "./recordings.ts";
import { limitedUser, missing, refusals } from "./refusals.ts";
import * as rules from "./rules.ts";
import { webhookRoutes } from "./webhooks.ts";

const tenantId = "example";
const apiKey = "simulated-xentral-personal-access-token";

type Request = RouteRequest<Table>;

const laidOver = (table: Table, row: Row): Row => recordings.laidOver(table, without(row, hidden));

/** Lines, people and delivery addresses come only if the request includes them. */
function included(table: Table, row: Row, include = ""): Row {
  const asked = include.split(",");
  return without(
    laidOver(table, row),
    ["lineItems", "contactPersons", "deliveryAddresses"].filter((part) => !asked.includes(part)),
  );
}

const at = (request: Request, table: Table): Row => findOr(request, table, missing);

const single = (table: Table): Route<Table> =>
  get<Table>(`v3/${table}/:id`, (request) => ({
    body: { data: included(table, at(request, table), request.query["include"]) },
  }));

/** A document is a PDF if the request accepts one. */
const document = (table: rules.DocumentTable): Route<Table>[] => [
  get<Table>(`v3/${table}`, (request) => {
    const { company, query, raw } = request;
    const { headers } = raw;
    const show = (row: Row): Row => included(table, row, query["include"]);
    return listPage(company.tables[table].all(), { query, headers, path: `/api/v3/${table}` }, table, show);
  }),
  get<Table>(`v3/${table}/:id`, (request) => {
    const row = at(request, table);
    if (request.raw.headers.accept !== "application/pdf")
      return { body: { data: included(table, row, request.query["include"]) } };
    const number = text(row["documentNumber"]) || "Entwurf";
    return { headers: { "content-type": "application/pdf" }, body: pdf(number, number) };
  }),
  post<Table>(`v3/${table}`, ({ company, body }) => ({
    status: 201,
    body: { data: included(table, rules.makeDocument(company, table, body())) },
  })),
  patch<Table>(`v3/${table}/:id`, (request) => {
    const row = at(request, table);
    rules.changeDocument(request.company, table, row, request.body());
    return { body: { data: included(table, request.company.save(table, row)) } };
  }),
  del<Table>(`v3/${table}/:id`, (request) => {
    rules.removeDocument(request.company, table, at(request, table));
    return { status: 204 };
  }),
  patch<Table>(`v3/${table}/:id/actions/release`, (request) => {
    const row = at(request, table);
    rules.release(request.company, table, row);
    request.company.save(table, row);
    return { status: 204 };
  }),
  patch<Table>(`v3/${table}/:id/actions/removeWriteProtection`, (request) => {
    const row = at(request, table);
    row["writeProtection"] = false;
    request.company.save(table, row);
    return { status: 204 };
  }),
];

const partners = (table: "customers" | "suppliers"): Route<Table>[] => [
  get<Table>(`v3/${table}`, ({ company, query, raw: { headers } }) => {
    const show = (row: Row): Row => included(table, row, query["include"]);
    return listPage(company.tables[table].all(), { query, headers, path: `/api/v3/${table}` }, table, show);
  }),
  single(table),
];

const master: Readonly<Partial<Record<Table, Partial<RecordedList<Table>>>>> = {
  customers: {
    create: (company, body) => rules.partnerFrom(company, "customers", body),
    update: (_company, row, body) => rules.changePartner(row, body),
  },
  suppliers: {
    create: (company, body) => rules.partnerFrom(company, "suppliers", body),
    update: (_company, row, body) => rules.changePartner(row, body),
  },
  products: { create: rules.productFrom, update: rules.changeProduct },
};

const described: Readonly<Partial<Record<Table, RecordedList<Table>>>> = Object.fromEntries(
  (["customers", "suppliers", "products", "projects"] as const).map((table) => {
    const { create, ...rest } = master[table] ?? {};
    return [
      table,
      {
        ...lists[table],
        show: (_company: Books, row: Row) => without(laidOver(table, row), ["contactPersons", "deliveryAddresses"]),
        ...rest,
        ...(create && {
          create: (company: Books, body: Row, request: Request) => {
            const row = create(company, body, request);
            return { id: String(1000 + company.next("id")), ...row };
          },
        }),
      },
    ];
  }),
);

export const simulation = recorded<Table>({
  slug: "xentral",
  recordings,
  base: "/:tenant.xentral.biz/api",
  subscriptionTable: "webhooks",
  keys: {
    credentials: { tenantId, apiKey },
    admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  },
  lists: described,
  single: (row) => ({ data: row }),
  page: (all, { query, raw: { headers } }, table, show) => {
    const shown = (row: Row): unknown => (show(row) as { readonly data?: unknown }).data;
    if (table === "projects") return firstPage(all, query, shown);
    return listPage(all, { query, headers, path: `/api/v3/${table}` }, table, shown);
  },
  update: "PATCH",
  companies: (world) => [openBooks(world)],
  company: ({ params }, companies) => companies.find(({ id }) => id === text((params as Row)["tenant"])),
  documentedRefusals: refusals,
  limitedUser,
  isNumber: (word) => /^(?:(?:AB|AN|BE|GS|RE)-|PROJEKT)\d+$/.test(word),
  routes: (context) => [
    ...webhookRoutes(context),
    ...rules.documentTables.flatMap(document),
    ...partners("customers"),
    ...partners("suppliers"),
    post("v1/creditNotes", ({ company, body }) => {
      const { id } = rules.cancelInvoice(company, body());
      return { status: 201, headers: { location: `/api/v1/creditNotes/${text(id)}` } };
    }),
  ],
});
