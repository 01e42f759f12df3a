/** Twinfield's SOAP services, after recorded replies of its clients (NOTES.md of the connector). */
import type { FastifyRequest } from "fastify";
import { type Answer, post, Refusal as RouteRefusal, type RouteRequest, type Wire } from "../engine/routes.ts";
import { big, isRow, type Row, row, rows, text, without } from "../engine/values.ts";
import { simulate, type VendorContext } from "../engine/vendor.ts";
import type { Refusals, SentRequest, Simulation } from "../simulation.ts";
import { access, validation } from "./access.ts";
import { addDimension, openBooks } from "./books.ts";
import { book, match, officeOf, Refusal, settle, tableOf } from "./posting.ts";
import { asRefused, enveloped, every, fault, processed, type Sent, sentIn } from "./soap.ts";
import { type Books, dimensionTypes, type Table } from "./tables.ts";

const unauthorized = asRefused(500, fault("Access denied. Token invalid (code 354)."));
const noAccess = "U hebt geen toegang tot deze administratie.";

const refusals: Refusals = {
  unauthorized,
  forbidden: asRefused(200, processed({ transaction: { "@msgtype": "error", "@msg": noAccess, "@result": "0" } })),
  notFound: asRefused(
    200,
    processed({ transaction: { "@msgtype": "error", "@msg": "Boeking MEMO 1 bestaat niet.", "@result": "0" } }),
  ),
  invalid: asRefused(
    200,
    processed({
      transaction: {
        "@result": "0",
        header: {
          "@result": "0",
          date: { "@msgtype": "error", "@msg": "De datum is ongeldig.", "@result": "0", "#text": "20269999" },
        },
      },
    }),
  ),
  rateLimited: asRefused(429, "", { "retry-after": "7", "x-ratelimit-limit": "500", "x-ratelimit-remaining": "0" }),
  broken: asRefused(500, fault("Server was unable to process request.")),
};

const sentOf = ({ body }: Pick<FastifyRequest, "body">): Sent | undefined =>
  Buffer.isBuffer(body) ? sentIn(body) : undefined;

const shownDimension = (company: Books, dimension: Row): Row => {
  const { status, seed: _seed, ...rest } = dimension;
  return { "@status": text(status), office: officeOf(company), ...rest };
};

const shownTransaction = ({ location, header, lines }: Row): Row => ({
  "@location": text(location),
  "@result": "1",
  header,
  lines: { line: lines },
});

const shownVat = (vat: Row): Row => {
  const { status, percentages, ...rest } = vat;
  const all = every(row(percentages)["percentage"]).map(row);
  return {
    "@status": text(status),
    "@result": "1",
    ...rest,
    percentages: {
      percentage: all.map(({ account, ...percentage }) => ({
        "@status": "active",
        "@inuse": "true",
        ...percentage,
        accounts: {
          account: { "@id": "1", dim1: { "@name": "BTW", "@dimensiontype": "BAS", "#text": text(account) } },
        },
      })),
    },
  };
};

const error = (root: string, message: string, more: Row = {}): Row => ({
  [root]: { "@msgtype": "error", "@msg": message, "@result": "0", ...more },
});

function readDimensions(company: Books, read: Row): Row {
  const type = text(read["dimtype"]);
  const table = tableOf(type);
  const code = text(read["code"]);
  const typed = { "#text": type };
  if (table === undefined)
    return {
      dimension: {
        "@result": "0",
        office: officeOf(company),
        type: { "@msgtype": "error", "@msg": `Dimensietype ${type} bestaat niet.`, "@result": "0", ...typed },
        code,
      },
    };
  const all = company.tables[table].where((found) => text(row(found["type"])["#text"]) === type);
  if (read["code"] === undefined)
    return {
      dimensions: {
        "@result": "1",
        dimension: all.map((found) => without(shownDimension(company, found), ["office"])),
      },
    };
  const found = all.find((candidate) => candidate["code"] === code);
  if (found !== undefined) return { dimension: { ...shownDimension(company, found), "@result": "1" } };
  return {
    dimension: {
      "@result": "0",
      office: officeOf(company),
      type: { "@name": dimensionTypes[type]?.name, ...typed },
      code: { "@msgtype": "error", "@msg": `Dimensie ${code} bestaat niet.`, "@result": "0", "#text": code },
    },
  };
}

