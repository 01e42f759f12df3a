/** How Twinfield books a transaction: what it checks, adds and refuses (recorded messages, in Dutch). */
import { Big } from "big.js";
import { big, cents, dayLater, isRow, type Row, row, rows, sum, text } from "../engine/values.ts";
import { every } from "./soap.ts";
import { type Books, dimensionTypes, stampAt, type Table } from "./tables.ts";

/** A document that was refused, with messages at the elements at fault. */
export class Refusal extends Error {
  readonly document: Row;
  constructor(document: Row) {
    super("refused");
    this.document = document;
  }
}

const faulty = (value: unknown, message: string): Row => ({
  "@msgtype": "error",
  "@msg": message,
  "@result": "0",
  "#text": text(value),
});

const dayOf = (written: string): string => written.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
export const writtenDay = (day: string): string => day.slice(0, 10).replaceAll("-", "");

const named = (name: unknown, code: unknown, more: Row = {}): Row => ({
  "@name": text(name),
  "@shortname": "",
  ...more,
  "#text": text(code),
});

export const officeOf = ({ id, facts }: Books): Row => named(facts["name"], id);

function dimensionNamed(company: Books, code: unknown, types: readonly string[]): readonly [Row, string] | undefined {
  for (const type of types) {
    const found = company.tables[dimensionTypes[type]?.table ?? "accounts"].get(text(code));
    if (found !== undefined && (found["type"] === undefined || text(row(found["type"])["#text"]) === type))
      return [found, type];
  }
  return undefined;
}

const referenced = (company: Books, code: unknown, types: readonly string[]): Row | undefined => {
  const found = dimensionNamed(company, code, types);
  return found && named(found[0]["name"], code, { "@dimensiontype": found[1] });
};

/** The rate of a VAT code on a day. */
function rateOn(vat: Row, day: string): Big {
  const begun = every(row(vat["percentages"])["percentage"])
    .map(row)
    .filter(({ date }) => dayOf(text(date)) <= day);
  return big(text(begun.at(-1)?.["percentage"]) || "0");
}

/** The account of a VAT code. */
const vatAccount = (vat: Row): string => text(row(every(row(vat["percentages"])["percentage"])[0])["account"]);

const opposite = (side: string): string => (side === "debit" ? "credit" : "debit");
const signed = (line: Row): Big => big(text(line["value"])).times(text(line["debitcredit"]) === "debit" ? 1 : -1);

