/** restapi.e-conomic.com, as its schemas and the vendor's introduction describe it. */
import { type Answer, del, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { only, type Row, row, sum, text, without } from "../engine/values.ts";
import { asPdf, hosted, older } from "./lists.ts";
import { invalid, notFound } from "./refusals.ts";
import {
  bookInvoice,
  check,
  isWithin,
  type Kind,
  makeDocument,
  makeVoucher,
  recipientFields,
  salesAccountOf,
  yearOf,
} from "./rules.ts";
import { type Books, coded, modelOf, type Name, names, shown, site, taken } from "./shapes.ts";

type Show = (company: Books, row: Row) => Row;

/** The record with its URL. */
const plain =
  (table: Name, folder = modelOf(table).path): Show =>
  (company, record) => ({ ...shown(company, record), self: `${site}/${folder}/${coded(record[modelOf(table).key])}` });

const always = (_row: Row): boolean => true;

function found({ company, params }: RouteRequest<Name>, table: Name, is = always): Row {
  const record = company.tables[table].get(params["id"]);
  if (record === undefined || !is(record)) throw notFound();
  return record;
}

const all = ({ company }: RouteRequest<Name>, table: Name, show: Show, is = always): Row[] =>
  company.tables[table].where(is).map((record) => show(company, record));

const reading = names.flatMap((table): Route<Name>[] => {
  const { path, fields } = modelOf(table);
  const show = plain(table);
  if (path === "" || path.includes("api/")) return [];
  return [
    get(path, (request) => older(request, all(request, table, show), fields)),
    get(`${path}/:id`, (request) => ({ body: show(request.company, found(request, table)) })),
  ];
});

const bodyOf = (request: RouteRequest<Name>): Row => taken(request.body());

/** Read-only fields. */
const computed = ["balance", "dueAmount", "inventory", "lastUpdated"];

/** PUT replaces the whole record. */
function writing(table: Name, required: string, first: number, otherwise: Row = {}): Route<Name>[] {
  const { key, path } = modelOf(table);
  const show = plain(table);
  const checked = (request: RouteRequest<Name>, before: Row = {}): Row => {
    const body = bodyOf(request);
    check(request.company, body, [], ...required.split(" "));
    return { ...otherwise, ...without(body, computed), ...only(before, [key, ...computed]) };
  };
  return [
    post(path, (request) => {
      const body = checked(request);
      body[key] ??= request.company.next(table, first);
      if (request.company.tables[table].has(body[key])) throw invalid(key)("The number is in use.", "E04500");
      return { status: 201, body: show(request.company, request.company.add(table, body)) };
    }),
    put(`${path}/:id`, (request) => {
      const body = checked(request, found(request, table));
      return { body: show(request.company, request.company.save(table, body)) };
    }),
  ];
}

const masters: Route<Name>[] = [
  get("self", ({ company: { facts } }) => ({
    body: {
      agreementNumber: 4_711_001,
      userName: "SIGNE",
      user: { loginId: "SIGNE", name: "Signe Holm" },
      company: { name: facts["name"] },
      settings: { baseCurrency: "DKK" },
      self: `${site}/self`,
    },
  })),
  ...writing("customers", "currency customerGroup name paymentTerms vatZone", 101),
  ...writing("suppliers", "currency supplierGroup name paymentTerms vatZone", 501, { layout: 19 }),
  ...writing("products", "productNumber name productGroup", 0),
  ...writing("terms", "name paymentTermsType", 5),
  get("product-groups/:id/sales-accounts", (request) => {
    const { company } = request;
    const { productGroupNumber } = found(request, "productGroups");
    const accounts = company.tables.vatZones.where(always).map((zone) => {
      const account = row(company.tables.accounts.get(salesAccountOf(productGroupNumber, zone["vatZoneNumber"])));
      const { number: accountNumber, name, vatCode: vatAccount } = account;
      const salesAccount = shown(company, { accountNumber, name, ...(vatAccount !== undefined && { vatAccount }) });
      return { salesAccount, vatZone: plain("vatZones")(company, zone) };
    });
    return older(request, accounts, []);
  }),
  get("customers/:id/templates/invoice", (request) => {
    const { currency, paymentTerms, customerNumber: customer, ...customerFields } = found(request, "customers");
    const recipient = only(customerFields, recipientFields);
    const date = request.company.today();
    return { body: shown(request.company, { date, dueDate: date, currency, customer, recipient, paymentTerms }) };
  }),
];

/** Lists have no lines. */
const document =
  (folder: string, table: Name, isListed: boolean): Show =>
  (company, record) => {
    const listed = isListed ? ["lines", "layout"] : [];
    const sent = /sent|archived/.test(folder) ? ["layout"] : [];
    const archived = folder.endsWith("/archived") ? ["lastUpdated"] : [];
    const representation = plain(table, folder)(
      company,
      without(record, ["folder", "version", ...listed, ...sent, ...archived]),
    );
    return { ...representation, pdf: { download: `${text(representation["self"])}/pdf` } };
  };

const listing = (path: string, folder: string, table: Name, is: typeof always): Route<Name> =>
  get(path, (request) => older(request, all(request, table, document(folder, table, true), is), modelOf(table).fields));

const documents = (folder: string, table: Name, is = always): Route<Name>[] => [
  listing(folder, folder, table, is),
  get(`${folder}/:id`, (request) => ({
    body: document(folder, table, false)(request.company, found(request, table, is)),
  })),
  get(`${folder}/:id/pdf`, (request) => asPdf(`${folder} ${text(found(request, table, is)[modelOf(table).key])}`)),
];

const written = ({ company }: RouteRequest<Name>, folder: string, table: Name, record: Row): Answer => ({
  status: 201,
  body: document(folder, table, true)(company, record),
});
const made = (folder: string, kind: Kind): Route<Name> =>
  post(folder, (request) => written(request, folder, kind, makeDocument(request.company, kind, bodyOf(request))));

const trade = (name: "quotes" | "orders"): Route<Name>[] => [
  ...["drafts", "sent", "archived"].flatMap((folder) =>
    documents(`${name}/${folder}`, name, (record) => record["folder"] === folder),
  ),
  made(`${name}/drafts`, name),
];

const open = ({ remainder }: Row): boolean => Number(remainder) !== 0;
const late = (record: Row): boolean => open(record) && text(record["dueDate"]) < new Date().toISOString().slice(0, 10);

/** Views of booked invoices. */
const view = (name: string, is: typeof always): Route<Name> =>
  listing(`invoices/${name}`, "invoices/booked", "booked", is);

const papers: Route<Name>[] = [
  ...documents("invoices/drafts", "drafts"),
  ...documents("invoices/booked", "booked"),
  view("paid", (record) => !open(record)),
  view("unpaid", open),
  view("overdue", late),
  ...trade("quotes"),
  ...trade("orders"),
  made("invoices/drafts", "drafts"),
  put("invoices/drafts/:id", (request) => {
    const changed = { ...bodyOf(request), ...only(found(request, "drafts"), ["draftInvoiceNumber"]) };
    return {
      ...written(request, "invoices/drafts", "drafts", makeDocument(request.company, "drafts", changed)),
      status: 200,
    };
  }),
  del("invoices/drafts/:id", (request) => {
    request.company.remove("drafts", found(request, "drafts"));
    return { status: 204 };
  }),
  post("invoices/booked", (request) => {
    const { draftInvoice, bookWithNumber } = request.body();
    const draft = request.company.tables.drafts.get(row(draftInvoice)["draftInvoiceNumber"]);
    if (draft === undefined) throw invalid("draftInvoice", "draftInvoiceNumber")("There is no such draft.", "E06000");
    if (request.company.tables.booked.has(bookWithNumber)) throw invalid("bookWithNumber")("The number is in use.");
    if (yearOf(request.company, draft)?.["closed"] === true) throw invalid("date")("The accounting year is closed.");
    const invoice = request.company.atOnce(() => bookInvoice(request.company, draft, bookWithNumber));
    return written(request, "invoices/booked", "booked", invoice);
  }),
];

const numberOf = ({ accountingYear, voucherNumber }: Row) => `${text(accountingYear)}-${text(voucherNumber)}`;

/** The draft entries with one voucher number. */
function voucherOf({ company }: RouteRequest<Name>, entries: readonly Row[]): Row {
  const { accountingYear, journal, voucherNumber } = row(entries[0]);
  const bare = entries.map((entry) => without(entry, ["accountingYear", "voucherNumber"]));
  const lists = Object.groupBy(bare, ({ entryType }) => `${text(entryType)}s`);
  return {
    ...shown(company, { voucherNumber, journal, accountingYear, entries: lists }),
    self: `${site}/journals/${text(journal)}/vouchers/${coded(numberOf({ accountingYear, voucherNumber }))}`,
  };
}

const ledger: Route<Name>[] = [
  get("accounting-years/:id/entries", (request) => {
    const year = found(request, "years");
    const entries = all(request, "entries", plain("entries", "entries"), (entry) => isWithin(year, entry));
    return older(request, entries, ["date", "voucherNumber", "entryNumber", "entryType"]);
  }),
  get("accounting-years/:id/totals", (request) => {
    const { year, fromDate, toDate } = found(request, "years");
    const entries = request.company.tables.entries.where((entry) => isWithin({ fromDate, toDate }, entry));
    const byAccount = Map.groupBy(entries, ({ account }) => Number(account));
    const totals = [...byAccount].map(([account, group]) => ({
      ...shown(request.company, { account, fromDate, toDate }),
      totalInBaseCurrency: sum(group.map((entry) => entry["amountInBaseCurrency"])).toNumber(),
      self: `${site}/accounts/${account}/accounting-years/${coded(year)}/totals`,
    }));
    return older(request, totals, []);
  }),
  post("journals/:id/vouchers", (request) => {
    found(request, "journals");
    // The reply is a list, although one voucher was sent.
    const voucher = voucherOf(request, makeVoucher(request.company, Number(request.params["id"]), bodyOf(request)));
    return { status: 201, body: [without(voucher, ["self"])] };
  }),
  get("journals/:id/vouchers/:key", (request) => {
    const { id, key } = request.params;
    const entries = request.company.tables.waiting.where(
      (entry) => text(entry["journal"]) === id && numberOf(entry) === key,
    );
    if (entries.length === 0) throw notFound();
    return { body: voucherOf(request, entries) };
  }),
];

export const olderRoutes = (): Route<Name>[] =>
  hosted("restapi.e-conomic.com", [...reading, ...masters, ...papers, ...ledger]);