function readDocument(company: Books, read: Row): Row {
  const type = text(read["type"]);
  if (type === "office")
    return {
      office: { "@result": "1", code: company.id, name: company.facts["name"], general: { basecurrency: "EUR" } },
    };
  if (type === "dimensions") return readDimensions(company, read);
  if (type === "vat") {
    const vat = company.tables.vats.get(text(read["code"]));
    return vat === undefined ? error("vat", `BTW-code ${text(read["code"])} bestaat niet.`) : { vat: shownVat(vat) };
  }
  if (type === "transaction") {
    const code = text(read["code"]);
    const number = text(read["number"]);
    const found = company.tables.transactions.get(`${code}-${number}`);
    return found === undefined
      ? error("transaction", `Boeking ${code} ${number} bestaat niet.`)
      : { transaction: shownTransaction(found) };
  }
  return error("read", `Onbekend type ${type}.`);
}

interface Browsed {
  readonly transaction: Row;
  readonly line: Row;
}

const signedValue = (line: Row): string =>
  big(text(line["value"]))
    .times(text(line["debitcredit"]) === "debit" ? 1 : -1)
    .toFixed(2);

/** The columns of a browse. A field that Twinfield does not know is refused. */
const columns: Readonly<Record<string, (browsed: Browsed) => string>> = {
  "fin.trs.head.yearperiod": ({ transaction }) => text(row(transaction["header"])["period"]),
  "fin.trs.head.status": ({ transaction }) => text(transaction["location"]),
  "fin.trs.head.code": ({ transaction }) => text(row(row(transaction["header"])["code"])["#text"]),
  "fin.trs.head.number": ({ transaction }) => text(row(transaction["header"])["number"]),
  "fin.trs.head.modified": ({ transaction }) => text(row(transaction["header"])["modificationdate"]),
  "fin.trs.line.modified": ({ transaction }) => text(row(transaction["header"])["modificationdate"]),
  "fin.trs.line.valuesigned": ({ line }) => signedValue(line),
};

function fits(value: string, column: Row): boolean {
  const from = text(column["from"]);
  const to = text(column["to"]);
  const operator = text(column["operator"]);
  if (operator === "equal") return from === "" || from === "normal" || value === from;
  return operator !== "between" || ((from === "" || value >= from) && (to === "" || value <= to));
}

const contactTypes: Readonly<Record<string, string>> = { "100": "DEB", "200": "CRD" };

function browse(company: Books, request: Row): Row {
  const code = text(request["@code"]);
  const wanted = every(request["column"]).map(row);
  const unknown = wanted.find(({ field }) => columns[text(field)] === undefined);
  if (unknown !== undefined || !["000", "100", "200"].includes(code))
    return error("browse", `Veld ${text(unknown?.["field"])} bestaat niet.`);
  const isWanted = (line: Row): boolean =>
    code === "000" || text(row(line["dim2"])["@dimensiontype"]) === contactTypes[code];
  const all = company.tables.transactions.all().flatMap((transaction) =>
    rows(transaction["lines"])
      .filter(isWanted)
      .map((line) => ({ transaction, line })),
  );
  const found = all.filter((browsed) =>
    wanted.every((column) => fits(columns[text(column["field"])]?.(browsed) ?? "", column)),
  );
  const type = (field: string) =>
    field.endsWith("valuesigned") ? "Value" : field.endsWith("number") ? "Decimal" : "String";
  return {
    browse: {
      "@result": "1",
      "@first": found.length === 0 ? 0 : 1,
      "@last": found.length,
      "@total": found.length,
      th: {
        td: wanted.map(({ field, label }) => ({
          "@label": text(label),
          "@hideforuser": "false",
          "@type": type(text(field)),
          "#text": text(field),
        })),
      },
      tr: found.map((browsed) => ({
        td: wanted.map(({ field }) => ({
          "@field": text(field),
          "@hideforuser": "false",
          "@type": type(text(field)),
          "#text": columns[text(field)]?.(browsed),
        })),
        key: {
          office: company.id,
          code: text(row(row(browsed.transaction["header"])["code"])["#text"]),
          number: text(row(browsed.transaction["header"])["number"]),
          line: text(browsed.line["@id"]),
        },
      })),
    },
  };
}

