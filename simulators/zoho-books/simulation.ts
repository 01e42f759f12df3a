/** Zoho Books' API v3, after its OpenAPI description and recorded replies (NOTES.md of the connector). */
import { changeBriefly } from "../engine/closing.ts";
import { pdf } from "../engine/files.ts";
import { byNumber, wholeNumber } from "../engine/pages.ts";
import { type RecordedList, recorded } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, del, get, post, type Query, type Route, type RouteRequest } from "../engine/routes.ts";
import { dayLater, type Row, rows, text } from "../engine/values.ts";
import { access } from "./access.ts";
import { openBooks } from "./books.ts";
import { blank, recordings } from "./recordings.ts";
import * as rules from "./rules.ts";
import { type Books, listed, type Name, shapes, shown } from "./shapes.ts";

type Test = (row: Row, wanted: string, name: Name) => boolean;

const equals =
  (field: string): Test =>
  (row, wanted) =>
    text(row[field]) === wanted;

function momentOf(written: string): number {
  const at = Date.parse(written);
  if (Number.isNaN(at) || !/[+-]\d{4}$/.test(written)) throw rules.invalidValue("last_modified_time");
  return at;
}

const dayOf = (row: Row): string => text(row["date"] ?? row["journal_date"]);

/** `Status.All`, `AccountType.Active` and the like. */
function inState(row: Row, wanted: string, name: Name): boolean {
  const [, state = ""] = wanted.split(".");
  if (state === "All") return true;
  if (name === "chartofaccounts") return row["is_active"] === (state === "Active");
  return text(row["status"]).toLowerCase() === state.toLowerCase();
}

const filters: Readonly<Record<string, Test>> = {
  contact_name: equals("contact_name"),
  contact_type: equals("contact_type"),
  customer_id: equals("customer_id"),
  email: equals("email"),
  name: equals("name"),
  date_start: (row, wanted) => dayOf(row) >= wanted,
  date_end: (row, wanted) => dayOf(row) <= wanted,
  due_date_start: (row, wanted) => text(row["due_date"]) >= wanted,
  filter_by: inState,
  last_modified_time: (row, wanted) => Date.parse(text(row["last_modified_time"])) >= momentOf(wanted),
};

/** Only these lists have the filter in the vendor's description. */
const dated: readonly Name[] = ["invoices", "bills", "vendorcredits", "vendorpayments", "journals", "chartofaccounts"];

/** Without `filter_by`, inactive accounts are left out. */
const defaults: { readonly [List in Name]?: string } = { chartofaccounts: "AccountType.Active" };

function sorted(
  all: readonly Row[],
  { sort_column: column = "created_time", sort_order: order }: Query,
): readonly Row[] {
  const found = all.toSorted((left, right) => (text(left[column]) < text(right[column]) ? -1 : 1));
  return order === "D" ? found.toReversed() : found;
}

const paging = ["page", "per_page", "sort_column", "sort_order", "organization_id"];

function page(all: readonly Row[], { query, company }: RouteRequest<Name>, name: Name): Answer {
  if (query["last_modified_time"] !== undefined && !dated.includes(name))
    throw rules.invalidValue("last_modified_time");
  const conditions = { filter_by: defaults[name], ...query };
  const current = all.map((row) => upToDate(company, name, row));
  const found = current.filter((row) =>
    Object.entries(conditions).every(
      ([filter, value]) =>
        value === undefined || paging.includes(filter) || (filters[filter]?.(row, value, name) ?? true),
    ),
  );
  const number = wholeNumber(query["page"], 1);
  const size = wholeNumber(query["per_page"], 200, 200);
  const { rows: onPage, total } = byNumber(sorted(found, query), number, size);
  return {
    body: {
      code: 0,
      message: "success",
      [shapes[name].many]: onPage.map((row) => listed(name, row)),
      page_context: {
        page: number,
        per_page: size,
        has_more_page: number * size < total,
        report_name: shapes[name].many,
        sort_column: query["sort_column"] ?? "created_time",
        sort_order: query["sort_order"] ?? "D",
      },
    },
  };
}

/** A document becomes overdue as time passes. */
function upToDate(company: Books, name: Name, row: Row): Row {
  const kind = (rules.kinds as { readonly [List in Name]?: rules.DocumentKind })[name];
  return kind === undefined ? row : rules.restate(company, kind, row);
}

const single = (name: Name, row: Row): Row => ({ code: 0, message: "success", [shapes[name].one]: shown(row) });

