/** Accounting years, account balances and open items. */
import { cannotStore } from "../../contract/failure.ts";
import type { FiscalYear, OpenItem, OpenItemEntry, TrialBalanceEntry } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { sideOf, yearBalances } from "../../kit/ledger.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, bySign } from "../../kit/money.ts";
import { entries } from "./bookedEntries.ts";
import { allItems, allOf, asKey, at, condition, fromKey, keyed, list, matches, newer, single } from "./conventions.ts";
import { idIn, idOf, ids, links } from "./fields.ts";
import type { Account, AccountingYear, BookedEntry, Total } from "./types.ts";

const years = "/accounting-years";

/** A year that is not a calendar year is called "2025/2026"; in URLs it is `2025_6_2026`. */
const fiscalYear = mapping<FiscalYear, AccountingYear>({
  id: ({ year }) => asKey(year),
  description: ({ year }) => year,
  ...days({ endDate: "toDate", startDate: "fromDate" }),
  status: ({ closed }) => (closed ? "CLOSED" : "OPEN"),
});

export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  return (await allOf<AccountingYear>(session, years)).map(({ fromDate }) => fromDate);
}

/**
 * Refuses to book in a closed year before a draft is made of it. Vouchers wait in their journal whatever their day is, so
 * this is not the closed period of the company.
 */
export async function checkOpenYear(
  { status, invoiceDate }: { readonly status?: string | undefined; readonly invoiceDate?: string | undefined },
  session: Session,
): Promise<void> {
  const day = invoiceDate?.slice(0, 10);
  if (status !== "OPEN" || day === undefined) return;
  const found = await allOf<AccountingYear>(session, years);
  const closed = found.find(
    (year) => year.closed === true && (year.fromDate ?? "") <= day && day <= (year.toDate ?? ""),
  );
  if (closed === undefined) return;
  throw cannotStore(
    `invoiceDate is ${day}, but the accounting year ${closed.year} is closed at e-conomic. Send a later day.`,
    "invoiceDate",
  );
}

interface NamedTotal extends Total {
  readonly name: string | null | undefined;
}

const trialBalanceEntry = mapping<TrialBalanceEntry, NamedTotal>({
  ...values({ accountName: "name" }),
  ...links({ accountNumber: "account.accountNumber" }),
  balance: sideOf(({ totalInBaseCurrency }) => bySign(totalInBaseCurrency)),
});

async function totalsOf(session: Session, first: string | undefined): Promise<readonly NamedTotal[]> {
  const year = (await allOf<AccountingYear>(session, years)).find(({ fromDate }) => fromDate === first);
  if (year === undefined) return [];
  const totals = await allOf<Total>(session, `${keyed(years, year.year)}/totals`);
  const accounts = await allItems<Account>(session, at("accounts", "/Accounts"));
  const names = new Map(accounts.map(({ number, name }) => [String(number), name]));
  return totals.map((total) => ({ ...total, name: names.get(idIn(total.account, "accountNumber") ?? "") }));
}

const openEntry = mapping<OpenItemEntry, BookedEntry>({
  amount: ({ amount: value }) => bySign(value)?.amount,
  ...values({ currency: "currencyCode", description: "text" }),
  ...days({ dueDate: "dueDate", postingDate: "date" }),
  debitCreditIndicator: ({ amount: value }) => bySign(value)?.debitCreditIndicator,
});

const partyOf = ({ customerNumber, supplierNumber }: BookedEntry) => idOf(customerNumber) ?? idOf(supplierNumber);
const documentOf = ({ customerInvoiceNumber, supplierInvoiceNumber }: BookedEntry) =>
  idOf(customerInvoiceNumber) ?? supplierInvoiceNumber;
const typeOf = ({ customerNumber }: BookedEntry) => (idOf(customerNumber) === undefined ? "BILL" : "INVOICE");

const openItem = mapping<OpenItem, BookedEntry>({
  ...ids({ id: "entryNumber" }),
  ...values({ currency: "currencyCode" }),
  ...days({ postingDate: "date" }),
  accountId: partyOf,
  accountNumber: partyOf,
  documentNumber: documentOf,
  entries: nestedList(openEntry, (entry) => [entry]),
  openBalance: sideOf(({ remainder }) => bySign(remainder)),
  totalCreditAmount: ({ amount: value }) => (Number(value ?? 0) < 0 ? bySign(value)?.amount : 0),
  totalDebitAmount: ({ amount: value }) => (Number(value ?? 0) > 0 ? amount(value) : 0),
  type: typeOf,
});

export const ledger = {
  "fiscalYears.list": list<FiscalYear, AccountingYear>({ path: years, map: fiscalYear, defaultOrder: "year" }),
  "fiscalYears.get": single<FiscalYear, AccountingYear>([years, "fiscalYearId"], fiscalYear, (folder, id) =>
    keyed(folder, id && fromKey(id)),
  ),
  "trialBalance.list": yearBalances<NamedTotal>({
    read: totalsOf,
    map: trialBalanceEntry,
    number: ({ account }) => idIn(account, "accountNumber"),
    raw: ({ name: _name, ...raw }) => raw,
    rules: ["Each account has its balance, but no debit and credit totals."],
  }),
  "openItems.list": newer<OpenItem, BookedEntry>({
    map: openItem,
    sources: () => [{ path: entries, query: { filter: condition("remainder", "ne", 0) } }],
    fits: (entry, { filters }) =>
      partyOf(entry) !== undefined &&
      Number(entry.remainder ?? 0) !== 0 &&
      matches(filters, entry, { accountNumber: partyOf, documentNumber: documentOf, type: typeOf }),
    filters: ["accountNumber", "documentNumber", "type"],
    rules: ["Payments that are not matched yet are open items, too, on the opposite side."],
  }),
};