/** The transaction as it is stored. */
export function book(company: Books, sent: Row): Row {
  const root = row(sent["transaction"]);
  const header = row(root["header"]);
  const lines = every(row(root["lines"])["line"]).map(row);
  const refuse = (changes: Row, own: Row = {}): Refusal =>
    new Refusal({ transaction: { ...root, "@result": "0", ...own, ...changes } });
  const withHeader = (name: string, message: string): Refusal =>
    refuse({ header: { ...header, "@result": "0", [name]: faulty(header[name], message) } });
  const withLine = (index: number, name: string, message: string): Refusal =>
    refuse({
      lines: {
        line: lines.map((line, at) => (at === index ? { ...line, [name]: faulty(line[name], message) } : line)),
      },
    });
  const destiny = text(root["@destiny"]);
  if (destiny !== "temporary" && destiny !== "final")
    throw refuse({}, { "@msgtype": "error", "@msg": "Incorrecte XML - de bestemming is ongeldig." });
  const dayBook = company.tables.books.get(text(header["code"]));
  if (dayBook === undefined) throw withHeader("code", `Dagboek ${text(header["code"])} bestaat niet.`);
  const written = text(header["date"]);
  const day = dayOf(written);
  if (!/^\d{8}$/.test(written) || Number.isNaN(Date.parse(day))) throw withHeader("date", "De datum is ongeldig.");
  if (day <= text(company.facts["closedUntil"]))
    throw withHeader("date", `Periode ${day.slice(0, 7).replace("-", "/")} is afgesloten.`);
  const category = text(dayBook["category"]);
  const isDocument = category === "sales" || category === "purchase";
  if (isDocument && text(header["invoicenumber"]) === "")
    throw withHeader("invoicenumber", "Factuurnummer is verplicht.");
  const currency = text(header["currency"]) || "EUR";
  const exchange = big(row(company.facts["rates"])[currency] ?? 1);
  if (row(company.facts["rates"])[currency] === undefined)
    throw withHeader("currency", `Valuta ${currency} bestaat niet.`);
  const contactType = category === "purchase" ? "CRD" : "DEB";
  const stored: Row[] = [];
  for (const [index, line] of lines.entries()) {
    const dim1 = referenced(company, line["dim1"], ["BAS", "PNL"]);
    if (dim1 === undefined) throw withLine(index, "dim1", `Dimensie ${text(line["dim1"])} bestaat niet.`);
    const types = isDocument ? [contactType, "KPL"] : ["DEB", "CRD", "KPL"];
    const dim2 = line["dim2"] === undefined ? undefined : referenced(company, line["dim2"], types);
    if (line["dim2"] !== undefined && dim2 === undefined)
      throw withLine(index, "dim2", `Dimensie ${text(line["dim2"])} bestaat niet.`);
    const dim3 = line["dim3"] === undefined ? undefined : referenced(company, line["dim3"], ["PRJ"]);
    const vat = line["vatcode"] === undefined ? undefined : company.tables.vats.get(text(line["vatcode"]));
    if (line["vatcode"] !== undefined && text(vat?.["type"]) !== (category === "purchase" ? "purchase" : "sales"))
      throw withLine(index, "vatcode", `BTW-code ${text(line["vatcode"])} is niet toegestaan.`);
    if (!/^-?\d+(?:\.\d{1,2})?$/.test(text(line["value"]))) throw withLine(index, "value", "Het bedrag is ongeldig.");
    const isMatchable = dim2 !== undefined && ["DEB", "CRD"].includes(text(dim2["@dimensiontype"]));
    const base = cents(big(text(line["value"])).times(exchange));
    stored.push({
      "@type": text(line["@type"]),
      "@id": String(index + 1),
      dim1,
      ...(dim2 && { dim2 }),
      ...(dim3 && { dim3 }),
      debitcredit: text(line["debitcredit"]),
      basevalue: base.toFixed(2),
      rate: exchange.toString(),
      value: big(text(line["value"])).toFixed(2),
      ...(line["invoicenumber"] !== undefined && { invoicenumber: text(line["invoicenumber"]) }),
      description: text(line["description"]),
      ...(vat && {
        vatcode: named(vat["name"], vat["code"], { "@type": text(vat["type"]) }),
        vatbasevalue: cents(base.times(rateOn(vat, day)).div(100)).toFixed(2),
        vatvalue: cents(big(text(line["value"])).times(rateOn(vat, day)).div(100)).toFixed(2),
      }),
      matchstatus: isMatchable ? "available" : "notmatchable",
      ...(isMatchable && { matchlevel: "2", relation: "2", ...openOf(line, base, exchange) }),
    });
  }
  const taxes = vatLines(company, stored);
  const off = sum([...stored, ...taxes].map(signed));
  if (!off.eq(0))
    throw refuse(
      {},
      {
        "@msgtype": "error",
        "@msg": `De boeking is niet in balans. Er ontbreekt ${off.abs().toFixed(2)} ${off.lt(0) ? "debet" : "credit"}.`,
      },
    );
  const code = text(dayBook["code"]);
  const year = day.slice(0, 4);
  const number = `${year}${String(company.next(`${code} ${year}`)).padStart(5, "0")}`;
  const now = stampAt(company.now());
  return {
    id: `${code}-${number}`,
    location: destiny,
    category,
    header: {
      office: officeOf(company),
      code: named(dayBook["name"], code),
      number,
      period: `${day.slice(0, 4)}/${day.slice(5, 7)}`,
      currency: named(currency, currency),
      regime: "Generic",
      date: written,
      origin: "import",
      originreference: "",
      modificationdate: now,
      user: named("Kim Voorbeeld", "KIM"),
      inputdate: now,
      ...(isDocument && { duedate: text(header["duedate"]) || writtenDay(dayLater(day, 30)) }),
      ...(text(header["invoicenumber"]) !== "" && { invoicenumber: text(header["invoicenumber"]) }),
      ...(text(header["paymentreference"]) !== "" && { paymentreference: text(header["paymentreference"]) }),
    },
    lines: [...stored, ...taxes],
  };
}