const codeFormats: Readonly<Record<string, RegExp>> = { DEB: /^1\d{3,8}$/, CRD: /^2\d{3,8}$/ };

function nextCode(company: Books, table: Table): string {
  const last = company.tables[table]
    .all()
    .map(({ code }) => Number(code))
    .toSorted((left, right) => left - right);
  return String((last.at(-1) ?? 1000) + 1);
}

function storeDimension(company: Books, sent: Row): Row {
  const dimension = row(sent["dimension"]);
  const type = text(dimension["type"]);
  const table = tableOf(type);
  const refused = (name: string, message: string): Row => ({
    dimension: {
      ...dimension,
      "@result": "0",
      [name]: { "@msgtype": "error", "@msg": message, "@result": "0", "#text": text(dimension[name]) },
    },
  });
  if (table !== "customers" && table !== "suppliers") return refused("type", `Dimensietype ${type} bestaat niet.`);
  if (text(dimension["name"]) === "") return refused("name", "Naam is verplicht.");
  const code = text(dimension["code"]) || nextCode(company, table);
  if (codeFormats[type]?.test(code) !== true)
    return refused("code", "De code voldoet niet aan het formaat 1[0-9][0-9][0-9].");
  const { office: _office, type: _type, addresses, banks, financials, ...rest } = dimension;
  const known = company.tables[table].get(code);
  const stored = addDimension(company, table, type, {
    ...known,
    ...rest,
    code,
    financials: {
      matchtype: "customersupplier",
      duedays: "30",
      ebilling: "false",
      ebillmail: "",
      substitutionlevel: "1",
      substitutewith: {
        "@name": "Controle",
        "@shortname": "",
        "@dimensiontype": "BAS",
        "#text": type === "DEB" ? "1300" : "1600",
      },
      ...row(financials),
    },
    addresses: isRow(addresses)
      ? {
          address: every(addresses["address"]).map((address, index) => ({
            "@id": String(index + 1),
            ...row(address),
            country: {
              "@name": text(row(address)["country"]),
              "@shortname": "",
              "#text": text(row(address)["country"]) || "NL",
            },
          })),
        }
      : "",
    banks: isRow(banks) ? { bank: every(banks["bank"]) } : "",
  });
  return { dimension: { ...shownDimension(company, stored), "@result": "1" } };
}

function storeTransaction(company: Books, sent: Row): Row {
  try {
    const stored = company.add("transactions", book(company, sent));
    return { transactions: { "@result": "1", transaction: { ...shownTransaction(stored), "@raisewarning": "false" } } };
  } catch (refused) {
    if (refused instanceof Refusal) return { transactions: { "@result": "0", ...refused.document } };
    throw refused;
  }
}

/** A transaction that a user has opened. */
function stored(company: Books, id: unknown): Row {
  const found = company.tables.transactions.get(id);
  if (found === undefined) throw new Error(`There is no transaction ${text(id)}.`);
  return found;
}

const process = (companies: readonly Books[], company: Books, document: Row): Row => {
  if (isRow(document["list"]))
    return {
      offices: {
        "@result": "1",
        office: companies.map(({ id, facts }) => ({ "@name": text(facts["name"]), "@shortname": "", "#text": id })),
      },
    };
  if (isRow(document["read"])) return readDocument(company, document["read"]);
  if (isRow(document["columns"])) return browse(company, document["columns"]);
  if (isRow(document["dimension"])) return storeDimension(company, document);
  if (isRow(document["transactions"])) return storeTransaction(company, document["transactions"]);
  return error(Object.keys(document)[0] ?? "document", "Onbekend document.");
};

