/** restapi.e-conomic.com, as its schemas and the vendor's introduction have it. */
import { findOr } from "../engine/resources.ts";
import { type Ask, get, post, put, type Route } from "../engine/routes.ts";
import { only, type Row, row, sum, text, without } from "../engine/values.ts";
import { makeVoucher } from "./bookings.ts";
import { asPdf, type Marks, older, withKeys } from "./lists.ts";
import { invalid, notFound } from "./refusals.ts";
import { bookInvoice, type Kind, known, makeDocument, need, within } from "./rules.ts";
import { type Books, coded, keys, type Name, shown, site, taken } from "./shapes.ts";

type Show = (company: Books, row: Row) => Row;

/** With its own address. */
const plain =
  (folder: string, table: Name): Show =>
  (company, kept) => ({ ...(shown(company, kept) as Row), self: `${site}/${folder}/${coded(kept[keys[table]])}` });

const found = (ask: Ask<Name>, table: Name, parameter?: string): Row => findOr(ask, table, notFound, parameter);

const all = ({ company }: Ask<Name>, table: Name, show: Show, is = (_row: Row): boolean => true): Row[] =>
  company.tables[table].where(is).map((kept) => show(company, kept));

const reading = (folder: string, table: Name, marks: Marks = {}, show: Show = plain(folder, table)): Route<Name>[] => [
  get(folder, (ask) => older(ask, all(ask, table, show), marks)),
  get(`${folder}/:id`, (ask) => ({ body: show(ask.company, found(ask, table)) })),
];

const given = (ask: Ask<Name>): Row => taken(ask.body()) as Row;

interface Making {
  readonly required: string;
  readonly links: Readonly<Record<string, Name>>;
  /** The number of a new one, where nobody gave it. */
  readonly number: (company: Books) => unknown;
  /** What nobody may write. */
  readonly told?: readonly string[];
  /** What it is where nobody says. */
  readonly otherwise?: Row;
}

/** PUT takes the place of all there was, and makes what there is not. */
function writing(folder: string, table: Name, making: Making): Route<Name>[] {
  const [key, show] = [keys[table], plain(folder, table)];
  const told = ["lastUpdated", ...(making.told ?? [])];
  const checked = (ask: Ask<Name>): Row => {
    const body = given(ask);
    need(body, ...making.required.split(" "));
    known(ask.company, body, making.links);
    return { ...making.otherwise, ...without(body, told) };
  };
  return [
    post(folder, (ask) => {
      const body = checked(ask);
      const own = body[key] ?? making.number(ask.company);
      if (ask.company.tables[table].has(own)) throw invalid(key)("The number is in use.", "E04500");
      return { status: 201, body: show(ask.company, ask.company.add(table, { ...body, [key]: own })) };
    }),
    put(`${folder}/:id`, (ask) => {
      const before = ask.company.tables[table].get(ask.params["id"]);
      const body = { ...only(before ?? {}, told), ...checked(ask), [key]: before?.[key] ?? making.number(ask.company) };
      return { body: show(ask.company, ask.company.save(table, body)) };
    }),
  ];
}

const docMarks: Marks = {
  filterable: ["date", "currency", "lastUpdated", "customer.customerNumber", "references.other"],
  sortable: ["date", "currency"],
};

/** Lists have no lines. */
const document =
  (folder: string, table: Name, isListed: boolean): Show =>
  (company, kept) => {
    const left = [...(isListed ? ["lines", "layout"] : []), ...(/sent|archived/.test(folder) ? ["layout"] : [])];
    const { self, ...rest } = plain(folder, table)(company, without(kept, ["folder", "version", ...left]));
    const terms = row(company.tables.terms.get(kept["paymentTerms"]));
    const about = only(terms, ["daysOfCredit", "name", "paymentTermsType"]);
    const told = folder.endsWith("/archived") ? without(rest, ["lastUpdated"]) : rest;
    const paymentTerms = { ...row(rest["paymentTerms"]), ...about };
    return { ...told, paymentTerms, pdf: { download: `${text(self)}/pdf` }, self };
  };

function documents(folder: string, table: Name, is: (row: Row) => boolean = () => true): Route<Name>[] {
  const one = (ask: Ask<Name>): Row => {
    const kept = found(ask, table);
    if (!is(kept)) throw notFound();
    return kept;
  };
  return [
    get(folder, (ask) => older(ask, all(ask, table, document(folder, table, true), is), docMarks)),
    get(`${folder}/:id`, (ask) => ({ body: document(folder, table, false)(ask.company, one(ask)) })),
    get(`${folder}/:id/pdf`, (ask) => asPdf(`${folder} ${text(one(ask)[keys[table]])}`)),
  ];
}

