/** Dolibarr 20.0's REST API, as in its source code: what it lists, creates, changes, numbers and refuses. */
import { type RecordedList, recorded, type Show } from "../engine/recorded.ts";
import { findOr } from "../engine/resources.ts";
import {
  type Answer,
  del,
  get,
  post,
  put,
  type Query,
  type Refusal,
  type Route,
  type RouteRequest,
} from "../engine/routes.ts";
import { big, type Row, rows, text, without } from "../engine/values.ts";
import { access } from "./access.ts";
import { openBooks } from "./books.ts";
import { fileRoutes } from "./files.ts";
import { find } from "./query.ts";
import { paths, recordings } from "./recordings.ts";
import { documentedRefusals, limitedUser, refused } from "./refusals.ts";
import * as rules from "./rules.ts";
import { type Books, known, type Name, paidOf, totalsOf } from "./shapes.ts";
import { dayAt } from "./zone.ts";

/** The name of a record in "not found" messages. A missing supplier invoice is refused as forbidden. */
const called: Readonly<Partial<Record<Name, string>>> = {
  thirdparties: "Thirdparty",
  contacts: "Contact",
  products: "Product",
  invoices: "Invoice",
  orders: "Order",
  proposals: "Commercial Proposal",
  supplierorders: "Supplier order",
  projects: "Project",
  bankaccounts: "account",
};

const missing = (table: Name, { params: { id = "" } }: RouteRequest<Name>): Refusal => {
  if (!/^\d+$/.test(id)) return refused(400, "Invalid value specified for `id`. Expecting integer value");
  if (table === "supplierinvoices") return refused(403, "Access not allowed for login robot");
  return refused(404, `${called[table] ?? "Record"} not found`);
};

const found = (request: RouteRequest<Name>, table: Name): Row => findOr(request, table, () => missing(table, request));

const shown = (company: Books, table: Name, row: Row): Row =>
  recordings.laidOver(table, known[table]?.(company, row) ?? row);

const modes: Readonly<Record<string, (row: Row) => boolean>> = {
  "1": ({ client }) => client === 1 || client === 3,
  "2": ({ client }) => client === 2 || client === 3,
  "3": ({ client }) => client === 0,
  "4": ({ fournisseur }) => Number(fournisseur) === 1,
};

const dictionaryPage = (all: readonly Row[], { limit = "100", page: number = "0" }: Query): Answer => ({
  body: all.slice(Number(number) * Number(limit), (Number(number) + 1) * Number(limit)),
});

/** Lists of invoices do not say by what they were paid (recorded list of 20.0.1). */
const inList = (table: Name, shownRow: unknown): unknown =>
  table === "invoices" ? without({ ...(shownRow as Row), totalcreditnotes: null }, ["totalpaid"]) : shownRow;

/** Two lists answer 404 if they are empty, and only one has a total. */
function page(rowsOfList: readonly Row[], { query }: RouteRequest<Name>, table: Name, show: Show): Answer {
  if (known[table] === undefined) return dictionaryPage(rowsOfList, query);
  const socids = query["thirdparty_ids"]?.split(",");
  const all = rowsOfList
    .filter((row) => socids === undefined || socids.includes(text(row["fk_soc"])))
    .filter((row) => table !== "thirdparties" || (modes[query["mode"] ?? ""]?.(row) ?? true));
  const { rows: onPage, total } = find(all, query, table === "products" ? "t.ref" : "t.rowid");
  const data = onPage.map((row) => inList(table, show(row)));
  if (data.length === 0 && table === "thirdparties") throw refused(404, "Thirdparties not found");
  if (data.length === 0 && table === "contacts") throw refused(404, "Contacts not found");
  if (table !== "products" || query["pagination_data"] !== "true") return { body: data };
  const { limit = 100, page: number = 0 } = query;
  const pagination = {
    total,
    page: Number(number),
    page_count: Math.ceil(total / Number(limit)),
    limit: Number(limit),
  };
  return { body: { data, pagination } };
}

const success = (message: string): Answer => ({ body: { success: { code: 200, message } } });
const bare = (id: unknown): Answer => ({ body: Number(id) });

const listed = (table: keyof typeof paths): RecordedList<Name> => ({
  ...paths[table],
  known: (company, row) => known[table]?.(company, row) ?? row,
  missing: (request) => missing(table, request),
});

type Making = (company: Books, body: Row, before?: Row) => Row;
const master = (table: keyof typeof paths, make: Making): RecordedList<Name> => ({
  ...listed(table),
  create: (company, body) => ({ id: rules.nextId(company, table), ...make(company, body) }),
  update: (company, row, body) => void Object.assign(row, make(company, body, row)),
});

const document = (table: Exclude<rules.Document, "supplierorders">): RecordedList<Name> => ({
  ...listed(table),
  create: (company, body) => rules.make(company, table, rules.requireKinds(table, body)),
});