function search(company: Books, { type, options, firstRow, maxRows }: Row): Row {
  const chosen = Object.fromEntries(
    every(row(options)["ArrayOfString"]).map((pair) => every(row(pair)["string"]).map(text) as [string, string]),
  );
  const all =
    type === "TRS"
      ? company.tables.books.where(
          ({ category }) => chosen["category"] === undefined || category === chosen["category"],
        )
      : company.tables.vats.all();
  const found = all.slice(Number(firstRow) - 1, Number(firstRow) - 1 + Number(maxRows));
  return {
    SearchResponse: {
      "@xmlns": "http://www.twinfield.com/",
      SearchResult: "",
      data: {
        TotalRows: all.length,
        Columns: { string: ["Code", "Naam"] },
        Items:
          found.length === 0
            ? ""
            : { ArrayOfString: found.map(({ code, name }) => ({ string: [text(code), text(name)] })) },
      },
    },
  };
}

/** Bodies are written by the routes. */
const wire: Wire = {
  read: () => ({}),
  write: (body) => ({ type: "text/xml; charset=utf-8", content: String(body) }),
};

const answering =
  ({ companies, admits }: VendorContext<Table>, answer: (company: Books, sent: Sent) => string) =>
  (request: RouteRequest<Table>): Answer => {
    const sent = sentOf(request.raw);
    if (sent === undefined) return { status: 400, body: "" };
    if (!admits(`Bearer ${sent.token}`)) throw new RouteRefusal(unauthorized);
    const company = isRow(sent.document["list"]) ? companies[0] : request.company;
    return company === undefined ? { status: 400, body: "" } : { body: answer(company, sent) };
  };

const isWrite = ({ document }: Sent): boolean => isRow(document["transactions"]) || isRow(document["dimension"]);
const rootOf = ({ body }: SentRequest): Row => sentIn(body)?.document ?? {};

/** Lines of suppliers, and transactions of the day book for bills. */
const isAboutBills = ({ columns: browsed, read, transactions }: Row): boolean =>
  text(row(browsed)["@code"]) === "200" ||
  text(row(read)["code"]) === "INK" ||
  text(row(row(row(transactions)["transaction"])["header"])["code"]) === "INK";

export const simulation: Simulation = simulate<Table>({
  slug: "twinfield",
  ...access,
  companies: openBooks,
  // The token is in the body.
  keys: { credentials: undefined, admits: () => true },
  isSignIn: ({ url }) => url.includes("accesstokenvalidation"),
  isReading: ({ body }) => {
    const sent = sentIn(body);
    return sent !== undefined && !isWrite(sent);
  },
  wire: () => wire,
  refusals: () => refusals,
  company: (request, companies) => companies.find(({ id }) => id === sentOf(request)?.company),
  limitedUser: { isRefused: (request) => isAboutBills(rootOf(request)), refused: refusals.forbidden },
  acts: {
    book: (company, { transaction }) => void company.add("transactions", book(company, { transaction })),
    match: (company, { first, second, amount, day }) =>
      match(company, stored(company, first), stored(company, second), { amount: big(text(amount)), day: text(day) }),
    settle: (company, { id, amount, day }) =>
      void settle(company, stored(company, id), { amount: big(text(amount)), day: text(day) }),
  },
  tableOfList: {
    "accounts.list": "accounts",
    "customers.list": "customers",
    "suppliers.list": "suppliers",
    "dimensions.list": "centres",
    "taxRates.list": "vats",
    "journals.list": "books",
    "invoices.list": "transactions",
    "creditNotes.list": "transactions",
    "bills.list": "transactions",
    "vendorCredits.list": "transactions",
    "journalEntries.list": "transactions",
  },
  outside:
    ({ admits }) =>
    (app) => {
      app.get(validation, (request, reply) => {
        const { token = "" } = request.query as { readonly token?: string };
        if (!admits(`Bearer ${token}`)) return reply.code(400).send({ error: "invalid_token" });
        return reply.send({
          iss: "https://login.twinfield.com/auth/authentication",
          "twf.organisationCode": "TULPENVELD",
          "twf.clusterUrl": "https://api.accounting1.twinfield.com",
        });
      });
    },
  routes: (context) => [
    post(
      "processxml.asmx",
      answering(context, (company, { document }) => processed(process(context.companies, company, document))),
    ),
    post(
      "finder.asmx",
      answering(context, (company, { search: asked = {} }) => enveloped(search(company, asked))),
    ),
  ],
});