const listOf = (name: Name): RecordedList<Name> => ({
  path: shapes[name].path,
  id: shapes[name].id,
  missing: () => rules.missing(name),
  show: (company, row) => single(name, upToDate(company, name, row)),
  removed: { body: { code: 0, message: `The ${shapes[name].label.toLowerCase()} has been deleted.` } },
});

const document = (name: rules.DocumentKind["name"]): RecordedList<Name> => ({
  ...listOf(name),
  create: (company, body, { query }) =>
    rules.makeDocument(company, rules.kinds[name], body, query["ignore_auto_number_generation"] === "true"),
  update: (company, row, body) => rules.changeDocument(company, rules.kinds[name], row, body),
  remove: (company, row) => {
    rules.checkRemovable(row);
    company.remove(name, row);
  },
});

const payment = (name: rules.Side): RecordedList<Name> => ({
  ...listOf(name),
  create: (company, body) => rules.makePayment(company, name, body),
  remove: (company, row) => rules.removePayment(company, name, row),
});

function itemOf(company: Books, body: Row, before: Row = {}): Row {
  const merged = { ...before, ...body };
  if (text(merged["name"]) === "") throw rules.invalidValue("name");
  if (merged["rate"] === undefined) throw rules.invalidValue("rate");
  const tax = text(merged["tax_id"]) === "" ? undefined : company.tables.taxes.get(merged["tax_id"]);
  if (text(merged["tax_id"]) !== "" && tax === undefined) throw rules.invalidValue("tax_id");
  for (const field of ["account_id", "purchase_account_id"])
    if (text(merged[field]) !== "" && !company.tables.chartofaccounts.has(merged[field]))
      throw rules.invalidValue(field);
  return { ...merged, item_name: merged["name"], tax_percentage: Number(tax?.["tax_percentage"] ?? 0) };
}

const accountTypes = /^(?:bank|cash|credit_card|equity|expense|income|stock|[a-z]+(?:_[a-z]+)+)$/;

const lists: Readonly<Partial<Record<Name, RecordedList<Name>>>> = {
  invoices: document("invoices"),
  creditnotes: document("creditnotes"),
  bills: document("bills"),
  vendorcredits: document("vendorcredits"),
  customerpayments: payment("customerpayments"),
  vendorpayments: payment("vendorpayments"),
  currencies: listOf("currencies"),
  bankaccounts: listOf("bankaccounts"),
  taxes: listOf("taxes"),
  contacts: {
    ...listOf("contacts"),
    create: (company, body) => rules.makeContact(company, body),
    update: (company, row, body) => rules.changeContact(company, row, body),
  },
  items: {
    ...listOf("items"),
    create: (company, body) =>
      blank("items", { item_id: company.newId(), status: "active", stock_on_hand: 0, ...itemOf(company, body) }),
    update: (company, row, body) => void Object.assign(row, itemOf(company, body, row)),
  },
  chartofaccounts: {
    ...listOf("chartofaccounts"),
    create: (company, body) => {
      if (text(body["account_name"]) === "") throw rules.invalidValue("account_name");
      if (!accountTypes.test(text(body["account_type"]))) throw rules.invalidValue("account_type");
      const currency = company.tables.currencies.find("is_base_currency", true) ?? {};
      const { currency_id, currency_code } = company.tables.currencies.get(body["currency_id"]) ?? currency;
      return blank("chartofaccounts", {
        account_id: company.newId(),
        is_active: true,
        ...body,
        currency_id,
        currency_code,
      });
    },
  },
  journals: {
    ...listOf("journals"),
    create: (company, body) => rules.makeJournal(company, body),
    remove: "plainly",
  },
};

const done = (message: string): Answer => ({ body: { code: 0, message } });

const found = (request: RouteRequest<Name>, name: Name, parameter = "id"): Row =>
  findOr(request, name, () => rules.missing(name), parameter);

const states = (name: rules.DocumentKind["name"], actions: Readonly<Record<string, string>>): readonly Route<Name>[] =>
  Object.entries(actions).map(([action, state]) =>
    post(`${shapes[name].path}/:id/status/${action}`, (request) => {
      rules.move(request.company, rules.kinds[name], found(request, name), state);
      return done(`The status of the ${shapes[name].label.toLowerCase()} has been changed.`);
    }),
  );

type CreditName = "creditnotes" | "vendorcredits";
const refundTables = { creditnotes: "creditnoterefunds", vendorcredits: "vendorcreditrefunds" } as const;

