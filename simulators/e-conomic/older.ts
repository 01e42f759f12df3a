/** restapi.e-conomic.com, as its schemas and the vendor's introduction describe it. */
import { type Answer, type Ask, get, post, put, type Route } from "../engine/routes.ts";
import { only, type Row, row, sum, text, without } from "../engine/values.ts";
import { asPdf, hosted, older } from "./lists.ts";
import { invalid, notFound } from "./refusals.ts";
import { bookInvoice, check, isWithin, type Kind, makeDocument, makeVoucher, recipientFields } from "./rules.ts";
import { type Books, coded, modelOf, type Name, names, shown, site, taken } from "./shapes.ts";

type Show = (company: Books, row: Row) => Row;

/** The record with its URL. */
const plain =
  (table: Name, folder = modelOf(table).path): Show =>
  (company, kept) => ({ ...shown(company, kept), self: `${site}/${folder}/${coded(kept[modelOf(table).key])}` });

const always = (_row: Row): boolean => true;

function found({ company, params }: Ask<Name>, table: Name, is = always): Row {
  const kept = company.tables[table].get(params["id"]);
  if (kept === undefined || !is(kept)) throw notFound();
  return kept;
}

const all = ({ company }: Ask<Name>, table: Name, show: Show, is = always): Row[] =>
  company.tables[table].where(is).map((kept) => show(company, kept));

const reading = names.flatMap((table): Route<Name>[] => {
  const { path, fields } = modelOf(table);
  const show = plain(table);
  if (path === "" || path.includes("api/")) return [];
  return [
    get(path, (ask) => older(ask, all(ask, table, show), fields)),
    get(`${path}/:id`, (ask) => ({ body: show(ask.company, found(ask, table)) })),
  ];
});

const given = (ask: Ask<Name>): Row => taken(ask.body());

/** Read-only fields. */
const told = ["balance", "dueAmount", "inventory", "lastUpdated"];

