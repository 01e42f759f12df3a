/** bexio's API in its three generations, after recorded replies and the vendor's documentation (docs.bexio.com). */
import { changeBriefly } from "../engine/closing.ts";
import { pdf, readForm } from "../engine/files.ts";
import { recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, text, without } from "../engine/values.ts";
import { openBooks } from "./books.ts";
import { add, type Books, hidden, type Table } from "./company.ts";
import { between, enter, factors } from "./ledger.ts";
import { articleOf, contactOf } from "./masters.ts";
import { changeBill, listedBill, newBill, payBill, setStatus, shownBill, unpayBill } from "./purchases.ts";
import { arrayPage, countedPage, searched } from "./query.ts";
import { paths, recordings } from "./recordings.ts";
import { invalid, invalid4, limitedUser, missing, refusals } from "./refusals.ts";
import { cancel, change, issue, type Kind, newDocument, pay, revert, shownInvoice, states, unpay } from "./sales.ts";

/** A personal access token. */
const apiKey = "simulated-bexio-personal-token";

type Request = RouteRequest<Table>;

const shown = (table: Table, known: Row): Row => recordings.laidOver(table, without(known, hidden));

/** Lists of documents have no positions. */
const knownOf = (books: Books, table: Table, row: Row): Row => {
  if (table === "kb_invoice") return shownInvoice(books, row);
  return table === "bills" ? shownBill(books, row) : row;
};

const shownRow = (books: Books, table: Table, row: Row): Row => shown(table, knownOf(books, table, row));
const inList = (books: Books, table: Table) => (row: Row) =>
  without(shownRow(books, table, row), ["positions", "profile_image"]);

const at = (request: Request, table: Table, parameter = "id"): Row => findOr(request, table, missing, parameter);

const success: Answer = { body: { success: true } };

const fields: Partial<Record<Table, readonly string[]>> = {
  article: ["intern_name", "intern_code"],
  contact: ["id", "name_1", "name_2", "nr", "mail", "mail_second", "city", "postcode", "updated_at"],
  kb_invoice: ["id", "kb_item_status_id", "document_nr", "contact_id", "is_valid_from", "is_valid_to", "updated_at"],
  kb_offer: ["id", "kb_item_status_id", "document_nr", "contact_id", "is_valid_from", "updated_at"],
  kb_order: ["id", "kb_item_status_id", "document_nr", "contact_id", "is_valid_from", "updated_at"],
};

/** Lists of 2.0 and 3.0 whose total is in a header. */
const counted: readonly Table[] = ["bank_accounts", "calendar_years", "currencies", "journal"];

const search = (table: Table): Route<Table> =>
  post<Table>(`${paths[table as keyof typeof paths]}/search`, ({ company, query, bodyItems }) => {
    const rows = searched(company.tables[table].all(), bodyItems(), fields[table] ?? []);
    return arrayPage(rows, query, inList(company, table));
  });

const printed = (kind: Kind): Route<Table> =>
  get<Table>(`2.0/${kind}/:id/pdf`, (request) => {
    const number = text(at(request, kind)["document_nr"]);
    const bytes = pdf(number);
    const name = `${number.toLowerCase()}.pdf`;
    return { body: { name, size: bytes.length, mime: "application/pdf", content: bytes.toString("base64") } };
  });

const creating = (kind: Kind): Route<Table> =>
  post<Table>(`2.0/${kind}`, ({ company, body }) => {
    const row = add(company, kind, newDocument(company, kind, body()));
    return { status: 201, body: shownRow(company, kind, row) };
  });

/** Only drafts are deleted. */
const removing = (kind: Kind, draft: number): Route<Table> =>
  del<Table>(`2.0/${kind}/:id`, (request) => {
    const row = at(request, kind);
    if (row["kb_item_status_id"] !== draft) throw invalid("Only drafts can be deleted.");
    request.company.remove(kind, row);
    return success;
  });

const acting = (action: string, act: (books: Books, invoice: Row) => void): Route<Table> =>
  post<Table>(`2.0/kb_invoice/:id/${action}`, (request) => {
    act(request.company, at(request, "kb_invoice"));
    return success;
  });

const paymentOf = (request: Request): Row => {
  const payment = at(request, "payment", "payment");
  if (text(payment["kb_invoice_id"]) !== request.params["id"]) throw missing();
  return payment;
};

const showPayment = (row: Row): Row => without(row, hidden);