/** A row of the list of refunds has its amount in both currencies. */
const refundRow = (company: Books, name: CreditName, refund: Row): Row => {
  const credit = company.tables[name].get(refund[shapes[name].id]);
  const { from_account_id: _from, account_id: _account, ...rest } = refund;
  return {
    ...rest,
    [rules.kinds[name].number]: credit?.[rules.kinds[name].number],
    customer_name: credit?.["customer_name"] ?? credit?.["vendor_name"],
    amount_bcy: refund["amount"],
    amount_fcy: refund["amount"],
  };
};

const paged = (name: string, all: readonly Row[], { query }: RouteRequest<Name>): Answer => {
  const size = wholeNumber(query["per_page"], 200, 200);
  const number = wholeNumber(query["page"], 1);
  const { rows: onPage, total } = byNumber(all, number, size);
  const page_context = { page: number, per_page: size, has_more_page: number * size < total };
  return { body: { code: 0, message: "success", [name]: onPage, page_context } };
};

const refunds = (name: CreditName): readonly Route<Name>[] => {
  const table = refundTables[name];
  const { one, many } = shapes[table];
  const kind = rules.kinds[name];
  const ofCredit = (request: RouteRequest<Name>): Row[] => {
    const id = found(request, name)[shapes[name].id];
    return request.company.tables[table].where((refund) => refund[shapes[name].id] === id);
  };
  return [
    get(shapes[table].path, (request) =>
      paged(
        many,
        request.company.tables[table].all().map((refund) => refundRow(request.company, name, refund)),
        request,
      ),
    ),
    get(`${shapes[name].path}/:id/refunds`, (request) =>
      paged(
        many,
        ofCredit(request).map((refund) => refundRow(request.company, name, refund)),
        request,
      ),
    ),
    get(`${shapes[name].path}/:id/refunds/:refund`, (request) => ({
      body: { code: 0, message: "success", [one]: found(request, table, "refund") },
    })),
    post(`${shapes[name].path}/:id/refunds`, (request) => ({
      status: name === "creditnotes" ? 200 : 201,
      body: {
        code: 0,
        message: "The refund information has been saved.",
        [one]: rules.refundCredit(request.company, kind, found(request, name), request.body()),
      },
    })),
    del(`${shapes[name].path}/:id/refunds/:refund`, (request) => {
      rules.removeRefund(request.company, kind, found(request, table, "refund"));
      return done("The refund has been successfully deleted.");
    }),
  ];
};

const paymentRefunds: readonly Route<Name>[] = [
  get("customerpayments/:id/refunds", (request) => {
    const { payment_id: id } = found(request, "customerpayments");
    return paged(
      "payment_refunds",
      request.company.tables.paymentrefunds.where((refund) => refund["payment_id"] === id),
      request,
    );
  }),
  get("customerpayments/:id/refunds/:refund", (request) => ({
    body: { code: 0, message: "success", payment_refunds: [found(request, "paymentrefunds", "refund")] },
  })),
  post("customerpayments/:id/refunds", (request) => {
    const refund = rules.refundPayment(request.company, found(request, "customerpayments"), request.body());
    return {
      body: { code: 0, message: "The refund information for this payment has been saved.", payment_refunds: [refund] },
    };
  }),
  del("customerpayments/:id/refunds/:refund", (request) => {
    rules.removePaymentRefund(request.company, found(request, "paymentrefunds", "refund"));
    return done("The refund has been successfully deleted.");
  }),
];

/** Payments that name a document. */
const paymentsOf = (name: "invoices" | "bills", side: rules.Side): Route<Name> =>
  get(`${name}/:id/payments`, (request) => {
    const { id } = shapes[name];
    const wanted = found(request, name)[id];
    const all = request.company.tables[side].where((paid) => rows(paid[name]).some((part) => part[id] === wanted));
    return paged(
      "payments",
      all.map((paid) => ({
        payment_id: paid["payment_id"],
        [id]: wanted,
        payment_mode: paid["payment_mode"],
        payment_number: paid["payment_number"],
        date: paid["date"],
        amount: rows(paid[name]).find((part) => part[id] === wanted)?.["amount_applied"],
      })),
      request,
    );
  });

