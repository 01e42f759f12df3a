/** Pennylane's company API v2, after recorded replies and the vendor's reference (NOTES.md of the connector). */
import { changeBriefly } from "../engine/closing.ts";
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, text, without } from "../engine/values.ts";
import { openBooks } from "./books.ts";
import { add, type Books, hidden, type Table, tables } from "./company.ts";
import { feedPage, listPage, pageOf } from "./query.ts";
import { recordings } from "./recordings.ts";
import { invalid, invalidField, limitedUser, missing, refusals } from "./refusals.ts";
import * as rules from "./rules.ts";
import { decimal } from "./rules.ts";

const apiKey = "simulated-pennylane-company-token";

type Request = RouteRequest<Table>;

const shown = (table: Table, row: Row): Row => recordings.laidOver(table, without(row, hidden));

/** Lists of entries have no lines, and replies to writes no times. */
const lineOfEntry = (line: Row): Row => {
  const { id, debit, credit, label, ledger_account: account } = line;
  return { id, debit, credit, label, ledger_account_id: (account as Row)["id"], ledger_account: account };
};

const at = (request: Request, table: Table): Row => findOr(request, table, missing);

const listed =
  (table: Table) =>
  (row: Row): Row =>
    table === "ledger_entries"
      ? without(shown(table, row), ["ledger_entry_lines", "ledger_attachment_id"])
      : shown(table, row);

const linesBelow = (table: "customer_invoices" | "supplier_invoices"): Route<Table> =>
  get<Table>(`${table}/:id/invoice_lines`, (request) => {
    const lines = table === "customer_invoices" ? "invoice_lines" : "supplier_invoice_lines";
    const all = rules.linesUnder(request.company, lines, at(request, table));
    const rows = request.query["sort"] === "id" ? all : all.toReversed();
    return pageOf(rows, request.query, (row) => shown(lines, row));
  });

/** Companies and individuals are written at paths of their own, whose replies lack the kind. */
const customerRoutes = (kind: rules.Kind): Route<Table>[] => {
  const path = `${kind}_customers`;
  const reply = (row: Row): Answer => {
    const { customer_type: _kind, ...rest } = shown("customers", row);
    return {
      body: kind === "company" ? without(rest, ["first_name", "last_name"]) : without(rest, ["vat_number", "reg_no"]),
    };
  };
  return [
    post<Table>(path, ({ company, body }) => ({ status: 201, ...reply(rules.makeCustomer(company, kind, body())) })),
    put<Table>(`${path}/:id`, (request) => {
      const row = at(request, "customers");
      if (row["customer_type"] !== kind) throw invalid("The customer is of another kind");
      rules.changeCustomer(request.company, kind, row, request.body());
      return reply(request.company.save("customers", row));
    }),
  ];
};

const showCustomer = (row: Row): Row =>
  without(
    shown("customers", row),
    row["customer_type"] === "company" ? ["first_name", "last_name"] : ["vat_number", "reg_no"],
  );

