/** Vouchers. Lists have no rows, so each voucher of a page is read. */
import type { ListCall, ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { assembledPage, type ReadNext } from "../../kit/lists/filteredList.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, decimal } from "../../kit/money.ts";
import { oneByOne } from "../../kit/oneByOne.ts";
import { path } from "../../kit/path.ts";
import { get, listing, noRecord } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { write } from "../../kit/writing.ts";
import { allOf, checkOpenDay, financialYears, lastModified, unwrapped } from "./conventions.ts";
import { accountAs, dimensionsAs, idOf, tag, tagsOf } from "./fields.ts";
import { yearOf } from "./ledger.ts";
import type { FinancialYear, Voucher, VoucherRow, VoucherSeries } from "./types.ts";

const line = mapping<JournalLineItem, VoucherRow>({
  accountId: ({ Account }) => idOf(Account),
  accountNumber: ({ Account }) => Number(Account) || undefined,
  currency: () => "SEK",
  debitCreditIndicator: ({ Debit, Credit }) => balance(Debit, Credit).debitCreditIndicator,
  description: ({ TransactionInformation, Description }) => TransactionInformation || Description,
  dimensions: nestedList(tag, tagsOf),
  totalNetAmount: ({ Debit, Credit }) => balance(Debit, Credit).amount,
});

const isThere = ({ Removed }: VoucherRow): boolean => Removed !== true;

/** `3-A-17`: the id of the fiscal year, the series and the number. */
const idFor = ({ Year, VoucherSeries: series, VoucherNumber: number }: Voucher): string =>
  `${Year}-${series}-${number}`;

const entryFields = twoWay({
  description: plainValue("Description"),
  journalCode: plainValue("VoucherSeries"),
});

const journalEntry = mapping<JournalEntry, Voucher>({
  ...entryFields.reads,
  ...values({ journalType: "ReferenceType" }),
  ...days({ transactionDate: "TransactionDate" }),
  id: idFor,
  currency: () => "SEK",
  documentId: ({ ReferenceNumber }) => idOf(ReferenceNumber),
  isProvisional: () => false,
  journalLineItems: nestedList(line, ({ VoucherRows }) => VoucherRows?.filter(isThere)),
  number: ({ VoucherSeries: series, VoucherNumber: number }) => `${series}${number}`,
});

const kind = "Voucher";

const readVoucher = (session: Session, { Year, VoucherSeries: series, VoucherNumber: number }: Voucher) =>
  readAt(session, String(Year), { series, number: String(number) });

async function readAt(
  session: Session,
  year: string,
  { series, number }: { readonly series: string; readonly number: string },
): Promise<Voucher | undefined> {
  const reply = await session.read(path`/vouchers/${series}/${number}`, { financialyear: year });
  return unwrapped<Voucher>(kind)(reply as { [name: string]: unknown });
}

interface Page {
  readonly MetaInformation?: { readonly "@TotalPages"?: number };
  readonly Vouchers?: readonly Voucher[];
}

/** Rows of the list, without their vouchers. */
const size = 100;

const readOn =
  (session: Session, years: readonly FinancialYear[], query: VendorQuery): ReadNext =>
  async (cursor = "0 1") => {
    let [index = 0, page = 1] = cursor.split(" ").map(Number);
    let natives: readonly Voucher[] = [];
    while (natives.length === 0 && index < years.length) {
      const financialyear = years[index]?.Id;
      const found = (await session.read("/vouchers", { ...query, financialyear, page, limit: size })) as Page;
      natives = found.Vouchers ?? [];
      [index, page] = page < (found.MetaInformation?.["@TotalPages"] ?? 0) ? [index, page + 1] : [index + 1, 1];
    }
    return { natives, ...(index < years.length && { next: `${index} ${page}` }) };
  };

/** The fiscal years to read, oldest first. */
async function yearsFor(session: Session, { filters }: ListCall): Promise<readonly FinancialYear[]> {
  const { fiscalYearStartDate, transactionDateFrom = "" } = filters;
  const years = await financialYears(session);
  return years
    .filter(({ FromDate }) => fiscalYearStartDate === undefined || FromDate === fiscalYearStartDate)
    .filter(({ ToDate }) => ToDate >= transactionDateFrom)
    .toSorted((left, right) => (left.FromDate < right.FromDate ? -1 : 1));
}

const journalEntryList: ListHandler<JournalEntry> = {
  fields: journalEntry.fields,
  filters: ["lastModifiedAt", "fiscalYearStartDate", "transactionDateFrom"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "The target system lists the vouchers of one fiscal year without their rows. Kontor reads each voucher of a page, beginning with the oldest year. The total comes with the last page.",
  ],
  list: async (call, session) => {
    const { transactionDateFrom: fromdate, lastModifiedAt } = call.filters;
    const query = { fromdate, ...(lastModifiedAt && lastModified(lastModifiedAt)) };
    const years = await yearsFor(session, call);
    const name = JSON.stringify(["vouchers", years, query]);
    const page = await assembledPage(call, session, { name, read: readOn(session, years, query) });
    const listed = page.natives as readonly Voucher[];
    const vouchers = await Promise.all(listed.map((voucher) => readVoucher(session, voucher)));
    const natives = vouchers.filter((voucher) => voucher !== undefined);
    return { ...listing(journalEntry, natives), total: page.total };
  },
};

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: accountAs("Account"),
  // Checked with the entry's.
  currency: onlyAccepts(["SEK"], ": a voucher is in the company's currency"),
  debitCreditIndicator: sentSeparately,
  description: fieldAs("TransactionInformation"),
  dimensions: dimensionsAs,
  totalNetAmount: (value, { debitCreditIndicator }) => {
    const amount = Number(decimal(value));
    return debitCreditIndicator === "CREDIT" ? { Debit: 0, Credit: amount } : { Debit: amount, Credit: 0 };
  },
});

