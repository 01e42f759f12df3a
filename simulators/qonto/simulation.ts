/** Qonto's Business API, after its documentation and what others saw at its sandbox (NOTES.md of the connector). */
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { del, get, patch, post, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, without } from "../engine/values.ts";
import { mainIban, openBooks } from "./books.ts";
import { type Books, hiddenOf, organizationId, type Table } from "./company.ts";
import { pageOf } from "./query.ts";
import { kinds, lists, recordings } from "./recordings.ts";
import { limitedUser, missing, refusals } from "./refusals.ts";
import * as rules from "./rules.ts";
import { webhookRoutes } from "./webhooks.ts";

const shown = (table: Table, row: Row): Row =>
  recordings.laidOver(table, without(row, [...hiddenOf(table), "imported"]));

const wrapped = (row: Row, table: Table): Row => {
  const kind = kinds[table];
  return kind === undefined ? row : { [kind]: row };
};

const single = (table: Table, row: Row): Row => wrapped(shown(table, row), table);

const masters: Readonly<Partial<Record<Table, Partial<RecordedList<Table>>>>> = {
  clients: { create: rules.makeClient, update: rules.changeClient, remove: "plainly" },
  products: { create: rules.makeProduct },
};

const described: Readonly<Partial<Record<Table, RecordedList<Table>>>> = Object.fromEntries(
  Object.entries(lists)
    .filter(([table]) => table !== "subscriptions")
    .map(([table, list]) => [
      table,
      { ...list, missing, show: (_company: Books, row: Row) => shown(table as Table, row), ...masters[table as Table] },
    ]),
);

/** A change of an invoice, which the reply shows. */
const action = (name: string, change: (request: RouteRequest<Table>, invoice: Row) => void): Route<Table> =>
  post<Table>(`client_invoices/:id/${name}`, (request) => {
    const invoice = findOr(request, "client_invoices", missing);
    change(request, invoice);
    return { body: single("client_invoices", request.company.save("client_invoices", invoice)) };
  });

const invoiceRoutes: readonly Route<Table>[] = [
  post<Table>("client_invoices", ({ company, body }) => ({
    status: 201,
    body: single("client_invoices", company.add("client_invoices", rules.makeInvoice(company, body()))),
  })),
  patch<Table>("client_invoices/:id", (request) => {
    const invoice = findOr(request, "client_invoices", missing);
    rules.changeInvoice(request.company, invoice, request.body());
    return { body: single("client_invoices", request.company.save("client_invoices", invoice)) };
  }),
  del<Table>("client_invoices/:id", (request) => {
    rules.removeInvoice(request.company, findOr(request, "client_invoices", missing));
    return { status: 204 };
  }),
  action("finalize", ({ company }, invoice) => rules.finalize(company, invoice)),
  action("mark_as_paid", ({ company, body }, invoice) => rules.markAsPaid(company, invoice, body())),
  action("mark_as_canceled", (_request, invoice) => rules.markAsCanceled(invoice)),
  post<Table>("credit_notes", ({ company, body }) => ({
    status: 201,
    body: single("credit_notes", rules.makeCreditNote(company, body())),
  })),
];

export const simulation = recorded<Table>({
  slug: "qonto",
  recordings,
  base: "/thirdparty.qonto.com/v2",
  subscriptionTable: "subscriptions",
  oauth: {
    authorize: "/oauth.qonto.com/oauth2/auth",
    token: "/oauth.qonto.com/oauth2/token",
    revoke: "/oauth.qonto.com/oauth2/revoke",
    title: "Qonto",
    client: { clientId: "simulated-qonto-client", clientSecret: "simulated-qonto-secret" },
    clientAuth: "body",
    accessSeconds: 3600,
    unusedSeconds: () => 90 * 86_400,
    rotates: true,
    graceSeconds: 60,
    scopes: { complaint: () => undefined, offline: "offline_access" },
  },
  lists: described,
  single: wrapped,
  page: (all, { query }, table) => pageOf(all, query, table, (row) => shown(table, row)),
  update: "PATCH",
  companies: (world) => [openBooks(world)],
  documentedRefusals: refusals,
  limitedUser,
  isNumber: (word) => /^[ADF]-\d+$/.test(word),
  tableOfList: {
    "bankAccounts.list": "bank_accounts",
    "bills.list": "supplier_invoices",
    "creditNotes.list": "credit_notes",
    "customers.list": "clients",
    "dimensions.list": "labels",
    "invoices.list": "client_invoices",
    "items.list": "products",
    "offers.list": "quotes",
    "vendorCredits.list": "supplier_invoices",
  },
  routes: (context) => [
    get("organization", ({ company }) => ({
      body: {
        organization: {
          id: organizationId,
          slug: "exemple-sarl-0001",
          legal_name: "Exemple SARL",
          legal_country: "FR",
          locale: "fr",
          bank_accounts: company.tables.bank_accounts
            .where(({ iban }) => iban === mainIban)
            .map((row) => shown("bank_accounts", row)),
        },
      },
    })),
    ...invoiceRoutes,
    ...webhookRoutes(context),
  ],
});
