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
import { list, listed, page } from "./lists.ts";
import { models, type Name } from "./models.ts";
import { invalid, need, notFound, refusals, refused } from "./refusals.ts";
import * as rules from "./rules.ts";
import { subscriptionRoutes } from "./webhooks.ts";

const credentials = { clientSecret: "simulated-tripletex-consumer", apiKey: "simulated-tripletex-employee" };

/** Session tokens end at midnight of the day that was asked for. */
function openTokens(world: World) {
  const tokens = new Map<string, number>();
  return {
    make: ({ query }: Ask<Name>) => {
      need(query, "consumerToken", "employeeToken", "expirationDate");
      const { consumerToken, employeeToken, expirationDate } = query as Record<string, string>;
      if (consumerToken !== credentials.clientSecret || employeeToken !== credentials.apiKey)
        throw refused(422, 15_000, "Invalid value: The token is not valid.");
      const end = Date.parse(`${expirationDate}T00:00:00Z`);
      if (!(end > world.now()))
        throw invalid({ field: "expirationDate", message: "Utløpsdato må være etter dagens dato." });
      const token = Buffer.from(randomUUID()).toString("base64url");
      tokens.set(token, end);
      return { body: { value: { id: tokens.size, version: 0, token, expirationDate } } };
    },
    admits: (token: string): boolean => (tokens.get(token) ?? 0) > world.now(),
    end: () => tokens.clear(),
  };
}