const invoiceRoutes: Route<Table>[] = [
  post("customer_invoices", ({ company, body }) => ({
    status: 201,
    body: shown("customer_invoices", rules.makeInvoice(company, body())),
  })),
  put("customer_invoices/:id", (request) => {
    const invoice = at(request, "customer_invoices");
    rules.changeInvoice(request.company, invoice, request.body());
    return { body: shown("customer_invoices", request.company.save("customer_invoices", invoice)) };
  }),
  del("customer_invoices/:id", (request) => {
    const invoice = at(request, "customer_invoices");
    if (invoice["draft"] !== true) throw invalid("Only drafts can be deleted");
    for (const line of rules.linesUnder(request.company, "invoice_lines", invoice))
      request.company.remove("invoice_lines", line);
    const entry = request.company.tables.ledger_entries.get(invoice["id"]);
    if (entry !== undefined) request.company.remove("ledger_entries", entry);
    request.company.remove("customer_invoices", invoice);
    return { status: 204 };
  }),
  put("customer_invoices/:id/finalize", (request) => {
    const invoice = at(request, "customer_invoices");
    rules.finalise(request.company, invoice);
    return { body: shown("customer_invoices", request.company.save("customer_invoices", invoice)) };
  }),
  put("customer_invoices/:id/mark_as_paid", (request) => {
    const invoice = at(request, "customer_invoices");
    if (invoice["draft"] === true) throw invalid("A draft cannot be marked as paid");
    invoice["isPaidByHand"] = true;
    rules.settle(request.company, invoice);
    request.company.save("customer_invoices", invoice);
    return { status: 204 };
  }),
  post("customer_invoices/:id/link_credit_note", (request) => {
    const invoice = at(request, "customer_invoices");
    const credit = request.company.tables.customer_invoices.get(request.body()["credit_note_id"]);
    if (credit === undefined) throw invalidField("credit_note_id", "does not exist");
    rules.linkCredit(request.company, invoice, credit);
    return { body: shown("customer_invoices", request.company.save("customer_invoices", invoice)) };
  }),
];

const matching = (table: "customer_invoices" | "supplier_invoices"): Route<Table> =>
  post<Table>(`${table}/:id/matched_transactions`, (request) => {
    const paid = request.company.tables.transactions.get(request.body()["transaction_id"]);
    if (paid === undefined) throw invalidField("transaction_id", "does not exist");
    rules.match(request.company, table, at(request, table), paid);
    return { status: 204 };
  });

const purchaseRoutes: Route<Table>[] = [
  post("supplier_invoices/import", ({ company, body }) => ({
    status: 201,
    body: shown("supplier_invoices", rules.makeBill(company, body())),
  })),
  post("transactions", ({ company, body }) => ({
    status: 201,
    body: add(company, "transactions", { ...body(), outstanding_balance: body()["amount"] }),
  })),
];

const entryReply = (company: Books, entry: Row): Row => ({
  ...shown("ledger_entries", entry),
  ledger_entry_lines: rules.entryLines(company, entry).map(lineOfEntry),
});

const ledgerRoutes: Route<Table>[] = [
  get("ledger_entries/:id", (request) => {
    const entry = at(request, "ledger_entries");
    return { body: without(entryReply(request.company, entry), ["ledger_attachment_id"]) };
  }),
  post("ledger_entries", ({ company, body }) => ({
    status: 201,
    body: without(entryReply(company, rules.makeEntry(company, body())), ["created_at", "updated_at"]),
  })),
  put("ledger_entry_lines/:id/categories", (request) => {
    const line = at(request, "ledger_entry_lines");
    const categories = request.bodyItems().map(({ id, weight }) => {
      const category = request.company.tables.categories.get(id);
      if (category === undefined) throw invalidField("category_id", "does not exist");
      return { ...without(category, ["direction"]), weight: decimal(weight) };
    });
    request.company.save("ledger_entry_lines", Object.assign(line, { categories }));
    return { body: { ledger_entry_line: { id: line["id"], label: line["label"], categories } } };
  }),
  get("trial_balance", ({ company, query }) => {
    const { period_start: from, period_end: to } = query;
    if (from === undefined || to === undefined) throw invalidField("period_start", "is required");
    const all = rules.balances(company, from, to);
    return pageOf(all, query, (row) => row, { largest: 1000, hasNumbers: true, key: "number" });
  }),
];

const feeds: readonly string[] = [
  "customer_invoices",
  "supplier_invoices",
  "customers",
  "suppliers",
  "products",
  "ledger_entry_lines",
  "transactions",
];

const scopes = [
  "customers:all",
  "customer_invoices:all",
  "products:all",
  "suppliers:all",
  "supplier_invoices:all",
  "journals:all",
  "ledger_accounts:all",
  "ledger_entries:all",
  "fiscal_years:readonly",
  "trial_balance:readonly",
  "bank_accounts:all",
  "categories:all",
];

