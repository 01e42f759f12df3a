/** Entries that wait in a journal, and what becomes of them when they are booked (journals 15.0.0). */
import { type Ask, del, get, type Route, post as toPost } from "../engine/routes.ts";
import { big, cents, type Row, row, rows, text } from "../engine/values.ts";
import { newer } from "./lists.ts";
import { invalid, problems } from "./refusals.ts";
import { inBase, need, post, settle } from "./rules.ts";
import { type Books, type Name, site } from "./shapes.ts";

/** Each list of a voucher, the number of its kind, and the table of the party that it is about. */
const kinds: readonly (readonly [list: string, entryType: string, number: number, party?: "customer" | "supplier"])[] =
  [
    ["customerPayments", "customerPayment", 2, "customer"],
    ["supplierInvoices", "supplierInvoice", 3, "supplier"],
    ["supplierPayments", "supplierPayment", 4, "supplier"],
    ["financeVouchers", "financeVoucher", 5],
  ];

/** Every entry of a voucher as it was sent, with what the vendor adds. */
function voucherEntries(company: Books, journal: number, given: Row): Row {
  return Object.fromEntries(
    kinds.flatMap(([list, entryType, , party]) => {
      const sent = rows(given[list]);
      const made = sent.map((entry, index) => checked(company, entry, { list, index, party }));
      const about = { journal, entryType };
      return made.length === 0 ? [] : [[list, made.map((entry) => ({ ...entry, ...about }))]];
    }),
  );
}

/** A voucher waits in its journal; nothing is booked by this. */
export function makeVoucher(company: Books, journal: number, given: Row): Row {
  need(given, "accountingYear");
  const year = text(row(given["accountingYear"])["year"]);
  if (!company.tables.years.has(year)) throw invalid("accountingYear", "year")("There is no such year.", "E06000");
  const entries = voucherEntries(company, journal, row(given["entries"]));
  if (Object.keys(entries).length === 0) throw invalid("entries")("There are no entries.");
  const voucherNumber = company.next("voucher", 50_001);
  const key = `${journal} ${year}-${voucherNumber}`;
  return company.add("vouchers", { key, voucherNumber, accountingYear: { year }, journal, entries });
}

interface Place {
  readonly list: string;
  readonly index: number;
  readonly party: "customer" | "supplier" | undefined;
}

function checked(company: Books, entry: Row, { list, index, party }: Place): Row {
  const at = (field: string) => invalid("entries", list, String(index), field);
  for (const field of ["amount", "date", ...(party === undefined ? ["account"] : [])])
    if (entry[field] === undefined) throw at(field)(`Required property '${field}' is missing.`);
  for (const field of ["account", "contraAccount"])
    if (entry[field] !== undefined && !company.tables.accounts.has(entry[field]))
      throw at(field)("There is no such account.", "E06000");
  if (party !== undefined) {
    if (entry[party] === undefined && entry["contraAccount"] === undefined)
      throw at(party)(`Either '${party}' or 'contraAccount' is required.`);
    if (entry[party] !== undefined && !company.tables[`${party}s`].has(entry[party]))
      throw at(party)("Not found.", "E06000");
  }
  const code = text(row(entry["currency"])["code"]) || "DKK";
  return {
    ...entry,
    currency: { code, self: `${site}/currencies/${code}` },
    journalEntryNumber: company.next("draft entry", 700_001),
    amountBaseCurrency: inBase(entry["amount"], code),
  };
}

const waiting = (company: Books): Row[] =>
  company.tables.vouchers
    .all()
    .flatMap((voucher) =>
      kinds.flatMap(([list, , entryTypeNumber]) =>
        rows(row(voucher["entries"])[list]).map((entry) => ({ voucher, entry, entryTypeNumber })),
      ),
    );

const shown = ({ voucher, entry, entryTypeNumber }: Row): Row => {
  const { journalEntryNumber, date, amount, currency, supplier, customer, contraAccount, account } = row(entry);
  const numbers = { accountNumber: account, contraAccountNumber: contraAccount, supplierNumber: supplier };
  const about = {
    entryTypeNumber,
    journalNumber: row(voucher)["journal"],
    voucherNumber: row(voucher)["voucherNumber"],
  };
  return {
    ...{ ...about, ...numbers, customerNumber: customer, entryNumber: journalEntryNumber, amount },
    ...{ date: `${text(date)}T00:00:00Z`, currency: row(currency)["code"], objectVersion: "1" },
  };
};