const lists: Readonly<Partial<Record<Name, RecordedList<Name>>>> = {
  thirdparties: master("thirdparties", rules.party),
  contacts: master("contacts", (_company, { socid: fk_soc, ...body }) => ({ ...body, fk_soc })),
  products: master("products", rules.product),
  projects: master("projects", rules.project),
  invoices: document("invoices"),
  supplierinvoices: document("supplierinvoices"),
  proposals: document("proposals"),
  orders: document("orders"),
  supplierorders: listed("supplierorders"),
  bankaccounts: listed("bankaccounts"),
  terms: paths.terms,
  paymentTypes: paths.paymentTypes,
  units: paths.units,
};

const documents = (["invoices", "supplierinvoices", "proposals", "orders"] as const).flatMap((table): Route<Name>[] => [
  post(`${table}/:id/validate`, (request) => {
    if (table === "proposals" && request.body()["notrigger"] === undefined)
      throw refused(400, "Invalid value specified for `notrigger`. Expecting integer value");
    const row = rules.validate(request.company, table, found(request, table));
    if (table === "supplierinvoices") return success(`Invoice validated (Ref=${text(row["ref"])})`);
    return { body: shown(request.company, table, row) };
  }),
  del(`${table}/:id`, (request) => {
    const row = found(request, table);
    // Supplier invoices are deleted in every state.
    const isKept = Number(row["fk_statut"]) !== 0 && table !== "supplierinvoices";
    if (isKept) throw refused(500, "Error when deleting invoice");
    request.company.remove(table, row);
    return success("Invoice deleted");
  }),
]);

const payments = (table: "invoices" | "supplierinvoices"): Route<Name> =>
  get(`${table}/:id/payments`, (request) => {
    const { payments: money, credits } = found(request, table);
    return { body: [...rows(money), ...rows(credits)] };
  });

const settling: Route<Name>[] = [
  payments("invoices"),
  payments("supplierinvoices"),
  post("invoices/paymentsdistributed", (request) => {
    const { arrayofamounts, datepaye, paymentid, accountid, ref_ext, accepthigherpayment } = request.body();
    if (!accountid) throw refused(400, "Account ID is mandatory");
    const [[id, wanted] = ["", {}]] = Object.entries(arrayofamounts as Record<string, Row>);
    const invoice = request.company.tables.invoices.get(id);
    if (invoice === undefined) throw refused(404, `Invoice ID ${id} not found`);
    const foreign = big(wanted["multicurrency_amount"] || 0).div(big(invoice["multicurrency_tx"]));
    const amount = big(wanted["amount"] || foreign).round(2);
    const left = big(totalsOf(rows(invoice["lines"]))["total_ttc"]).minus(paidOf(invoice));
    if (amount.gt(left) && accepthigherpayment !== true)
      throw refused(400, `Payment amount on invoice ID ${id} is higher than remain to pay (${left.toFixed()})`);
    // Payments of credit notes are stored with the opposite sign.
    const money = Number(invoice["type"]) === 2 ? amount.times(-1) : amount;
    const more = { ref_ext, fk_bank_line: "9" };
    const paying = { amount: money, date: rules.paidAt(datepaye), mode: paymentid, more };
    return bare(rules.pay(request.company, "invoices", invoice, paying));
  }),
  post("invoices/:id/settopaid", (request) => {
    const { close_code = null } = request.body();
    const invoice = found(request, "invoices");
    const paye = close_code === null ? "1" : "0";
    const saved = request.company.save("invoices", Object.assign(invoice, { fk_statut: 2, paye, close_code }));
    return { body: shown(request.company, "invoices", saved) };
  }),
  // The credit note counts as paid, and is available for other invoices as a discount with the same id.
  post("invoices/:id/markAsCreditAvailable", (request) => {
    const credit = found(request, "invoices");
    if (credit["paye"] === "1") throw refused(500, "Alreay paid");
    const saved = request.company.save("invoices", Object.assign(credit, { fk_statut: 2, paye: "1" }));
    return { body: shown(request.company, "invoices", saved) };
  }),
  get("invoices/:id/discount", (request) => {
    const { id, lines } = found(request, "invoices");
    const amount_ttc = big(totalsOf(rows(lines))["total_ttc"])
      .abs()
      .toFixed(8);
    return { body: { id: text(id), fk_facture_source: text(id), description: "(CREDIT_NOTE)", amount_ttc } };
  }),
  post("invoices/:id/usecreditnote/:discount", (request) => {
    const invoice = found(request, "invoices");
    const credit = request.company.tables.invoices.get(request.params["discount"]);
    if (credit === undefined) throw refused(404, "Discount not found");
    const amount = big(totalsOf(rows(credit["lines"]))["total_ttc"])
      .abs()
      .toFixed(8);
    const used = {
      amount,
      type: "(CREDIT_NOTE)",
      date: rules.paidAt(request.company.now() / 1000),
      num: "0",
      ref: credit["ref"],
    };
    request.company.save("invoices", Object.assign(invoice, { credits: [...rows(invoice["credits"]), used] }));
    return bare(1);
  }),
  post("supplierinvoices/:id/payments", (request) => {
    const { amount, datepaye, payment_mode_id: mode, accountid, num_payment: num } = request.body();
    if (!accountid) throw refused(400, "Bank account ID is mandatory");
    const bill = found(request, "supplierinvoices");
    // With the module for foreign currencies, which this company uses, the total is paid instead of the amount.
    const total = big(totalsOf(rows(bill["lines"]))["total_ttc"]).abs();
    if (!(Number(amount) > 0)) throw refused(400, "Payment error");
    const paying = { amount: total, date: rules.paidAt(datepaye), mode, more: { num } };
    return bare(rules.pay(request.company, "supplierinvoices", bill, paying));
  }),
];