const paymentRoutes: Route<Table>[] = [
  get("2.0/kb_invoice/:id/payment", (request) => {
    const { id } = at(request, "kb_invoice");
    return arrayPage(request.company.tables.payment.under("kb_invoice_id", id), request.query, showPayment);
  }),
  get("2.0/kb_invoice/:id/payment/:payment", (request) => ({ body: showPayment(paymentOf(request)) })),
  post("2.0/kb_invoice/:id/payment", (request) => ({
    status: 201,
    body: showPayment(pay(request.company, at(request, "kb_invoice"), request.body())),
  })),
  del("2.0/kb_invoice/:id/payment/:payment", (request) => {
    unpay(request.company, paymentOf(request));
    return success;
  }),
  get("4.0/purchase/outgoing-payments", ({ company, query }) => {
    const { bill_id: bill } = query;
    if (bill === undefined) throw invalid4("'bill_id' is required.");
    const rows = company.tables.outgoing_payments.under("bill_id", bill);
    return countedPage(rows, query, (row) => shown("outgoing_payments", row));
  }),
  post("4.0/purchase/outgoing-payments", ({ company, body }) => ({
    status: 201,
    body: shown("outgoing_payments", payBill(company, body())),
  })),
  del("4.0/purchase/outgoing-payments/:id", (request) => {
    unpayBill(request.company, at(request, "outgoing_payments"));
    return { status: 204 };
  }),
];

const billRoutes: Route<Table>[] = [
  get("4.0/purchase/bills", ({ company, query }) => {
    const from = query["bill_date_start"] ?? "";
    const rows = company.tables.bills.where((row) => text(row["bill_date"]) >= from);
    return countedPage(rows, query, (row) => listedBill(company, row));
  }),
  post("4.0/purchase/bills", ({ company, body }) => ({
    status: 201,
    body: shownRow(company, "bills", add(company, "bills", newBill(company, body()))),
  })),
  put("4.0/purchase/bills/:id", (request) => {
    const { company } = request;
    const bill = at(request, "bills");
    changeBill(company, bill, request.body());
    return { body: shownRow(company, "bills", company.save("bills", bill)) };
  }),
  put("4.0/purchase/bills/:id/bookings/:status", (request) => {
    const bill = at(request, "bills");
    setStatus(request.company, bill, request.params["status"] ?? "");
    return { body: shownRow(request.company, "bills", bill) };
  }),
  del("4.0/purchase/bills/:id", (request) => {
    const bill = at(request, "bills");
    if (bill["status"] !== "DRAFT") throw invalid4("Bill must be in status DRAFT.");
    request.company.remove("bills", bill);
    return { status: 204 };
  }),
];

const salesRoutes: Route<Table>[] = [
  ...(["kb_invoice", "kb_offer", "kb_order"] as const).flatMap((kind) => [search(kind), printed(kind), creating(kind)]),
  removing("kb_invoice", states.draft),
  removing("kb_offer", states.offer),
  acting("issue", issue),
  acting("revert_issue", revert),
  acting("cancel", cancel),
  post("2.0/kb_invoice/:id", (request) => {
    const { company } = request;
    const invoice = at(request, "kb_invoice");
    change(company, invoice, request.body());
    return { body: shownRow(company, "kb_invoice", company.save("kb_invoice", invoice)) };
  }),
  post("2.0/kb_offer/:id/issue", (request) => {
    const row = at(request, "kb_offer");
    if (row["kb_item_status_id"] !== states.offer) throw invalid("The quote is not in the draft status.");
    row["kb_item_status_id"] = states.pendingOffer;
    request.company.save("kb_offer", row);
    return success;
  }),
];

type Form = (books: Books, body: Row, before?: Row) => Row;

/** A POST to the list makes a record, a POST to a record replaces it. */
const formRoutes = (table: "contact" | "article", form: Form): Route<Table>[] => [
  search(table),
  post<Table>(`2.0/${table}`, ({ company, body }) => ({
    status: 201,
    body: shownRow(company, table, add(company, table, form(company, body()))),
  })),
  post<Table>(`2.0/${table}/:id`, (request) => {
    const { company } = request;
    const row = at(request, table);
    Object.assign(row, form(company, request.body(), row));
    return { body: shownRow(company, table, company.save(table, row)) };
  }),
];

const ledgerRoutes: Route<Table>[] = [
  get("3.0/accounting/journal", ({ company, query }) => {
    const rows = between(company.tables.journal.all(), query["from"], query["to"]);
    return arrayPage(rows, query, (row) => shown("journal", row), true);
  }),
  post("3.0/accounting/manual_entries", ({ company, body }) => ({ status: 201, body: enter(company, body()) })),
  get("3.0/currencies/:id/exchange_rates", (request) => {
    const { name } = at(request, "currencies");
    const factor = factors[text(name)];
    const francs = { id: 1, name: "CHF", round_factor: 0.05 };
    if (name === "CHF" || factor === undefined) return { body: [] };
    const rate = { factor_nr: factor, exchange_currency: francs, ratio: 1, factor_nr_to_ratio: factor };
    const about = { source: "custom", source_reason: "source_custom", exchange_rate_date: request.company.today() };
    return { body: [{ ...rate, ...about }] };
  }),
  get("3.0/taxes", ({ company, query }) => {
    const { scope } = query;
    const wanted = company.tables.taxes.where(
      (row) => scope === undefined || row["is_active"] === (scope === "active"),
    );
    return arrayPage(wanted, query, (row) => shown("taxes", row));
  }),
];