/** PUT replaces the whole record. */
function writing(table: Name, required: string, first: number, otherwise: Row = {}): Route<Name>[] {
  const { key, path } = modelOf(table);
  const show = plain(table);
  const checked = (ask: Ask<Name>, before: Row = {}): Row => {
    const body = given(ask);
    check(ask.company, body, [], ...required.split(" "));
    return { ...otherwise, ...without(body, told), ...only(before, [key, ...told]) };
  };
  return [
    post(path, (ask) => {
      const body = checked(ask);
      body[key] ??= ask.company.next(table, first);
      if (ask.company.tables[table].has(body[key])) throw invalid(key)("The number is in use.", "E04500");
      return { status: 201, body: show(ask.company, ask.company.add(table, body)) };
    }),
    put(`${path}/:id`, (ask) => {
      const body = checked(ask, found(ask, table));
      return { body: show(ask.company, ask.company.save(table, body)) };
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
  get("customers/:id/templates/invoice", (ask) => {
    const { currency, paymentTerms, customerNumber: customer, ...kept } = found(ask, "customers");
    const recipient = only(kept, recipientFields);
    const date = ask.company.today();
    return { body: shown(ask.company, { date, dueDate: date, currency, customer, recipient, paymentTerms }) };
  }),
];

/** Lists have no lines. */
const document =
  (folder: string, table: Name, isListed: boolean): Show =>
  (company, kept) => {
    const listed = isListed ? ["lines", "layout"] : [];
    const sent = /sent|archived/.test(folder) ? ["layout"] : [];
    const archived = folder.endsWith("/archived") ? ["lastUpdated"] : [];
    const told = plain(table, folder)(company, without(kept, ["folder", "version", ...listed, ...sent, ...archived]));
    return { ...told, pdf: { download: `${text(told["self"])}/pdf` } };
  };

const listing = (path: string, folder: string, table: Name, is: typeof always): Route<Name> =>
  get(path, (ask) => older(ask, all(ask, table, document(folder, table, true), is), modelOf(table).fields));

const documents = (folder: string, table: Name, is = always): Route<Name>[] => [
  listing(folder, folder, table, is),
  get(`${folder}/:id`, (ask) => ({ body: document(folder, table, false)(ask.company, found(ask, table, is)) })),
  get(`${folder}/:id/pdf`, (ask) => asPdf(`${folder} ${text(found(ask, table, is)[modelOf(table).key])}`)),
];

const written = ({ company }: Ask<Name>, folder: string, table: Name, kept: Row): Answer => ({
  status: 201,
  body: document(folder, table, true)(company, kept),
});
const made = (folder: string, kind: Kind): Route<Name> =>
  post(folder, (ask) => written(ask, folder, kind, makeDocument(ask.company, kind, given(ask))));

const trade = (name: "quotes" | "orders"): Route<Name>[] => [
  ...["drafts", "sent", "archived"].flatMap((folder) =>
    documents(`${name}/${folder}`, name, (kept) => kept["folder"] === folder),
  ),
  made(`${name}/drafts`, name),
];

const open = ({ remainder }: Row): boolean => Number(remainder) !== 0;
const late = (kept: Row): boolean => open(kept) && text(kept["dueDate"]) < new Date().toISOString().slice(0, 10);

/** Views of booked invoices. */
const view = (name: string, is: typeof always): Route<Name> =>
  listing(`invoices/${name}`, "invoices/booked", "booked", is);

const papers: Route<Name>[] = [
  ...documents("invoices/drafts", "drafts"),
  ...documents("invoices/booked", "booked"),
  view("paid", (kept) => !open(kept)),
  view("unpaid", open),
  view("overdue", late),
  ...trade("quotes"),
  ...trade("orders"),
  made("invoices/drafts", "drafts"),
  put("invoices/drafts/:id", (ask) => {
    const changed = { ...given(ask), ...only(found(ask, "drafts"), ["draftInvoiceNumber"]) };
    return { ...written(ask, "invoices/drafts", "drafts", makeDocument(ask.company, "drafts", changed)), status: 200 };
  }),
  post("invoices/booked", (ask) => {
    const { draftInvoice, bookWithNumber } = ask.body();
    const draft = ask.company.tables.drafts.get(row(draftInvoice)["draftInvoiceNumber"]);
    if (draft === undefined) throw invalid("draftInvoice", "draftInvoiceNumber")("There is no such draft.", "E06000");
    if (ask.company.tables.booked.has(bookWithNumber)) throw invalid("bookWithNumber")("The number is in use.");
    const invoice = ask.company.atOnce(() => bookInvoice(ask.company, draft, bookWithNumber));
    return written(ask, "invoices/booked", "booked", invoice);
  }),
];

const numberOf = ({ accountingYear, voucherNumber }: Row) => `${text(accountingYear)}-${text(voucherNumber)}`;

/** The draft entries with one voucher number. */
function voucherOf({ company }: Ask<Name>, entries: readonly Row[]): Row {
  const { accountingYear, journal, voucherNumber } = row(entries[0]);
  const bare = entries.map((entry) => without(entry, ["accountingYear", "voucherNumber"]));
  const lists = Object.groupBy(bare, ({ entryType }) => `${text(entryType)}s`);
  return {
    ...shown(company, { voucherNumber, journal, accountingYear, entries: lists }),
    self: `${site}/journals/${text(journal)}/vouchers/${coded(numberOf({ accountingYear, voucherNumber }))}`,
  };
}

const ledger: Route<Name>[] = [
  get("accounting-years/:id/entries", (ask) => {
    const year = found(ask, "years");
    const entries = all(ask, "entries", plain("entries", "entries"), (entry) => isWithin(year, entry));
    return older(ask, entries, ["date", "voucherNumber", "entryNumber", "entryType"]);
  }),
  get("accounting-years/:id/totals", (ask) => {
    const { year, fromDate, toDate } = found(ask, "years");
    const entries = ask.company.tables.entries.where((entry) => isWithin({ fromDate, toDate }, entry));
    const byAccount = Map.groupBy(entries, ({ account }) => Number(account));
    const totals = [...byAccount].map(([account, some]) => ({
      ...shown(ask.company, { account, fromDate, toDate }),
      totalInBaseCurrency: sum(some.map((entry) => entry["amountInBaseCurrency"])).toNumber(),
      self: `${site}/accounts/${account}/accounting-years/${coded(year)}/totals`,
    }));
    return older(ask, totals, []);
  }),
  post("journals/:id/vouchers", (ask) => {
    found(ask, "journals");
    // The reply is a list, although one voucher was sent.
    const kept = voucherOf(ask, makeVoucher(ask.company, Number(ask.params["id"]), given(ask)));
    return { status: 201, body: [without(kept, ["self"])] };
  }),
  get("journals/:id/vouchers/:key", (ask) => {
    const { id, key } = ask.params;
    const kept = ask.company.tables.waiting.where((entry) => text(entry["journal"]) === id && numberOf(entry) === key);
    if (kept.length === 0) throw notFound();
    return { body: voucherOf(ask, kept) };
  }),
];

export const olderRoutes = (): Route<Name>[] =>
  hosted("restapi.e-conomic.com", [...reading, ...masters, ...papers, ...ledger]);