const suppliers: Route<Name>[] = [
  put("supplierinvoices/:id", (request) => {
    const { date, date_echeance: due, socid: fk_soc, label: libelle, ref_supplier } = request.body();
    const draft = { fk_soc, libelle, ref_supplier, datef: dayAt(date), date_lim_reglement: dayAt(due) };
    const filled = Object.fromEntries(Object.entries(draft).filter(([, value]) => (value ?? null) !== null));
    const saved = request.company.save("supplierinvoices", Object.assign(found(request, "supplierinvoices"), filled));
    return { body: shown(request.company, "supplierinvoices", saved) };
  }),
  del("supplierinvoices/:id/lines/:line", (request) => {
    const bill = found(request, "supplierinvoices");
    const lines = rows(bill["lines"]).filter(({ id }) => text(id) !== request.params["line"]);
    request.company.save("supplierinvoices", Object.assign(bill, { lines }));
    return success(`line ${request.params["line"]} deleted`);
  }),
  post("supplierinvoices/:id/lines", (request) => {
    const bill = found(request, "supplierinvoices");
    const line = rules.lineOf(request.company, "supplierinvoices", bill, rules.addedLine(request.body()));
    request.company.save("supplierinvoices", Object.assign(bill, { lines: [...rows(bill["lines"]), line] }));
    return bare(line["id"]);
  }),
];

const setup: Route<Name>[] = [
  get("multicurrencies", () => ({ body: [{ id: "1", name: "Euros (€)", code: "EUR" }] })),
  get("status", () => ({ body: { success: { code: 200, dolibarr_version: "20.0.1", access_locked: "0" } } })),
  get("setup/dictionary/countries/byCode/:code", ({ company, params }) => {
    const country = company.tables.countries.find("code", params["code"]);
    if (country === undefined) throw refused(404, "Country not found");
    return { body: country };
  }),
];

const columns = [
  ..."JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef".split(" "),
  ..."PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise NumFacture".split(" "),
];
const compact = (day: unknown): string => text(day).replaceAll("-", "");
const comma = (value: unknown): string => big(value).toFixed(2).replace(".", ",");

/** The ledger for the French tax authority: a file, not JSON. */
function exportData({ company, query }: RouteRequest<Name>): Answer {
  const { period, date_min: from = "", date_max: to = "9999", format, alreadyexport } = query;
  if (period !== "custom") throw refused(404, "Accountancy export period not found");
  if (format !== "1000") throw refused(404, "Accountancy export format not found");
  // Rows that were exported before are left out by default, and here all were.
  const all = alreadyexport === "1" ? company.tables.postings.all() : [];
  const wanted = all.filter(({ doc_date: day }) => text(day) >= from && text(day) <= to);
  const lines = wanted.map((row) => [
    row["code_journal"],
    row["journal_label"],
    row["piece_num"],
    compact(row["doc_date"]),
    row["numero_compte"],
    row["label_compte"],
    row["subledger_account"],
    "",
    row["doc_ref"],
    compact(row["doc_date"]),
    row["label_operation"],
    comma(row["debit"]),
    comma(row["credit"]),
    "",
    "",
    compact(row["date_validation"]),
  ]);
  const file = [columns, ...lines].map((cells) => `${cells.join("\t")}\r\n`).join("");
  return { headers: { "content-type": "text/tab-separated-values" }, body: Buffer.from(file) };
}

export const simulation = recorded<Name>({
  slug: "dolibarr",
  ...access,
  lists,
  recordings,
  page,
  written: (_request, row, isNew, show) => (isNew ? bare(row["id"]) : { body: show(row) }),
  update: "PUT",
  documentedRefusals,
  limitedUser,
  companies: openBooks,
  routes: () => [
    ...setup,
    ...fileRoutes,
    get("accountancy/exportdata", exportData),
    ...settling,
    ...documents,
    ...suppliers,
  ],
});