const settings: readonly Route<Name>[] = [
  get("transactionlocks", ({ company }) => {
    const until = text(company.facts["lockedUntil"]);
    const lock = {
      transaction_lock_id: "982000000567045",
      transaction_lock_status: "enabled",
      transaction_lock_date: until,
      lock_status: "locked",
      lock_scope: 0,
      lock_scope_formatted: "All",
    };
    return { body: { code: 0, message: "success", transaction_locks: until === "" ? [] : [lock] } };
  }),
  post("invoices/:id/writeoff", (request) => {
    rules.writeOff(request.company, found(request, "invoices"));
    return done("Invoice has been written off.");
  }),
  post("creditnotes/:id/invoices", (request) => {
    rules.useCredit(request.company, rules.kinds.creditnotes, found(request, "creditnotes"), request.body());
    return done("Credits have been applied to the invoice(s).");
  }),
  post("vendorcredits/:id/bills", (request) => {
    rules.useCredit(request.company, rules.kinds.vendorcredits, found(request, "vendorcredits"), request.body());
    return done("Credits have been applied to the bill(s).");
  }),
  // A line of a bank statement that becomes a payment is matched with it.
  post("banktransactions/uncategorized/:id/categorize/customerpayments", (request) => {
    const body = { ...request.body(), imported_transactions: [{ imported_transaction_id: request.params["id"] }] };
    const { company } = request;
    const row = company.add("customerpayments", rules.makePayment(company, "customerpayments", body));
    return { status: 201, body: single("customerpayments", row) };
  }),
  get("invoices/:id", (request) => {
    const row = found(request, "invoices");
    if (request.query["accept"] === "pdf")
      return { headers: { "content-type": "application/pdf" }, body: pdf(`Invoice ${text(row["invoice_number"])}`) };
    return { body: single("invoices", upToDate(request.company, "invoices", row)) };
  }),
];

/** Missing rights and dead tokens have the same reply (recorded). */
const forbidden = {
  status: 401,
  body: { code: 57, message: "You are not authorized to perform this operation" },
};

const organization = ({ id, facts }: Books): Row => ({
  organization_id: id,
  name: facts["name"],
  fiscal_year_start_month: 3,
  time_zone: "Europe/London",
  currency_code: "GBP",
  currency_symbol: "£",
  country: "United Kingdom",
  country_code: "gb",
  price_precision: 2,
  is_default_org: false,
  isOrgActive: true,
  is_org_active: true,
});

export const simulation = recorded<Name>({
  slug: "zoho-books",
  ...access,
  lists,
  recordings,
  rowsPerList: 0,
  page: (all, request, name) => page(all, request, name),
  update: "PUT",
  written: (_request, row, isNew, show) => ({ status: isNew ? 201 : 200, body: show(row) }),
  documentedRefusals: { forbidden },
  limitedUser: {
    isRefused: ({ url }) => /\/bills\b/.test(url),
    refused: forbidden,
  },
  companies: openBooks,
  company: ({ query }, companies) => companies.find(({ id }) => id === (query as Query)["organization_id"]),
  closeBooks: ({ facts }, until) => changeBriefly([facts], { lockedUntil: until }),
  tableOfList: Object.fromEntries(
    (
      [
        ["invoices", "invoices"],
        ["creditNotes", "creditnotes"],
        ["bills", "bills"],
        ["vendorCredits", "vendorcredits"],
        ["contacts", "contacts"],
        ["customers", "contacts"],
        ["suppliers", "contacts"],
        ["items", "items"],
        ["accounts", "chartofaccounts"],
        ["bankAccounts", "bankaccounts"],
        ["taxRates", "taxes"],
        ["journalEntries", "journals"],
      ] as const
    ).map(([list, table]) => [`${list}.list`, table]),
  ),
  screens: {
    save: ({ company, table, row }) => {
      // Lists of these have no time of change, so only other values show that a record was saved.
      if (table === "taxes") row["tax_name"] = `${text(row["tax_name"])}.`;
      if (table === "bankaccounts") row["bank_name"] = `${text(row["bank_name"])}.`;
      if (table === "journals") row["journal_date"] = dayLater(text(row["journal_date"]), 1);
      company.save(table, row);
    },
  },
  refused: (error) =>
    error instanceof SyntaxError
      ? { status: 400, body: { code: 1038, message: "JSON is not well formed" } }
      : undefined,
  routes: ({ companies }) => [
    get("organizations", () => ({
      body: { code: 0, message: "success", organizations: (companies as readonly Books[]).map(organization) },
    })),
    ...settings,
    ...refunds("creditnotes"),
    ...refunds("vendorcredits"),
    ...paymentRefunds,
    paymentsOf("invoices", "customerpayments"),
    paymentsOf("bills", "vendorpayments"),
    ...states("invoices", { sent: "posted", void: "void", draft: "draft" }),
    ...states("creditnotes", { open: "posted", void: "void", draft: "draft" }),
    ...states("bills", { open: "posted", void: "void" }),
    ...states("vendorcredits", { open: "posted", void: "void" }),
  ],
});
