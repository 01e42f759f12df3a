/** Tripletex's API 2, as its own description (2.72.00), its changelog up to 2.75.07 and the pages of its developers have it. */
import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { pdf } from "../engine/files.ts";
import type { Ask, Route } from "../engine/routes.ts";
import { type Row, row, sum, text } from "../engine/values.ts";
import { type Office, simulate } from "../engine/vendor.ts";
import type { Simulation, World } from "../simulation.ts";
import { openBooks, postingsOf } from "./books.ts";
import { show } from "./fields.ts";
import { list, lists, page } from "./lists.ts";
import { models, type Name, names } from "./models.ts";
import { invalid, need, notFound, refusals, refused } from "./refusals.ts";
import * as rules from "./rules.ts";
import { subscriptionRoutes } from "./webhooks.ts";

const consumerToken = "simulated-tripletex-consumer-token";
const employeeToken = "simulated-tripletex-employee-token";

/** Session tokens end at midnight of the day that was asked for. */
function openTokens(world: World) {
  const tokens = new Map<string, number>();
  return {
    make: ({ query }: Ask<Name>) => {
      need(query, "consumerToken", "employeeToken", "expirationDate");
      if (query["consumerToken"] !== consumerToken || query["employeeToken"] !== employeeToken)
        throw refused(422, 15_000, "Invalid value: The token is not valid.");
      const end = Date.parse(`${query["expirationDate"]}T00:00:00Z`);
      if (!(end > world.now()))
        throw invalid({ field: "expirationDate", message: "Utløpsdato må være etter dagens dato." });
      const token = Buffer.from(`${randomUUID()}${randomUUID()}`).toString("base64url");
      tokens.set(token, end);
      return { body: { value: { id: tokens.size, version: 0, token, expirationDate: query["expirationDate"] } } };
    },
    admits: (token: string): boolean => (tokens.get(token) ?? 0) > world.now(),
    end: () => tokens.clear(),
  };
}