const entryEncoder = encoder<JournalEntryInput>({
  ...entryFields.writes,
  currency: onlyAccepts(["SEK"], ": a voucher is in the company's currency"),
  isProvisional: (isProvisional, _input, field) => {
    if (!isProvisional) return {};
    throw cannotStore("Fortnox books a voucher at once. Send isProvisional false, or leave it out.", field);
  },
  journalLineItems: listAs("VoucherRows", lineEncoder),
  transactionDate: (moment) => ({ TransactionDate: calendarDay(moment) }),
});

interface Prepared {
  readonly year: number;
  readonly series: string;
}

/** The series in the body, or the only one in which users enter vouchers. */
async function seriesFor({ journalCode }: JournalEntryInput, session: Session): Promise<string> {
  if (journalCode !== undefined) return journalCode;
  const all = await allOf<VoucherSeries>(session, "/voucherseries", "VoucherSeriesCollection");
  const manual = all.filter(({ Manual }) => Manual === true);
  const [only, ...others] = manual;
  if (only !== undefined && others.length === 0) return only.Code;
  const candidates = manual.map(({ Code, Description }) => `${Code} (${Description})`).join("; ");
  throw cannotStore(
    `Fortnox has ${only === undefined ? "no series" : "several series"} for entered vouchers. Send one of them as journalCode: ${candidates}.`,
    "journalCode",
  );
}

async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Prepared> {
  const day = calendarDay(body.transactionDate ?? "");
  const year = await yearOf(session, day);
  if (year === undefined)
    throw cannotStore(`Fortnox has no fiscal year that contains ${day}. Send another day.`, "transactionDate");
  await checkOpenDay(day, "transactionDate", session);
  return { year: year.Id, series: await seriesFor(body, session) };
}

const create = write<JournalEntryInput, JournalEntry, Voucher>({
  method: "POST",
  path: (_call, { year }: Prepared) => `/vouchers?financialyear=${year}`,
  encoder: entryEncoder,
  prepare,
  body: (encoded: Encoded, prepared) => ({ ...encoded, VoucherSeries: (prepared as Prepared).series }),
  within: kind,
  record: unwrapped<Voucher>(kind),
  map: journalEntry,
  requires: ["transactionDate", "description", "journalLineItems", "journalLineItems.accountId"],
  rules: [
    "The voucher is booked at once and cannot be changed. Without journalCode it goes into the series for entered vouchers, if there is only one.",
  ],
});

export const journalEntries = {
  "journalEntries.list": journalEntryList,
  "journalEntries.get": get<JournalEntry, Voucher>({
    map: journalEntry,
    read: ({ ids }, session) => {
      const [, year, series, number] = /^(\d+)-(.+)-(\d+)$/.exec(ids["journalEntryId"] ?? "") ?? [];
      if (year === undefined || series === undefined || number === undefined) throw noRecord();
      return readAt(session, year, { series, number });
    },
  }),
  "journalEntries.create": create,
  "journalEntries.bulk": oneByOne("journalEntries.create", create),
};
