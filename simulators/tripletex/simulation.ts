/** Tripletex's API 2, as in its description (2.72.00), its changelog up to 2.75.07 and its developer pages. */
import type { FastifyRequest } from "fastify";
import { pdf } from "../engine/files.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, get, post, put, type Route, type RouteRequest } from "../engine/routes.ts";
import { type Row, row, sum, text } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { show } from "./fields.ts";
import { list, listed, page } from "./lists.ts";
import { models, type Name } from "./models.ts";
import { invalid, limitedUser, need, notFound, refusals, refused, secondLanguage } from "./refusals.ts";
import * as rules from "./rules.ts";
import { subscriptionRoutes } from "./webhooks.ts";

const credentials = { clientSecret: "simulated-tripletex-consumer", apiKey: "simulated-tripletex-employee" };

/** Basic authentication: the company, or 0 for the user's own, and the session token. */
function signedAs({ headers }: FastifyRequest): { readonly company: string; readonly token: string } {
  const [, encoded = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [company = "", token = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return { company: company || "0", token };
}

function found(request: RouteRequest<Name>, name: Name): Row {
  if (!/^\d+$/.test(request.params["id"] ?? "")) throw refused(400, 12_000, "Invalid value for path parameter id.");
  return findOr(request, name, notFound);
}

/** Replies to writes have only the ids of other records. */
const written = ({ company }: RouteRequest<Name>, name: Name, record: Row, status = 200): Answer => {
  return { status, body: { value: show(company, name, record) } };
};

const reading = listed.flatMap((name): Route<Name>[] => [
  get(models[name].path, (request) => list(request, name)),
  get(`${models[name].path}/:id`, (request) => {
    return { body: { value: show(request.company, name, found(request, name), request.query["fields"]) } };
  }),
]);

/** `make` adds fields to a new record, or refuses it. */
const plain = (name: Name, make: (company: rules.Books, body: Row) => Row): Route<Name>[] => [
  post(models[name].path, (request) => {
    const body = request.body();
    const record = { ...make(request.company, body), ...rules.taken(request.company, name, body) };
    return written(request, name, rules.add(request.company, name, record), 201);
  }),
  put(`${models[name].path}/:id`, (request) => {
    const changed = { ...found(request, name), ...rules.taken(request.company, name, request.body()) };
    return written(request, name, request.company.save(name, changed));
  }),
];

function unused({ tables }: rules.Books, name: Name, body: Row): void {
  need(body, "name");
  const { number } = body;
  if (number && tables[name].find("number", number)) throw invalid("number", "Nummeret er i bruk.");
}

const trader = (name: "customer" | "supplier", first: number) =>
  plain(name, (company, body) => {
    need(body, "name");
    const number = company.next(`${name} number`, first);
    const term = name === "customer" && { invoicesDueIn: 14, invoicesDueInType: "DAYS" };
    return { [`${name}Number`]: number, currency: 1, language: "NO", bankAccountPresentation: [], ...term };
  });

const classes = ["", "ASSETS", "LIABILITIES", "OPERATING_REVENUES"];

const masters: Route<Name>[] = [
  ...trader("customer", 30_001),
  ...trader("supplier", 40_001),
  ...plain("product", (company, body) => {
    unused(company, "product", body);
    return { currency: 1, vatType: 3 };
  }),
  ...plain("contact", (_company, { firstName, lastName, email }) => {
    if (firstName || lastName || email) return {};
    throw invalid("email", "Fornavn, etternavn eller e-postadresse må angis.");
  }),
  ...plain("account", (company, body) => {
    unused(company, "account", body);
    const digits = text(body["number"]);
    const type = classes[Number(digits[0])] ?? "OPERATING_EXPENSES";
    return { ledgerType: "GENERAL", vatType: 0, numberPretty: digits, type, saftCode: digits.slice(0, 2) };
  }),
  ...plain("project", (company, body) => {
    need(body, "name", "startDate", "projectManager");
    return { number: text(company.next("project", 100)), currency: 1, vatType: 3 };
  }),
];

/** Creates all records or none. */
const made = (name: Name, make: (company: rules.Books, body: Row, request: RouteRequest<Name>) => Row): Route<Name> =>
  post(models[name].path, (request) => {
    const record = request.company.atOnce(() => make(request.company, request.body(), request));
    return written(request, name, record, 201);
  });

const file = (body: Buffer): Answer => ({ headers: { "content-type": "application/octet-stream" }, body });

const documents: Route<Name>[] = [
  made("voucher", (company, body, { query }) =>
    rules.bookFromOutside(company, body, query["sendToLedger"] !== "false"),
  ),
  made("order", rules.makeOrder),
  made("invoice", rules.makeInvoice),
  get("ledger/voucher/>externalVoucherNumber", (request) => {
    const { externalVoucherNumber: wanted, fields } = request.query;
    const all = request.company.tables.voucher.where((voucher) => voucher["externalVoucherNumber"] === wanted);
    return page(request, all, (voucher) => show(request.company, "voucher", voucher, fields));
  }),
  get("invoice/:id/pdf", (request) => file(pdf(`Faktura ${text(found(request, "invoice")["invoiceNumber"])}`))),
  get("document/:id/content", (request) => file(pdf(text(found(request, "document")["fileName"])))),
  put("invoice/:id/::payment", (request) => {
    const { company, query } = request;
    need(query, "paymentDate", "paymentTypeId", "paidAmount");
    const way = company.tables.paymentType.get(query["paymentTypeId"]);
    if (way === undefined) throw invalid("paymentTypeId", "Den angitte betalingstypen må være en innbetaling.");
    const amount = Number(query["paidAmountCurrency"] ?? query["paidAmount"]);
    const paying = { date: query["paymentDate"], amount, account: way["debitAccount"] };
    return written(request, "invoice", rules.pay(company, "invoice", found(request, "invoice"), paying));
  }),
  put("invoice/:id/::createCreditNote", (request) => {
    const { company, query } = request;
    need(query, "date");
    return written(request, "invoice", rules.credit(company, found(request, "invoice"), query["date"]));
  }),
  get("currency/:id/exchangeRate", (request) => {
    const { query } = request;
    need(query, "amount", "date");
    return { body: { value: Number(query["amount"]) * rules.rateOf(found(request, "currency")["id"]) } };
  }),
  post("supplierInvoice/:id/::addPayment", (request) => {
    const { company, query } = request;
    need(query, "paymentType");
    const bill = found(request, "supplierInvoice");
    const amount = Number(query["amount"] ?? bill["outstandingAmount"]);
    const paying = { date: query["paymentDate"], amount, account: rules.accountOf(company, 1920) };
    return written(request, "supplierInvoice", rules.pay(company, "supplierInvoice", bill, paying), 201);
  }),
  get("balanceSheet", balanceSheet),
];

/** Earlier results are part of the equity. Accounts without postings are left out. */
function balanceSheet(request: RouteRequest<Name>): Answer {
  const { company, query } = request;
  const { tables } = company;
  need(query, "dateFrom", "dateTo");
  const { dateFrom: from = "", dateTo: to = "", accountNumberFrom: first = 0, accountNumberTo: last = 100_000 } = query;
  const isPosted = (voucher: unknown) => Number(tables.voucher.get(voucher)?.["number"]) > 0;
  const amounts = ({ id }: Row, since: string, until: string) =>
    tables.posting
      .where((posting) => posting["account"] === id && text(posting["date"]) >= since && text(posting["date"]) < until)
      .flatMap(({ voucher, amount }) => (isPosted(voucher) ? [Number(amount)] : []));
  const before = (account: Row) => amounts(account, "0000", from);
  const isResult = ({ number }: Row) => Number(number) >= 3000;
  const all = tables.account.all().flatMap((account) => {
    const number = Number(account["number"]);
    const earned = number === 2050 ? tables.account.where(isResult).flatMap(before) : [];
    const balanceIn = sum([...earned, ...(isResult(account) ? [] : before(account))]).toNumber();
    const balanceChange = sum(amounts(account, from, to)).toNumber();
    if (number < Number(first) || number >= Number(last) || (balanceIn === 0 && balanceChange === 0)) return [];
    return [{ account, balanceIn, balanceChange, balanceOut: sum([balanceIn, balanceChange]).toNumber() }];
  });
  const below = /account\(([^)]*)\)/.exec(query["fields"] ?? "")?.[1] ?? "id,url";
  return page(request, all, ({ account, ...balances }) => {
    return { ...balances, account: show(company, "account", account, below), startDate: from, endDate: to };
  });
}

/** The accountant's company is 0; clients have their ids. */
const people = ({ companies }: VendorContext<Name>): Route<Name>[] => [
  get("token/session/>whoAmI", ({ company: { facts, tables } }) => {
    const { firstName, lastName } = row(tables.employee.get(1));
    const user = { employeeId: 1, companyId: 4_711_001, employee: { firstName, lastName }, language: "no" };
    return { body: { value: { ...user, company: { name: facts["name"] } } } };
  }),
  get("company/>withLoginAccess", (request) =>
    page(request, companies.slice(1), ({ id, facts: { name } }) => ({ id: Number(id), name })),
  ),
];

const headers = { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "98", "x-rate-limit-reset": "1" };

export const simulation = simulate<Name>({
  slug: "tripletex",
  base: "/tripletex.no/v2",
  companies: openBooks,
  refusals: () => refusals,
  limitedUser,
  acts: { receiveBill: (company, details) => void rules.receiveBill(company, details) },
  secondLanguage,
  session: {
    credentials,
    start: ["PUT", "token/session/::create"],
    tokenIn: (request) => signedAs(request).token,
    isRight: ({ query, world }) => {
      need(query, "consumerToken", "employeeToken", "expirationDate");
      if (query["consumerToken"] !== credentials.clientSecret || query["employeeToken"] !== credentials.apiKey)
        throw refused(422, 15_000, "Invalid value: The token is not valid.");
      if (midnightOf(query) > world.now()) return true;
      throw invalid("expirationDate", "Utløpsdato må være etter dagens dato.");
    },
    ends: ({ query }) => midnightOf(query),
    answer: (token, { query: { expirationDate } }) => ({ value: { id: 1, version: 0, token, expirationDate } }),
  },
  company: (request, companies) => companies.find(({ id }) => id === signedAs(request).company),
  subscriptionTable: "subscription",
  routes: (context) => [...people(context), ...reading, ...masters, ...documents, ...subscriptionRoutes(context)],
  admit: () => () => ({ headers }),
});

/** A session ends when its expiration date begins. */
const midnightOf = ({ expirationDate }: RouteRequest["query"]): number => Date.parse(`${expirationDate}T00:00:00Z`);