/** Basic: the company, or 0 for one's own, and the session token. */
const signedAs = ({ headers }: FastifyRequest): readonly [company: string, token: string] => {
  const [, encoded = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [company = "", token = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return [company === "" ? "0" : company, token];
};

const paths = Object.fromEntries(names.map((name) => [name, models[name].path])) as Record<Name, string>;

function found({ company, params }: Ask<Name>, name: Name, parameter = "id"): Row {
  const id = params[parameter] ?? "";
  if (!/^\d+$/.test(id)) throw refused(400, 12_000, `Invalid value for path parameter ${parameter}.`);
  const record = company.tables[name].get(id);
  if (record === undefined) throw notFound();
  return record;
}

/** Replies to writes show other records by their ids only. */
const written = ({ company }: Ask<Name>, name: Name, record: Row, status = 200) => ({
  status,
  body: { value: show(company, name, record) },
});

const readable = names.filter((name) => lists[name] !== undefined);
const reading = readable.flatMap((name): Route<Name>[] => [
  ["GET", paths[name], (ask) => list(ask, name, lists[name] ?? {})],
  ["GET", `${paths[name]}/:id`, (ask) => ({ body: { value: show(ask.company, name, found(ask, name), ask.query["fields"]) } })],
]);

/** What needs a name at least, and no thinking. */
const plain = (name: Name, make: (company: rules.Books, given: Row) => Row): Route<Name>[] => [
  [
    "POST",
    paths[name],
    (ask) => written(ask, name, rules.add(ask.company, name, make(ask.company, ask.body())), 201),
  ],
  [
    "PUT",
    `${paths[name]}/:id`,
    (ask) => {
      const before = found(ask, name);
      return written(ask, name, ask.company.save(name, { ...before, ...rules.taken(ask.company, name, ask.body()) }));
    },
  ],
];

const named = (name: Name, also: Row = {}) => (company: rules.Books, given: Row): Row => {
  need(given, "name");
  return { ...also, ...rules.taken(company, name, given) };
};

const numbered = (name: "customer" | "supplier") => (company: rules.Books, given: Row): Row => ({
  [`${name}Number`]: company.next(`${name} number`, name === "customer" ? 30_001 : 40_001),
  ...named(name, { currency: 1, language: "NO", bankAccountPresentation: [] })(company, given),
});

const typeOf = (number: number): string =>
  number < 2000 ? "ASSETS" : number < 2100 ? "EQUITY" : number < 3000 ? "LIABILITIES" : number < 4000 ? "OPERATING_REVENUES" : "OPERATING_EXPENSES";

const masters: Route<Name>[] = [
  ...plain("customer", numbered("customer")),
  ...plain("supplier", numbered("supplier")),
  ...plain("product", (company, given) => {
    const product = named("product", { currency: 1, vatType: 3 })(company, given);
    if (company.tables.product.find("number", product["number"]) && text(product["number"]) !== "")
      throw invalid({ field: "number", message: "Produktnummeret er i bruk." });
    return product;
  }),
  ...plain("contact", (company, given) => {
    const { firstName, lastName, email } = given;
    const message = "Fornavn, etternavn eller e-postadresse må angis.";
    if (!firstName && !lastName && !email) throw invalid({ field: "email", message });
    return rules.taken(company, "contact", given);
  }),
  ...plain("account", (company, given) => {
    const { number, ...account } = named("account", { ledgerType: "GENERAL", vatType: 0 })(company, given);
    if (company.tables.account.find("number", number)) throw invalid({ field: "number", message: "Nummeret er i bruk." });
    return { ...account, number, numberPretty: text(number), type: typeOf(Number(number)), saftCode: text(number).slice(0, 2) };
  }),
  ...plain("project", (company, given) => {
    need(given, "name", "startDate", "projectManager");
    return { number: text(company.next("project", 100)), currency: 1, vatType: 3, ...rules.taken(company, "project", given) };
  }),
];

function documents({ postman: _postman }: Office<Name>): Route<Name>[] {
  return [
    ["POST", "ledger/voucher", (ask) => written(ask, "voucher", rules.bookFromOutside(ask.company, ask.body(), ask.query["sendToLedger"] !== "false"), 201)],
    [
      "GET",
      "ledger/voucher/>externalVoucherNumber",
      (ask) => {
        const { company, query } = ask;
        const all = company.tables.voucher.where((one) => one["externalVoucherNumber"] === query["externalVoucherNumber"]);
        return page(ask, all, (one) => show(company, "voucher", one, query["fields"]));
      },
    ],
    ["POST", "order", (ask) => written(ask, "order", ask.company.atOnce(() => rules.makeOrder(ask.company, ask.body())), 201)],
    ["POST", "invoice", (ask) => written(ask, "invoice", ask.company.atOnce(() => rules.makeInvoice(ask.company, ask.body())), 201)],
    ["GET", "invoice/:id/pdf", (ask) => file("application/pdf", pdf(`Faktura ${text(found(ask, "invoice")["invoiceNumber"])}`))],
    [
      "GET",
      "document/:id/content",
      (ask) => {
        const { fileName, mimeType } = found(ask, "document");
        return file(text(mimeType), text(mimeType) === "application/pdf" ? pdf(text(fileName)) : Buffer.from("<Invoice/>"));
      },
    ],
    ["PUT", "invoice/:id/::payment", payInvoice],
    ["POST", "supplierInvoice/:id/::addPayment", payBill],
    ["PUT", "invoice/:id/::createCreditNote", (ask) => written(ask, "invoice", rules.credit(ask.company, found(ask, "invoice"), ask.query["date"]))],
    ["GET", "balanceSheet", balanceSheet],
  ];
}

const file = (type: string, body: Buffer) => ({ headers: { "content-type": type }, body });

function payInvoice(ask: Ask<Name>) {
  const { company, query } = ask;
  need(query, "paymentDate", "paymentTypeId", "paidAmount");
  const way = company.tables.paymentType.get(query["paymentTypeId"]);
  if (way === undefined)
    throw invalid({ field: "paymentTypeId", message: "Den angitte betalingstypen må være en innbetaling." });
  const amount = Number(query["paidAmountCurrency"] ?? query["paidAmount"]);
  const paid = rules.pay(company, found(ask, "invoice"), { date: query["paymentDate"], amount, account: way["debitAccount"] });
  return written(ask, "invoice", paid);
}

function payBill(ask: Ask<Name>) {
  const { company, query } = ask;
  need(query, "paymentType");
  const bill = found(ask, "supplierInvoice");
  const amount = Number(query["amount"] ?? bill["outstandingAmount"]);
  const account = rules.accountOf(company, 1920);
  return written(ask, "supplierInvoice", rules.payBill(company, bill, { date: query["paymentDate"], amount, account }), 201);
}

/** Accounts that nothing ever happened on are left out. */
function balanceSheet(ask: Ask<Name>) {
  const { company, query } = ask;
  need(query, "dateFrom", "dateTo");
  const [from, to] = [query["dateFrom"] ?? "", query["dateTo"] ?? ""];
  const [first, last] = [Number(query["accountNumberFrom"] ?? 0), Number(query["accountNumberTo"] ?? 100_000)];
  const all = company.tables.account
    .where(({ number }) => Number(number) >= first && Number(number) < last)
    .map((account) => {
      const [before, during] = [["0000", from], [from, to]].map(([start = "", end = ""]) =>
        sum(postingsOf(company, account["id"], start, end)),
      );
      return { account, balanceIn: before?.toNumber() ?? 0, balanceChange: during?.toNumber() ?? 0 };
    })
    .filter(({ balanceIn, balanceChange }) => balanceIn !== 0 || balanceChange !== 0)
    .toSorted((one, other) => Number(one.account["number"]) - Number(other.account["number"]));
  const below = /account\(([^)]*)\)/.exec(query["fields"] ?? "")?.[1] ?? "id,url";
  return page(ask, all, ({ account, balanceIn, balanceChange }) => ({
    ...{ account: show(company, "account", account, below), balanceIn, balanceChange },
    ...{ balanceOut: sum([balanceIn, balanceChange]).toNumber(), startDate: from, endDate: to },
  }));
}

/** The accountant's own company is 0; clients come with their ids. */
function sessions({ companies }: Office<Name>): Route<Name>[] {
  return [
    [
      "GET",
      "token/session/>whoAmI",
      ({ company, query }) => {
        const employee = show(company, "employee", row(company.tables.employee.get(1)), "firstName,lastName");
        const { companyId, name } = company.facts;
        const all = { employeeId: 1, companyId, company: { name }, employee, language: "no", employeeIsProxy: false };
        return { body: { value: query["fields"] === "employeeId" ? { employeeId: 1 } : all } };
      },
    ],
    [
      "GET",
      "company/>withLoginAccess",
      (ask) => page(ask, companies.slice(1), ({ facts }) => ({ id: facts["companyId"], name: facts["name"] })),
    ],
  ];
}

export const simulation: Simulation = {
  slug: "tripletex",
  open: (world) => {
    const tokens = openTokens(world);
    const base = "/tripletex.no/v2";
    const create = `${base}/token/session/:create`;
    const vendor = simulate<Name>({
      ...{ slug: "tripletex", base },
      keys: {
        credentials: { clientSecret: consumerToken, apiKey: employeeToken },
        // A session is asked for without one.
        admits: (request) => request.url.startsWith(create) || tokens.admits(signedAs(request)[1]),
      },
      companies: openBooks,
      company: (request, companies) => companies.find(({ id }) => id === signedAs(request)[0]),
      routes: (office) => [
        ["PUT", "token/session/::create", tokens.make],
        ...[...sessions(office), ...reading, ...masters, ...documents(office), ...subscriptionRoutes(office)],
      ],
      refusals: () => refusals,
      admit: () => () => ({
        headers: { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "98", "x-rate-limit-reset": "1" },
      }),
    }).open(world);
    return { ...vendor, expireTokens: tokens.end };
  },
};