const fileRoutes: Route<Table>[] = [
  post("3.0/files", async ({ company, raw }) => {
    const uploaded = (await readForm(raw))?.files["file"];
    if (uploaded === undefined) throw invalid("file: Required.");
    const [extension = "", ...rest] = uploaded.name.split(".").toReversed();
    const row = add(company, "files", {
      uuid: company.newId(),
      name: rest.toReversed().join("."),
      extension,
      mime_type: uploaded.type,
      size_in_bytes: uploaded.bytes.length,
    });
    company.files.set(text(row["uuid"]), uploaded);
    const about = { uploader_email: null, processing_source: null, processing_status: null, user_id: 1, source_id: 2 };
    const state = { is_archived: false, is_referenced: false, source_type: "web" };
    const created_at = `${new Date(company.now()).toISOString().slice(0, 19)}+00:00`;
    return { status: 201, body: [{ ...without(row, hidden), ...about, ...state, created_at }] };
  }),
  get("3.0/files/:id/download", ({ company, params }) => {
    const row = company.tables.files.find("uuid", params["id"]);
    if (row === undefined) throw missing();
    const known = company.files.get(text(row["uuid"]));
    const bytes = known?.bytes ?? pdf(text(row["name"]));
    const name = `${text(row["name"])}.${text(row["extension"])}`;
    const headers = {
      "content-type": known?.type ?? "application/pdf",
      "content-disposition": `attachment; filename="${name}"`,
    };
    return { headers, body: bytes };
  }),
];

export const simulation = recorded<Table>({
  slug: "bexio",
  recordings,
  base: "/api.bexio.com",
  oauth: {
    authorize: "/auth.bexio.com/realms/bexio/protocol/openid-connect/auth",
    token: "/auth.bexio.com/realms/bexio/protocol/openid-connect/token",
    revoke: "/auth.bexio.com/realms/bexio/protocol/openid-connect/revoke",
    title: "bexio",
    client: { clientId: "simulated-bexio-client", clientSecret: "simulated-bexio-secret" },
    clientAuth: "basic",
    accessSeconds: 3600,
    rotates: true,
    idTokenIssuer: "https://auth.bexio.com/realms/bexio",
  },
  keys: { credentials: { apiKey }, admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}` },
  lists: Object.fromEntries(
    Object.entries(paths).map(([table, path]) => [
      table,
      { path, known: (books: Books, row: Row) => without(knownOf(books, table as Table, row), hidden) },
    ]),
  ),
  page: (rows, { company, query }, table) => arrayPage(rows, query, inList(company, table), counted.includes(table)),
  companies: openBooks,
  documentedRefusals: refusals,
  refusalOf: ({ status }) => (status === 401 ? "unauthorized" : undefined),
  limitedUser,
  isReading: ({ url }) => url.endsWith("/search") || url.includes("/search?"),
  /** Closes the years that have begun by then. */
  closeBooks: ({ tables }, until) =>
    changeBriefly(
      tables.business_years.where((row) => text(row["start"]) <= until && row["status"] === "open"),
      { status: "closed" },
    ),
  isNumber: (text) => /^[A-Z]{2,3}-\d{5}$/.test(text),
  screens: {
    remove: ({ company, table, row }) => {
      // bexio's users delete an entry with all its bookings.
      const isPart = (each: Row) => row["ref_class"] !== null && each["ref_uuid"] === row["ref_uuid"];
      const parts = table === "journal" ? company.tables.journal.where((each) => each === row || isPart(each)) : [row];
      for (const part of parts) company.remove(table, part);
    },
  },
  tableOfList: {
    "accounts.list": "accounts",
    "bankAccounts.list": "bank_accounts",
    "bills.list": "bills",
    "contacts.list": "contact",
    "customers.list": "contact",
    "suppliers.list": "contact",
    "fiscalYears.list": "business_years",
    "invoices.list": "kb_invoice",
    "items.list": "article",
    "journalEntries.list": "journal",
    "offers.list": "kb_offer",
    "paymentTerms.list": "payment_type",
    "payments.list": "payment",
    "salesOrders.list": "kb_order",
    "taxRates.list": "taxes",
    "units.list": "unit",
  },
  routes: () => [
    get("3.0/users/me", () => ({
      body: {
        id: 1,
        salutation_type: "female",
        firstname: "Viola",
        lastname: "Enzian",
        email: "viola@enzian.example",
        is_superadmin: true,
        is_accountant: false,
      },
    })),
    ...formRoutes("contact", contactOf),
    ...formRoutes("article", articleOf),
    ...salesRoutes,
    ...paymentRoutes,
    ...billRoutes,
    ...ledgerRoutes,
    ...fileRoutes,
  ],
});