const made = (folder: string, kind: Kind): Route<Name> =>
  post(folder, (ask) => {
    const kept = ask.company.atOnce(() => makeDocument(ask.company, kind, given(ask)));
    return { status: 201, body: document(folder, kind, true)(ask.company, kept) };
  });

const open = ({ remainder }: Row): boolean => Number(remainder) !== 0;
const late = (kept: Row): boolean => open(kept) && text(kept["dueDate"]) < new Date().toISOString().slice(0, 10);

/** Views of what is booked. */
const view = (name: string, is: (row: Row) => boolean): Route<Name> =>
  get(`invoices/${name}`, (ask) => older(ask, all(ask, "booked", viewed, is), docMarks));
const viewed: Show = (company, kept) =>
  without(document("invoices/booked", "booked", true)(company, kept), ["exchangeRate", "grossAmountInBaseCurrency"]);

const invoices: Route<Name>[] = [
  ...documents("invoices/drafts", "drafts"),
  ...documents("invoices/booked", "booked"),
  ...[view("paid", (kept) => !open(kept)), view("unpaid", open), view("overdue", late)],
  made("invoices/drafts", "drafts"),
  put("invoices/drafts/:id", (ask) => {
    const before = found(ask, "drafts");
    const { draftInvoiceNumber } = before;
    const kept = ask.company.atOnce(() => {
      ask.company.remove("drafts", before);
      return makeDocument(ask.company, "drafts", { ...given(ask), draftInvoiceNumber });
    });
    return { body: document("invoices/drafts", "drafts", true)(ask.company, kept) };
  }),
  post("invoices/booked", (ask) => {
    const { draftInvoice, bookWithNumber, sendBy = "none" } = ask.body();
    const draft = ask.company.tables.drafts.get(row(draftInvoice)["draftInvoiceNumber"]);
    if (draft === undefined) throw invalid("draftInvoice", "draftInvoiceNumber")("There is no such draft.", "E06000");
    if (!["none", "EAN", "Email"].includes(text(sendBy))) throw invalid("sendBy")("Value is not allowed.");
    if (ask.company.tables.booked.has(bookWithNumber)) throw invalid("bookWithNumber")("The number is in use.");
    const invoice = ask.company.atOnce(() => bookInvoice(ask.company, draft, bookWithNumber));
    return { status: 201, body: document("invoices/booked", "booked", true)(ask.company, invoice) };
  }),
];

const entryMarks: Marks = {
  filterable: ["date", "voucherNumber", "entryNumber", "entryType"],
  sortable: ["voucherNumber", "entryNumber", "date"],
};

const ledger: Route<Name>[] = [
  get("accounting-years/:year/entries", (ask) => {
    const isIn = within(found(ask, "years", "year"));
    return older(ask, all(ask, "entries", plain("entries", "entries"), isIn), entryMarks);
  }),
  get("accounting-years/:year/totals", (ask) => {
    const kept = found(ask, "years", "year");
    const { year, fromDate, toDate } = kept;
    const byAccount = Map.groupBy(ask.company.tables.entries.where(within(kept)), ({ account }) => Number(account));
    const totals = [...byAccount].map(([account, some]) => ({
      ...(shown(ask.company, { account, fromDate, toDate }) as Row),
      totalInBaseCurrency: sum(some.map((entry) => entry["amountInBaseCurrency"])).toNumber(),
      self: `${site}/accounts/${account}/accounting-years/${coded(year)}/totals`,
    }));
    return older(ask, totals, {});
  }),
];

/** What waits under one number. */
function voucherOf({ company }: Ask<Name>, entries: readonly Row[]): Row {
  const { year, journal, voucherNumber } = entries[0] ?? {};
  const bare = entries.map((entry) => without(entry, ["year", "voucherNumber"]));
  const lists = Object.groupBy(bare, ({ entryType }) => `${text(entryType)}s`);
  return {
    ...(shown(company, { voucherNumber, journal, entries: lists }) as Row),
    accountingYear: { year, self: `${site}/accounting-years/${coded(year)}` },
    self: `${site}/journals/${text(journal)}/vouchers/${coded(year)}-${text(voucherNumber)}`,
  };
}

