/** Entries that wait in a journal, and what becomes of them when they are booked (journals 15.0.0). */
import { taxOn } from "../engine/reckoning.ts";
import { findOr } from "../engine/resources.ts";
import { type Ask, del, get, type Route, post as toPost } from "../engine/routes.ts";
import { big, cents, type Row, row, rows, text, words } from "../engine/values.ts";
import { newer } from "./lists.ts";
import { invalid, problems } from "./refusals.ts";
import { inBase, need, post, settle } from "./rules.ts";
import { type Books, type Name, site } from "./shapes.ts";

type Party = "customer" | "supplier";

/** Each has its place as its number. */
export const entryTypes = words(
  "|customerInvoice|customerPayment|supplierInvoice|supplierPayment|financeVoucher|reminder|openingEntry|transferredOpeningEntry|systemEntry|manualDebtorInvoice",
);
/** What can wait, in lists that are called by it and an `s`; and whom it is about. */
const waiting: Readonly<Record<string, Party | undefined>> = {
  ...{ customerPayment: "customer", supplierInvoice: "supplier", supplierPayment: "supplier" },
  financeVoucher: undefined,
};

/** A voucher waits in its journal, entry by entry; nothing is booked by this. */
export function makeVoucher(company: Books, journal: number, given: Row): Row[] {
  need(given, "accountingYear");
  const year = text(row(given["accountingYear"])["year"]);
  if (!company.tables.years.has(year)) throw invalid("accountingYear", "year")("There is no such year.", "E06000");
  const entries = Object.entries(waiting).flatMap(([entryType, party]) =>
    rows(row(given["entries"])[`${entryType}s`]).map((entry, index): Row => {
      const at = (field: string) => invalid("entries", `${entryType}s`, String(index), field);
      return { ...checked(company, entry, party, at), journal, entryType, year };
    }),
  );
  if (entries.length === 0) throw invalid("entries")("There are no entries.");
  const voucherNumber = company.next("voucher", 50_001);
  return entries.map((entry) => company.add("waiting", { ...entry, voucherNumber }));
}

function checked(
  company: Books,
  entry: Row,
  party: Party | undefined,
  at: (field: string) => ReturnType<typeof invalid>,
) {
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

const shown = (entry: Row): Row => ({
  ...{ entryTypeNumber: entryTypes.indexOf(text(entry["entryType"])), journalNumber: entry["journal"] },
  ...{ accountNumber: entry["account"], contraAccountNumber: entry["contraAccount"], amount: entry["amount"] },
  ...{ supplierNumber: entry["supplier"], customerNumber: entry["customer"], entryNumber: entry["journalEntryNumber"] },
  ...{ date: `${text(entry["date"])}T00:00:00Z`, currency: row(entry["currency"])["code"], objectVersion: "1" },
  voucherNumber: entry["voucherNumber"],
});

/** What is against the entry, with its tax taken out; and what is left of an invoice that is paid. */
function booked(company: Books, entry: Row): void {
  const { amount, account, contraAccount, contraVatAccount, entryType, customerInvoice, ...more } = entry;
  const { customer, supplier, supplierInvoiceNumber, dueDate, date } = more;
  const about = { currency: row(more["currency"])["code"], entryType, text: more["text"] };
  const own = account ?? (supplier === undefined ? 5600 : 6800);
  const isInvoice = entryType === "supplierInvoice";
  const rate = contraVatAccount === undefined ? 0 : 25;
  const net = cents(big(amount).minus(taxOn(big(amount), big(rate), true)));
  const party = { customer, supplier, supplierInvoiceNumber, dueDate, bookedInvoice: customerInvoice };
  const against = { account: contraAccount, amount: net.times(-1).toNumber(), vatAccount: contraVatAccount };
  post(company, Number(more["voucherNumber"]), text(date), [
    { ...about, ...party, account: own, amount, remainder: isInvoice ? amount : 0 },
    ...(contraAccount === undefined ? [] : [{ ...about, ...against }]),
    ...(rate === 0 ? [] : [{ ...about, account: 6903, amount: net.minus(big(amount)).toNumber() }]),
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
  const chosen = company.tables.waiting.where(({ journalEntryNumber }) => numbers.includes(journalEntryNumber));
  const isThere = chosen.length === numbers.length;
  if (!isThere || chosen.some(({ journal }) => text(journal) !== params["id"])) throw problems.notFound();
  if (chosen.some(({ account, contraAccount }) => account === undefined && contraAccount === undefined))
    throw problems.invalid("entryNumbers", "The voucher does not balance.");
  company.atOnce(() => {
    for (const entry of chosen) {
      company.tables.waiting.drop(entry);
      booked(company, entry);
    }
  });
  return { status: 204 };
}

const draftFields = ["entryNumber", "voucherNumber", "journalNumber", "date"];

export const bookingRoutes: readonly Route<Name>[] = [
  get("journalsapi/v15.0.0/draft-entries", (ask) =>
    newer(ask, ask.company.tables.waiting.all().map(shown), "entryNumber", draftFields),
  ),
  del("journalsapi/v15.0.0/draft-entries/:id", (ask) => {
    ask.company.tables.waiting.drop(findOr(ask, "waiting", problems.notFound));
    return { status: 204 };
  }),
  toPost("journalsapi/v15.0.0/journals/:id/bookdraftentries", book),
];