const general: Route<Table>[] = [
  get("me", ({ company }) => ({
    body: {
      user: { id: 900_001, first_name: "Inès", last_name: "Pervenche", email: "ines@inventee.example", locale: "fr" },
      company: {
        id: 900_002,
        name: "INVENTEE",
        reg_no: "000000000",
        accounting_logic: company.facts["accounting_logic"],
      },
      scopes,
    },
  })),
  get("changelogs/:feed", ({ company, params: { feed = "" }, query }) => {
    if (!feeds.includes(feed)) throw missing();
    return feedPage(company, feed, query);
  }),
];

const readable = tables.filter((table) => !["invoice_lines", "supplier_invoice_lines"].includes(table));

const writable: Readonly<Partial<Record<Table, Partial<RecordedList<Table>>>>> = {
  suppliers: { create: rules.supplierOf, update: (company, row, body) => rules.changeSupplier(company, row, body) },
  products: { create: rules.productOf, update: (company, row, body) => rules.changeProduct(company, row, body) },
  ledger_accounts: { create: (_company, body) => rules.accountFrom(body) },
};

const lists: Readonly<Partial<Record<Table, RecordedList<Table>>>> = Object.fromEntries(
  readable.map((table) => {
    const rule = writable[table];
    const { create } = rule ?? {};
    return [
      table,
      {
        path: table,
        show: (_company: Books, row: Row) => (table === "customers" ? showCustomer(row) : listed(table)(row)),
        ...rule,
        ...(create && {
          create: (company: Books, body: Row, request: Request) => {
            const row = create(company, body, request);
            return { id: 40_000_000_000_000 + company.next("id") * 4096, ...row };
          },
        }),
      },
    ];
  }),
);

export const simulation = recorded<Table>({
  slug: "pennylane",
  recordings,
  base: "/app.pennylane.com/api/external/v2",
  oauth: {
    authorize: "/app.pennylane.com/oauth/authorize",
    token: "/app.pennylane.com/oauth/token",
    revoke: "/app.pennylane.com/oauth/revoke",
    title: "Pennylane",
    client: { clientId: "simulated-pennylane-client", clientSecret: "simulated-pennylane-secret" },
    clientAuth: "body",
    accessSeconds: 86_400,
    unusedSeconds: () => 90 * 86_400,
    rotates: true,
  },
  keys: { credentials: { apiKey }, admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}` },
  lists,
  page: (all, { query }, table, show) => listPage(all, query, table, (row) => show(row)),
  update: "PUT",
  companies: openBooks,
  documentedRefusals: refusals,
  limitedUser,
  closeBooks: ({ tables: { fiscal_years: years } }, until) =>
    changeBriefly(
      years.where((row) => text(row["start"]) <= until && row["status"] === "open"),
      { status: "closed" },
    ),
  isNumber: (text) => /^[AF]-\d{4}-\d{5}$/.test(text),
  tableOfList: {
    "accounts.list": "ledger_accounts",
    "bankAccounts.list": "bank_accounts",
    "bills.list": "supplier_invoices",
    "creditNotes.list": "customer_invoices",
    "customers.list": "customers",
    "dimensions.list": "categories",
    "fiscalYears.list": "fiscal_years",
    "invoices.list": "customer_invoices",
    "items.list": "products",
    "journalEntries.list": "ledger_entries",
    "journals.list": "journals",
    "suppliers.list": "suppliers",
  },
  routes: () => [
    ...general,
    ...customerRoutes("company"),
    ...customerRoutes("individual"),
    ...invoiceRoutes,
    linesBelow("customer_invoices"),
    linesBelow("supplier_invoices"),
    matching("customer_invoices"),
    matching("supplier_invoices"),
    ...purchaseRoutes,
    ...ledgerRoutes,
  ],
});