/** A voucher without entries is none. */
function drop(company: Books, { voucher, entry }: Row): void {
  const kept = row(voucher);
  const left = Object.entries(row(kept["entries"])).map(([list, some]) => [
    list,
    rows(some).filter((one) => one !== entry),
  ]);
  kept["entries"] = Object.fromEntries(left);
  if (left.every(([, some]) => rows(some).length === 0)) company.tables.vouchers.drop(kept);
}

/** What is against the entry, with its tax taken out; and what is left of an invoice that is paid. */
function booked(company: Books, { voucher, entry }: Row): void {
  const { amount, account, contraAccount, contraVatAccount, entryType, customerInvoice, ...more } = row(entry);
  const { customer, supplier, supplierInvoiceNumber, dueDate, date } = more;
  const about = { currency: row(more["currency"])["code"], entryType, text: more["text"] };
  const own = account ?? (supplier === undefined ? 5600 : 6800);
  const isInvoice = entryType === "supplierInvoice";
  const rate = contraVatAccount === undefined ? 0 : 25;
  const net = cents(
    big(amount)
      .times(100)
      .div(100 + rate),
  );
  const party = { customer, supplier, supplierInvoiceNumber, dueDate, bookedInvoice: customerInvoice };
  const tax = big(amount).minus(net);
  post(company, Number(row(voucher)["voucherNumber"]), text(date), [
    { ...about, ...party, account: own, amount, remainder: isInvoice ? amount : 0 },
    ...(contraAccount === undefined
      ? []
      : [{ ...about, account: contraAccount, amount: net.times(-1).toNumber(), vatAccount: contraVatAccount }]),
    ...(rate === 0 ? [] : [{ ...about, account: 6903, amount: tax.times(-1).toNumber() }]),
  ]);
  const paid = company.tables.entries.first(
    (one) =>
      !big(one["remainder"]).eq(0) &&
      (customerInvoice === undefined
        ? supplierInvoiceNumber !== undefined && one["supplierInvoiceNumber"] === supplierInvoiceNumber
        : one["bookedInvoice"] === customerInvoice),
  );
  if (paid !== undefined && !isInvoice) settle(company, paid, -Number(amount));
}

function book(ask: Ask<Name>): { status: number } {
  const { company, params } = ask;
  const numbers = ask.body()["entryNumbers"];
  if (!Array.isArray(numbers) || numbers.length === 0) throw problems.invalid("entryNumbers", "It must not be empty.");
  const chosen = waiting(company).filter(({ entry }) => numbers.includes(row(entry)["journalEntryNumber"]));
  const isThere = chosen.length === numbers.length;
  if (!isThere || chosen.some(({ voucher }) => text(row(voucher)["journal"]) !== params["id"]))
    throw problems.notFound();
  for (const one of chosen) {
    const { account, contraAccount } = row(one["entry"]);
    if (account === undefined && contraAccount === undefined)
      throw problems.invalid("entryNumbers", "The voucher does not balance.");
  }
  company.atOnce(() => {
    for (const one of chosen) {
      drop(company, one);
      booked(company, one);
    }
  });
  return { status: 204 };
}

export const bookingRoutes: readonly Route<Name>[] = [
  get("journalsapi/v15.0.0/draft-entries", (ask) =>
    newer(ask, waiting(ask.company).map(shown), "entryNumber", [
      "entryNumber",
      "voucherNumber",
      "journalNumber",
      "date",
    ]),
  ),
  del("journalsapi/v15.0.0/draft-entries/:id", ({ company, params }) => {
    const found = waiting(company).find(({ entry }) => text(row(entry)["journalEntryNumber"]) === params["id"]);
    if (found === undefined) throw problems.notFound();
    drop(company, found);
    return { status: 204 };
  }),
  toPost("journalsapi/v15.0.0/journals/:id/bookdraftentries", book),
];
