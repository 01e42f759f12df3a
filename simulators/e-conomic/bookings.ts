/** Entries that wait in a journal until they are booked, and how the newer APIs tell of both. */
import type { Answer, Ask } from "../engine/routes.ts";
import { only, type Row, row, rows, text, words } from "../engine/values.ts";
import { invalid, problems } from "./refusals.ts";
import { bookEntry, check, inBase, nextVoucher } from "./rules.ts";
import { type Books, type Name, site } from "./shapes.ts";

/** Each has its place as its number. */
const entryTypes = words(
  "|customerInvoice|customerPayment|supplierInvoice|supplierPayment|financeVoucher|reminder|openingEntry|transferredOpeningEntry|systemEntry|manualDebtorInvoice",
);
/** What can wait, in lists that are called by it and an `s`; and whom it is about. */
const waiting = {
  customerPayment: "customer",
  supplierInvoice: "supplier",
  supplierPayment: "supplier",
  financeVoucher: "",
};

/** A voucher waits in its journal, entry by entry; nothing is booked by this. */
export function makeVoucher(company: Books, journal: number, given: Row): Row[] {
  check(company, given, [], "accountingYear");
  const year = text(row(given["accountingYear"])["year"]);
  if (!company.tables.years.has(year)) throw invalid("accountingYear", "year")("There is no such year.", "E06000");
  const entries = Object.entries(waiting).flatMap(([entryType, party]) =>
    rows(row(given["entries"])[`${entryType}s`]).map((entry, index): Row => {
      const place = ["entries", `${entryType}s`, String(index)];
      check(company, entry, place, "amount", "date", ...(party === "" ? ["account"] : []));
      if (party !== "" && entry[party] === undefined && entry["contraAccount"] === undefined)
        throw invalid(...place, party)(`Either '${party}' or 'contraAccount' is required.`);
      return { ...entry, journal, entryType, year };
    }),
  );
  if (entries.length === 0) throw invalid("entries")("There are no entries.");
  const voucherNumber = nextVoucher(company);
  return entries.map((entry) => {
    const code = text(row(entry["currency"])["code"]) || "DKK";
    return company.add("waiting", {
      ...{ ...entry, voucherNumber, currency: { code, self: `${site}/currencies/${code}` } },
      ...{
        journalEntryNumber: company.next("draft entry", 700_001),
        amountBaseCurrency: inBase(entry["amount"], code),
      },
    });
  });
}

export function book(ask: Ask<Name>): Answer {
  const { company, params } = ask;
  const numbers = ask.body()["entryNumbers"];
  if (!Array.isArray(numbers) || numbers.length === 0) throw problems.invalid("entryNumbers", "It must not be empty.");
  const chosen = company.tables.waiting.where(
    ({ journal, journalEntryNumber }) => text(journal) === params["id"] && numbers.includes(journalEntryNumber),
  );
  if (chosen.length !== numbers.length) throw problems.notFound();
  if (chosen.some(({ account, contraAccount }) => account === undefined && contraAccount === undefined))
    throw problems.invalid("entryNumbers", "The voucher does not balance.");
  company.atOnce(() => {
    for (const entry of chosen) {
      company.tables.waiting.drop(entry);
      bookEntry(company, entry);
    }
  });
  return { status: 204 };
}

const midnight = (day: unknown) => (day === undefined ? undefined : `${text(day)}T00:00:00Z`);
const typeOf = ({ entryType }: Row): number => entryTypes.indexOf(text(entryType));

/** Flat: what is called the same in both. */
const common = ({ account, amount, customer, supplier, date, voucherNumber }: Row): Row => ({
  ...{ accountNumber: account, amount, customerNumber: customer, supplierNumber: supplier, voucherNumber },
  ...{ date: midnight(date), objectVersion: "1" },
});

export const draftEntry = (kept: Row): Row => ({
  ...{ ...common(kept), entryNumber: kept["journalEntryNumber"], entryTypeNumber: typeOf(kept) },
  ...{ contraAccountNumber: kept["contraAccount"], currency: row(kept["currency"])["code"] },
  journalNumber: kept["journal"],
});

export const entry = (kept: Row): Row => ({
  ...{ ...common(kept), ...only(kept, ["entryNumber", "amountInBaseCurrency", "text", "supplierInvoiceNumber"]) },
  ...{ type: typeOf(kept), currencyCode: kept["currency"], remainder: kept["remainder"] },
  ...{ customerInvoiceNumber: kept["bookedInvoice"], dueDate: midnight(kept["dueDate"]) },
  ...{ projectNumber: kept["project"], vatAccountNumber: kept["vatAccount"] },
});