const named = (...fields: readonly string[]): Marks => ({ filterable: fields, sortable: fields });

const journals: Route<Name>[] = [
  ...reading("journals", "journals", named("name", "journalNumber")),
  post("journals/:id/vouchers", (ask) => {
    found(ask, "journals");
    // A list, although one was sent.
    const kept = voucherOf(ask, makeVoucher(ask.company, Number(ask.params["id"]), given(ask)));
    return { status: 201, body: [without(kept, ["self"])] };
  }),
  get("journals/:id/vouchers/:key", (ask) => {
    const { id, key } = ask.params;
    const kept = ask.company.tables.waiting.where(
      ({ journal, year, voucherNumber }) => text(journal) === id && `${text(year)}-${text(voucherNumber)}` === key,
    );
    if (kept.length === 0) throw notFound();
    return { body: voucherOf(ask, kept) };
  }),
];

const masters: Route<Name>[] = [
  ...reading("customers", "customers", named("name", "customerNumber", "lastUpdated", "currency", "email", "city")),
  ...writing("customers", "customers", {
    required: "currency customerGroup name paymentTerms vatZone",
    links: { customerGroup: "customerGroups", paymentTerms: "terms", vatZone: "vatZones", layout: "layouts" },
    number: (company) => company.next("customer", 101),
    told: ["balance", "dueAmount"],
  }),
  get("customers/:id/templates/invoice", (ask) => {
    const kept = found(ask, "customers");
    const { currency, paymentTerms, customerNumber: customer } = kept;
    const recipient = only(kept, ["name", "address", "zip", "city", "country", "vatZone"]);
    const date = ask.company.today();
    return { body: shown(ask.company, { date, dueDate: date, currency, customer, recipient, paymentTerms }) };
  }),
  ...reading("suppliers", "suppliers", { filterable: ["name", "supplierNumber", "barred", "currency", "city", "zip"] }),
  ...writing("suppliers", "suppliers", {
    required: "currency supplierGroup name paymentTerms vatZone",
    links: { supplierGroup: "supplierGroups", paymentTerms: "terms", vatZone: "vatZones" },
    number: (company) => company.next("supplier", 501),
    otherwise: { layout: 19 },
  }),
  ...reading("products", "products", named("productNumber", "name", "lastUpdated", "barred", "salesPrice")),
  ...writing("products", "products", {
    required: "productNumber name productGroup",
    links: { productGroup: "productGroups", unit: "units" },
    number: () => "",
    told: ["inventory"],
  }),
  ...reading("payment-terms", "terms"),
  ...writing("payment-terms", "terms", {
    ...{ required: "name paymentTermsType", links: {}, number: (company) => company.tables.terms.size + 1 },
  }),
  ...reading("units", "units"),
  ...reading("vat-accounts", "vatAccounts", {}, (company, { vatTypeNumber, ...kept }) => {
    const name = ["", "Salgsmoms", "Købsmoms", "Moms af varekøb i udlandet"][Number(vatTypeNumber)];
    const vatType = { vatTypeNumber, name, self: `${site}/vat-types/${text(vatTypeNumber)}` };
    return { ...plain("vat-accounts", "vatAccounts")(company, kept), vatType };
  }),
  ...reading("departments", "departments", named("departmentNumber", "name")),
  ...reading("layouts", "layouts"),
  ...reading("vat-zones", "vatZones"),
  ...reading("customer-groups", "customerGroups", named("name", "customerGroupNumber")),
  ...reading("product-groups", "productGroups"),
  ...reading("accounting-years", "years", named("fromDate", "toDate", "year", "closed")),
];

const trade = (name: "quotes" | "orders"): Route<Name>[] => [
  ...["drafts", "sent", "archived"].flatMap((folder) =>
    documents(`${name}/${folder}`, name, (kept) => kept["folder"] === folder),
  ),
  made(`${name}/drafts`, name),
];

const self = get<Name>("self", ({ company: { facts } }) => ({
  body: {
    ...{ agreementNumber: 4_711_001, userName: "SIGNE", user: { loginId: "SIGNE", name: "Signe Holm" } },
    ...{ company: { name: facts["name"] }, settings: { baseCurrency: "DKK" }, self: `${site}/self` },
  },
}));

export const olderRoutes = (): Route<Name>[] =>
  withKeys([self, ...masters, ...invoices, ...trade("quotes"), ...trade("orders"), ...journals, ...ledger]);