/** Basic: the company, or 0 for one's own, and the session token. */
const signedAs = ({ headers }: FastifyRequest): readonly [company: string, token: string] => {
  const [, encoded = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [company = "", token = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return [company || "0", token];
};

function found({ company, params: { id = "" } }: Ask<Name>, name: Name): Row {
  if (!/^\d+$/.test(id)) throw refused(400, 12_000, "Invalid value for path parameter id.");
  const record = company.tables[name].get(id);
  if (record === undefined) throw notFound();
  return record;
}

/** Replies to writes show other records by their ids only. */
const written = ({ company }: Ask<Name>, name: Name, record: Row, status = 200) => ({
  status,
  body: { value: show(company, name, record) },
});

const reading = listed.flatMap((name): Route<Name>[] => [
  ["GET", models[name].path, (ask) => list(ask, name)],
  [
    "GET",
    `${models[name].path}/:id`,
    (ask) => ({ body: { value: show(ask.company, name, found(ask, name), ask.query["fields"]) } }),
  ],
]);

/** What a new record has besides, or why it is none. */
type Making = (company: rules.Books, given: Row) => Row;

const plain = (name: Name, make: Making): Route<Name>[] => [
  [
    "POST",
    models[name].path,
    (ask) => {
      const given = ask.body();
      const more = make(ask.company, given);
      return written(
        ask,
        name,
        rules.add(ask.company, name, { ...more, ...rules.taken(ask.company, name, given) }),
        201,
      );
    },
  ],
  [
    "PUT",
    `${models[name].path}/:id`,
    (ask) => {
      const changed = { ...found(ask, name), ...rules.taken(ask.company, name, ask.body()) };
      return written(ask, name, ask.company.save(name, changed));
    },
  ],
];

const unused = ({ tables }: rules.Books, name: Name, { number }: Row): void => {
  if (number && tables[name].find("number", number)) throw invalid({ field: "number", message: "Nummeret er i bruk." });
};

const classes = ["", "ASSETS", "LIABILITIES", "OPERATING_REVENUES"];

const masters: Route<Name>[] = [
  ...(["customer", "supplier"] as const).flatMap((name) =>
    plain(name, (company, given) => {
      need(given, "name");
      const number = company.next(`${name} number`, name === "customer" ? 30_001 : 40_001);
      return { [`${name}Number`]: number, currency: 1, language: "NO", bankAccountPresentation: [] };
    }),
  ),
  ...plain("product", (company, given) => {
    need(given, "name");
    unused(company, "product", given);
    return { currency: 1, vatType: 3 };
  }),
  ...plain("contact", (_company, { firstName, lastName, email }) => {
    const message = "Fornavn, etternavn eller e-postadresse må angis.";
    if (!firstName && !lastName && !email) throw invalid({ field: "email", message });
    return {};
  }),
  ...plain("account", (company, given) => {
    need(given, "name");
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

const file = (type: string, body: Buffer) => ({ headers: { "content-type": type }, body });

/** Made all at once or not at all. */
const made = (name: Name, make: Making): Route<Name> => [
  "POST",
  models[name].path,
  (ask) =>
    written(
      ask,
      name,
      ask.company.atOnce(() => make(ask.company, ask.body())),
      201,
    ),
];

const documents: Route<Name>[] = [
  [
    "POST",
    "ledger/voucher",
    (ask) => {
      const voucher = rules.bookFromOutside(ask.company, ask.body(), ask.query["sendToLedger"] !== "false");
      return written(ask, "voucher", voucher, 201);
    },
  ],
  [
    "GET",
    "ledger/voucher/>externalVoucherNumber",
    (ask) => {
      const { externalVoucherNumber: wanted, fields } = ask.query;
      const all = ask.company.tables.voucher.where((one) => one["externalVoucherNumber"] === wanted);
      return page(ask, all, (one) => show(ask.company, "voucher", one, fields));
    },
  ],
  made("order", rules.makeOrder),
  made("invoice", rules.makeInvoice),
  ["GET", "invoice/:id/pdf", (ask) => file("application/pdf", pdf(`Faktura ${text(found(ask, "invoice")["id"])}`))],
  [
    "GET",
    "document/:id/content",
    (ask) => file("application/octet-stream", pdf(text(found(ask, "document")["fileName"]))),
  ],
  [
    "PUT",
    "invoice/:id/::payment",
    (ask) => {
      const { company, query } = ask;
      need(query, "paymentDate", "paymentTypeId", "paidAmount");
      const way = company.tables.paymentType.get(query["paymentTypeId"]);
      const message = "Den angitte betalingstypen må være en innbetaling.";
      if (way === undefined) throw invalid({ field: "paymentTypeId", message });
      const amount = Number(query["paidAmountCurrency"] ?? query["paidAmount"]);
      const paying = { date: query["paymentDate"], amount, account: way["debitAccount"] };
      return written(ask, "invoice", rules.pay(company, "invoice", found(ask, "invoice"), paying));
    },
  ],
  [
    "POST",
    "supplierInvoice/:id/::addPayment",
    (ask) => {
      const { company, query } = ask;
      need(query, "paymentType");
      const bill = found(ask, "supplierInvoice");
      const amount = Number(query["amount"] ?? bill["outstandingAmount"]);
      const paying = { date: query["paymentDate"], amount, account: rules.accountOf(company, 1920) };
      return written(ask, "supplierInvoice", rules.pay(company, "supplierInvoice", bill, paying), 201);
    },
  ],
  ["GET", "balanceSheet", balanceSheet],
];

/** Accounts that nothing ever happened on are left out. */
function balanceSheet(ask: Ask<Name>) {
  const { company, query } = ask;
  need(query, "dateFrom", "dateTo");
  const { dateFrom: from = "", dateTo: to = "", accountNumberFrom = 0, accountNumberTo = 100_000 } = query;
  const isWanted = ({ number }: Row) =>
    Number(number) >= Number(accountNumberFrom) && Number(number) < Number(accountNumberTo);
  const all = company.tables.account.where(isWanted).flatMap((account) => {
    const balanceIn = sum(postingsOf(company, account["id"], "0000", from)).toNumber();
    const balanceChange = sum(postingsOf(company, account["id"], from, to)).toNumber();
    const balances = { balanceIn, balanceChange, balanceOut: sum([balanceIn, balanceChange]).toNumber() };
    return balanceIn === 0 && balanceChange === 0 ? [] : [{ account, balances }];
  });
  const below = /account\(([^)]*)\)/.exec(query["fields"] ?? "")?.[1] ?? "id,url";
  return page(ask, all, ({ account, balances }) => ({
    ...{ ...balances, account: show(company, "account", account, below), startDate: from, endDate: to },
  }));
}

/** The accountant's own company is 0; clients come with their ids. */
const sessions = ({ companies }: Office<Name>): Route<Name>[] => [
  [
    "GET",
    "token/session/>whoAmI",
    ({ company }) => {
      const employee = show(company, "employee", row(company.tables.employee.get(1)), "firstName,lastName");
      const { name } = company.facts;
      return { body: { value: { employeeId: 1, companyId: 4_711_001, company: { name }, employee, language: "no" } } };
    },
  ],
  [
    "GET",
    "company/>withLoginAccess",
    (ask) => page(ask, companies.slice(1), ({ id, facts: { name } }) => ({ id: Number(id), name })),
  ],
];

export const simulation: Simulation = {
  slug: "tripletex",
  open: (world) => {
    const tokens = openTokens(world);
    const base = "/tripletex.no/v2";
    const vendor = simulate<Name>({
      ...{ slug: "tripletex", base, companies: openBooks, refusals: () => refusals },
      keys: {
        credentials,
        // A session is asked for without one.
        admits: (request) =>
          request.url.startsWith(`${base}/token/session/:create`) || tokens.admits(signedAs(request)[1]),
      },
      company: (request, companies) => companies.find(({ id }) => id === signedAs(request)[0]),
      routes: (office) => [
        ["PUT", "token/session/::create", tokens.make],
        ...[...sessions(office), ...reading, ...masters, ...documents, ...subscriptionRoutes(office)],
      ],
      admit: () => () => ({
        headers: { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "98", "x-rate-limit-reset": "1" },
      }),
    }).open(world);
    return { ...vendor, expireTokens: tokens.end };
  },
};
