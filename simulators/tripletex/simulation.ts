/** Tripletex's API 2, as in its description (2.72.00), its changelog up to 2.75.07 and its developer pages. */
import type { FastifyRequest } from "fastify";
import { pdf } from "../engine/files.ts";
import { findOr } from "../engine/resources.ts";
import { type Answer, type Ask, get, post, put, type Route } from "../engine/routes.ts";
import { type Row, row, sum, text } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import { openBooks } from "./books.ts";
import { show } from "./fields.ts";
import { list, listed, page } from "./lists.ts";
import { models, type Name } from "./models.ts";
import { invalid, need, notFound, refusals, refused } from "./refusals.ts";
import * as rules from "./rules.ts";
import { subscriptionRoutes } from "./webhooks.ts";

const credentials = { clientSecret: "simulated-tripletex-consumer", apiKey: "simulated-tripletex-employee" };

/** Basic authentication: the company, or 0 for the user's own, and the session token. */
function signedAs({ headers }: FastifyRequest): { readonly company: string; readonly token: string } {
  const [, encoded = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [company = "", token = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return { company: company || "0", token };
}

function found(ask: Ask<Name>, name: Name): Row {
  if (!/^\d+$/.test(ask.params["id"] ?? "")) throw refused(400, 12_000, "Invalid value for path parameter id.");
  return findOr(ask, name, notFound);
}

/** Replies to writes have only the ids of other records. */
const written = ({ company }: Ask<Name>, name: Name, record: Row, status = 200): Answer => {
  return { status, body: { value: show(company, name, record) } };
};

const reading = listed.flatMap((name): Route<Name>[] => [
  get(models[name].path, (ask) => list(ask, name)),
  get(`${models[name].path}/:id`, (ask) => {
    return { body: { value: show(ask.company, name, found(ask, name), ask.query["fields"]) } };
  }),
]);

/** `make` adds fields to a new record, or refuses it. */
const plain = (name: Name, make: (company: rules.Books, given: Row) => Row): Route<Name>[] => [
  post(models[name].path, (ask) => {
    const given = ask.body();
    const record = { ...make(ask.company, given), ...rules.taken(ask.company, name, given) };
    return written(ask, name, rules.add(ask.company, name, record), 201);
  }),
  put(`${models[name].path}/:id`, (ask) => {
    const changed = { ...found(ask, name), ...rules.taken(ask.company, name, ask.body()) };
    return written(ask, name, ask.company.save(name, changed));
  }),
];

function unused({ tables }: rules.Books, name: Name, given: Row): void {
  need(given, "name");
  const { number } = given;
  if (number && tables[name].find("number", number)) throw invalid("number", "Nummeret er i bruk.");
}

const trader = (name: "customer" | "supplier", first: number) =>
  plain(name, (company, given) => {
    need(given, "name");
    const number = company.next(`${name} number`, first);
    return { [`${name}Number`]: number, currency: 1, language: "NO", bankAccountPresentation: [] };
  });

const classes = ["", "ASSETS", "LIABILITIES", "OPERATING_REVENUES"];

const masters: Route<Name>[] = [
  ...trader("customer", 30_001),
  ...trader("supplier", 40_001),
  ...plain("product", (company, given) => {
    unused(company, "product", given);
    return { currency: 1, vatType: 3 };
  }),
  ...plain("contact", (_company, { firstName, lastName, email }) => {
    if (firstName || lastName || email) return {};
    throw invalid("email", "Fornavn, etternavn eller e-postadresse må angis.");
  }),
  ...plain("account", (company, given) => {
    unused(company, "account", given);
    const digits = text(given["number"]);
    const type = classes[Number(digits[0])] ?? "OPERATING_EXPENSES";
    return { ledgerType: "GENERAL", vatType: 0, numberPretty: digits, type, saftCode: digits.slice(0, 2) };
  }),
  ...plain("project", (company, given) => {
    need(given, "name", "startDate", "projectManager");
    return { number: text(company.next("project", 100)), currency: 1, vatType: 3 };
  }),
];

/** Creates all records or none. */
const made = (name: Name, make: (company: rules.Books, given: Row, ask: Ask<Name>) => Row): Route<Name> =>
  post(models[name].path, (ask) => {
    const record = ask.company.atOnce(() => make(ask.company, ask.body(), ask));
    return written(ask, name, record, 201);
  });

const file = (body: Buffer): Answer => ({ headers: { "content-type": "application/octet-stream" }, body });

const documents: Route<Name>[] = [
  made("voucher", (company, given, { query }) =>
    rules.bookFromOutside(company, given, query["sendToLedger"] !== "false"),
  ),
  made("order", rules.makeOrder),
  made("invoice", rules.makeInvoice),
  get("ledger/voucher/>externalVoucherNumber", (ask) => {
    const { externalVoucherNumber: wanted, fields } = ask.query;
    const all = ask.company.tables.voucher.where((one) => one["externalVoucherNumber"] === wanted);
    return page(ask, all, (one) => show(ask.company, "voucher", one, fields));
  }),
  get("invoice/:id/pdf", (ask) => file(pdf(`Faktura ${text(found(ask, "invoice")["invoiceNumber"])}`))),
  get("document/:id/content", (ask) => file(pdf(text(found(ask, "document")["fileName"])))),
  put("invoice/:id/::payment", (ask) => {
    const { company, query } = ask;
    need(query, "paymentDate", "paymentTypeId", "paidAmount");
    const way = company.tables.paymentType.get(query["paymentTypeId"]);
    if (way === undefined) throw invalid("paymentTypeId", "Den angitte betalingstypen må være en innbetaling.");
    const amount = Number(query["paidAmountCurrency"] ?? query["paidAmount"]);
    const paying = { date: query["paymentDate"], amount, account: way["debitAccount"] };
    return written(ask, "invoice", rules.pay(company, "invoice", found(ask, "invoice"), paying));
  }),
  post("supplierInvoice/:id/::addPayment", (ask) => {
    const { company, query } = ask;
    need(query, "paymentType");
    const bill = found(ask, "supplierInvoice");
    const amount = Number(query["amount"] ?? bill["outstandingAmount"]);
    const paying = { date: query["paymentDate"], amount, account: rules.accountOf(company, 1920) };
    return written(ask, "supplierInvoice", rules.pay(company, "supplierInvoice", bill, paying), 201);
  }),
  get("balanceSheet", balanceSheet),
];

/** Earlier results are part of the equity. Accounts without postings are left out. */
function balanceSheet(ask: Ask<Name>): Answer {
  const { company, query } = ask;
  const { tables } = company;
  need(query, "dateFrom", "dateTo");
  const { dateFrom: from = "", dateTo: to = "", accountNumberFrom: first = 0, accountNumberTo: last = 100_000 } = query;
  const isPosted = (voucher: unknown) => Number(tables.voucher.get(voucher)?.["number"]) > 0;
  const amounts = ({ id }: Row, since: string, until: string) =>
    tables.posting
      .where((one) => one["account"] === id && text(one["date"]) >= since && text(one["date"]) < until)
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
  return page(ask, all, ({ account, ...balances }) => {
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
  get("company/>withLoginAccess", (ask) =>
    page(ask, companies.slice(1), ({ id, facts: { name } }) => ({ id: Number(id), name })),
  ),
];

const headers = { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "98", "x-rate-limit-reset": "1" };

export const simulation = simulate<Name>({
  slug: "tripletex",
  base: "/tripletex.no/v2",
  companies: openBooks,
  refusals: () => refusals,
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
  routes: (context) => [...people(context), ...reading, ...masters, ...documents, ...subscriptionRoutes(context)],
  admit: () => () => ({ headers }),
});

/** A session ends when its expiration date begins. */
const midnightOf = ({ expirationDate }: Ask["query"]): number => Date.parse(`${expirationDate}T00:00:00Z`);