/** The open amount, with a sign in the office's currency. Foreign documents have it in their own, too. */
const openOf = (line: Row, base: Big, exchange: Big): Row => ({
  ...(!exchange.eq(1) && { openvalue: big(text(line["value"])).toFixed(2) }),
  basevalueopen: base.times(text(line["debitcredit"]) === "debit" ? 1 : -1).toFixed(2),
});

/** One line for each code, on the account of the code. */
function vatLines(company: Books, stored: readonly Row[]): readonly Row[] {
  const taxed = stored.filter((line) => isRow(line["vatcode"]));
  return taxed.map((line, index) => {
    const vat = company.tables.vats.get(text(row(line["vatcode"])["#text"])) ?? {};
    return {
      "@type": "vat",
      "@id": String(stored.length + index + 1),
      dim1: referenced(company, vatAccount(vat), ["BAS"]) ?? {},
      debitcredit: text(line["debitcredit"]),
      basevalue: text(line["vatbasevalue"]),
      rate: text(line["rate"]),
      value: text(line["vatvalue"]),
      description: "",
      vatbaseturnover: text(line["basevalue"]),
      vatturnover: text(line["value"]),
      vatcode: line["vatcode"],
      baseline: text(line["@id"]),
      matchstatus: "notmatchable",
    };
  });
}

const contactLine = (transaction: Row): Row | undefined =>
  rows(transaction["lines"]).find((line) => line["matchlevel"] !== undefined);

export interface Match {
  readonly amount: Big;
  readonly day: string;
}

/** Matches the lines of two transactions that stand on the same contact. */
export function match(company: Books, first: Row, second: Row, { amount, day }: Match): void {
  const put = (transaction: Row, other: Row): void => {
    const line = contactLine(transaction);
    if (line === undefined) return;
    const value = big(text(line["value"]));
    const base = big(text(line["basevalue"]));
    const before = every(row(line["matches"])["set"]).map(row);
    const matched = sum([...before.map((set) => big(text(set["matchvalue"])).abs()), amount]);
    const left = value.minus(matched);
    const share = value.eq(0) ? new Big(0) : cents(base.times(left).div(value));
    const sign = text(line["debitcredit"]) === "debit" ? 1 : -1;
    const isFull = left.lte(0);
    for (const name of ["openvalue", "basevalueopen"]) delete line[name];
    Object.assign(line, {
      matchstatus: isFull ? "matched" : "available",
      ...(!isFull && { basevalueopen: share.times(sign).toFixed(2) }),
      ...(!isFull && !value.eq(base) && { openvalue: left.toFixed(2) }),
      matchdate: writtenDay(day),
      matches: {
        set: [
          ...before,
          {
            "@status": "final",
            matchdate: writtenDay(day),
            lines: {
              line: {
                code: text(row(row(other["header"])["code"])["#text"]),
                number: text(row(other["header"])["number"]),
                line: text(contactLine(other)?.["@id"]),
                method: "payment",
                matchvalue: amount.times(sign).toFixed(2),
              },
            },
            matchvalue: amount.times(-sign).toFixed(2),
          },
        ],
      },
    });
    company.save("transactions", transaction);
  };
  put(first, second);
  put(second, first);
}

/** Money of a customer or to a supplier: a transaction of the bank, matched with the document. */
export function settle(company: Books, document: Row, { amount, day }: Match): Row {
  const line = contactLine(document) ?? {};
  const side = text(line["debitcredit"]);
  const header = row(document["header"]);
  const part = { value: amount.toFixed(2), description: `Betaling ${text(header["invoicenumber"])}` };
  const transaction = company.add(
    "transactions",
    book(company, {
      transaction: {
        "@destiny": "final",
        header: { code: "BNK", currency: text(row(header["currency"])["#text"]), date: writtenDay(day) },
        lines: {
          line: [
            { "@type": "total", dim1: "1100", debitcredit: side, ...part },
            {
              "@type": "detail",
              dim1: text(row(line["dim1"])["#text"]),
              dim2: text(row(line["dim2"])["#text"]),
              debitcredit: opposite(side),
              invoicenumber: text(header["invoicenumber"]),
              ...part,
            },
          ],
        },
      },
    }),
  );
  match(company, document, transaction, { amount, day });
  return transaction;
}

export const tableOf = (type: string): Table | undefined => dimensionTypes[type]?.table;
