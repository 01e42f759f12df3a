/** The entries of one voucher are one journal entry. */
import type { Call, ListCall, ListHandler } from "../../contract/connector.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file, files } from "../../kit/download.ts";
import { assembledPage, type ReadNext } from "../../kit/lists/filteredList.ts";
import { groupsOf } from "../../kit/lists/paging.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, bySign, difference, portion } from "../../kit/money.ts";
import { get, listing, noRecord, undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { documentsOf } from "./attachments.ts";
import { vatAccounts } from "./bookedEntries.ts";
import { categories } from "./catalogue.ts";
import { allOf, asKey, baseCurrency, condition, fromKey, keyed, today, where } from "./conventions.ts";
import { idIn, idOf, ids, linkedId, links, negated } from "./fields.ts";
import type { AccountingYear, Entry, Integer, Journal, Linked, Page, Text } from "./types.ts";

export interface Voucher {
  readonly year: string;
  readonly entries: readonly Entry[];
  readonly isDraft?: true;
  /** The agreement's currency, if the voucher's entries have several. */
  readonly base?: Text;
}

type Posting = Entry & { readonly inBase?: Text };

/** Amounts can only be added up in one currency. */
const sideOf = ({ amount, amountInBaseCurrency, inBase }: Posting) => bySign(inBase ? amountInBaseCurrency : amount);

const taxRate = mapping<TaxRate, NonNullable<Entry["vatAccount"]>>(values({ id: "vatCode", code: "vatCode" }));

type Tag = Readonly<Record<"id" | "category", string>>;
const dimension = mapping<Dimension, Tag>(values({ id: "id", categoryName: "category" }));
const tagsOf = ({ departmentalDistribution, project }: Entry): readonly Tag[] => {
  const department = idIn(departmentalDistribution, "departmentalDistributionNumber");
  const number = idIn(project, "projectNumber");
  return [
    ...(department === undefined ? [] : [{ id: `department-${department}`, category: categories.department }]),
    ...(number === undefined ? [] : [{ id: number, category: categories.project }]),
  ];
};

export const lineFields = twoWay({
  accountId: linkedId("account.accountNumber"),
  description: plainValue("text"),
});

const line = mapping<JournalLineItem, Posting>({
  ...lineFields.reads,
  ...ids({ id: "entryNumber" }),
  ...links({ customerId: "customer.customerNumber", supplierId: "supplier.supplierNumber" }),
  accountNumber: ({ account }) => Number(idIn(account, "accountNumber")) || undefined,
  currency: ({ currency, inBase }) => currencyCode(inBase ?? currency),
  debitCreditIndicator: (entry) => sideOf(entry)?.debitCreditIndicator,
  dimensions: nestedList(dimension, tagsOf),
  documentNumber: ({ supplierInvoiceNumber, bookedInvoice }) =>
    supplierInvoiceNumber || idIn(bookedInvoice, "bookedInvoiceNumber"),
  taxRate: nestedRecord(taxRate, ({ vatAccount }) => (vatAccount?.vatCode ? vatAccount : undefined)),
  totalNetAmount: (entry) => sideOf(entry)?.amount,
});

const first = ({ entries }: Voucher): Entry => entries[0] ?? {};
const openings: readonly Text[] = ["openingEntry", "transferredOpeningEntry"];

export const journalEntry = mapping<JournalEntry, Voucher>({
  id: (voucher) => `${asKey(voucher.year)}-${first(voucher).voucherNumber}`,
  currency: (voucher) => currencyCode(voucher.base ?? first(voucher).currency),
  description: ({ entries }) => entries.find(({ text }) => text)?.text,
  dueDate: ({ entries }) => accountingDay(entries.find(({ dueDate }) => dueDate)?.dueDate),
  isProvisional: ({ isDraft }) => isDraft === true,
  journalLineItems: nestedList(line, ({ entries, base }) =>
    base === undefined ? entries : entries.map((entry): Posting => ({ ...entry, inBase: base })),
  ),
  journalType: (voucher) => first(voucher).entryType,
  number: (voucher) => idOf(first(voucher).voucherNumber),
  recordType: (voucher) => (openings.includes(first(voucher).entryType) ? "OPENING" : "STANDARD"),
  transactionDate: (voucher) => accountingDay(first(voucher).date),
});
const rawEntries = ({ entries }: Voucher): unknown => entries;
export const raw = ({ entries }: Voucher): object => ({ entries });

const size = 1000;
const isSameVoucher = (left: Entry, right: Entry): boolean => left.voucherNumber === right.voucherNumber;

/** The complete vouchers after a number of rows, in the order of their numbers, and the row to continue at. */
async function vouchersFrom(session: Session, source: Source, skip: number) {
  const rows: Entry[] = [];
  for (let page = Math.floor(skip / size); ; page++) {
    const query = { sort: "voucherNumber,entryNumber", filter: source.filter, skippages: page, pagesize: size };
    const { collection = [] } = (await session.read(source.path, query)) as Page<Entry>;
    rows.push(...collection.slice(Math.max(0, skip - page * size)));
    const groups = groupsOf(rows, isSameVoucher);
    if (collection.length < size) return { groups, next: undefined };
    if (groups.length > 1) return { groups: groups.slice(0, -1), next: skip + groups.slice(0, -1).flat().length };
  }
}

type Source = Readonly<Record<"year" | "path" | "filter", string>>;

const isMixed = ({ entries }: Voucher): boolean => new Set(entries.map(({ currency }) => currency)).size > 1;

async function withBase(session: Session, vouchers: readonly Voucher[]): Promise<readonly Voucher[]> {
  if (!vouchers.some(isMixed)) return vouchers;
  const base = await baseCurrency(session);
  return vouchers.map((voucher) => (isMixed(voucher) ? { ...voucher, base } : voucher));
}

const readOn =
  (session: Session, sources: readonly Source[]): ReadNext =>
  async (cursor = "0 0") => {
    let [index = 0, skip = 0] = cursor.split(" ").map(Number);
    let natives: readonly Voucher[] = [];
    while (natives.length === 0 && index < sources.length) {
      const source = sources[index];
      if (source === undefined) break;
      const { groups, next } = await vouchersFrom(session, source, skip);
      natives = groups.map((entries) => ({ year: source.year, entries }));
      [index, skip] = next === undefined ? [index + 1, 0] : [index, next];
    }
    return { natives: await withBase(session, natives), ...(index < sources.length && { next: `${index} ${skip}` }) };
  };

/** The accounting years to read, each from the first day that the filters allow. */
async function sourcesFor(session: Session, { filters }: ListCall): Promise<readonly Source[]> {
  const { fiscalYearStartDate, transactionDateFrom, lastModifiedAt } = filters;
  const firstDays = [transactionDateFrom, lastModifiedAt?.toISOString().slice(0, 10), fiscalYearStartDate];
  const latest = firstDays.flatMap((day) => day ?? []).toSorted();
  const from = latest.at(-1) ?? `${today().slice(0, 4)}-01-01`;
  const years = await allOf<AccountingYear>(session, "/accounting-years", where("toDate", "gte", from));
  return years
    .filter(({ fromDate }) => fiscalYearStartDate === undefined || fromDate === fiscalYearStartDate)
    .toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1))
    .map(({ year }) => ({
      year,
      path: `${keyed("/accounting-years", year)}/entries`,
      filter: condition("date", "gte", from),
    }));
}

const list: ListHandler<JournalEntry> = {
  fields: journalEntry.fields,
  orders: [],
  requires: [],
  filters: ["lastModifiedAt", "transactionDateFrom", "fiscalYearStartDate"],
  readsWholeList: true,
  rules: [
    "Only booked entries are listed, without a filter those of the current calendar year. lastModifiedAt is compared with the transactionDate and reaches back over any number of fiscal years.",
    "The target system returns up to a thousand entries at a time. Only the last page has the total. VAT is a separate line.",
  ],
  list: async (call, session) => {
    const sources = await sourcesFor(session, call);
    const read = readOn(session, sources);
    const { natives, total } = await assembledPage(call, session, { name: JSON.stringify(sources), read });
    return { ...listing(journalEntry, natives as readonly Voucher[], rawEntries), total };
  },
};

/** `2026-17`, or `2025_6_2026-17`, as in the vendor's URLs. */
function keyOf(id: string | undefined): { readonly year: string; readonly number: string } {
  const [, year, number] = /^([\d_]+)-(\d{1,9})$/.exec(id ?? "") ?? [];
  if (year === undefined || number === undefined) throw noRecord();
  return { year: fromKey(year), number };
}

async function readVoucher({ ids }: Call, session: Session): Promise<Voucher | undefined> {
  const { year, number } = keyOf(ids["journalEntryId"]);
  const path = `${keyed("/accounting-years", year)}/entries`;
  const query = { sort: "voucherNumber,entryNumber", ...where("voucherNumber", "eq", number) };
  const entries = (await undefinedIfMissing(allOf<Entry>(session, path, query))) ?? [];
  if (entries.length > 0) return (await withBase(session, [{ year, entries }]))[0];
  return readDraft(session, `${asKey(year)}-${number}`);
}

/** A voucher that is not booked yet is in one of the journals. */
async function readDraft(session: Session, key: string): Promise<Voucher | undefined> {
  for (const { journalNumber } of await allOf<Journal>(session, "/journals")) {
    const found = (await undefinedIfMissing(session.read(`/journals/${journalNumber}/vouchers/${key}`))) as
      | Draft
      | undefined;
    if (found !== undefined) return withVat(draftOf(found), session);
  }
  return undefined;
}

interface DraftEntry extends Omit<Entry, "currency"> {
  readonly currency?: { readonly code?: Text } | null;
  readonly amountBaseCurrency?: Entry["amountInBaseCurrency"];
  readonly contraAccount?: Linked;
}

export interface Draft {
  readonly journal?: Linked;
  readonly voucherNumber?: Integer;
  readonly accountingYear?: { readonly year?: Text } | null;
  readonly entries?: Readonly<Record<string, readonly DraftEntry[] | null>> | null;
}

/** A draft entry names its contra account. Once it is booked, that is a second entry. */
export function draftOf({ voucherNumber, accountingYear, entries }: Draft): Voucher {
  const drafts = Object.values(entries ?? {}).flatMap((list) => list ?? []);
  const postings = drafts.flatMap(({ currency, amountBaseCurrency, contraAccount, ...fields }): Entry[] => {
    const entry = { ...fields, voucherNumber, currency: currency?.code, amountInBaseCurrency: amountBaseCurrency };
    if (!contraAccount) return [entry];
    const { customer: _customer, supplier: _supplier, vatAccount: _vat, ...contra } = entry;
    const amounts = { amount: negated(entry.amount), amountInBaseCurrency: negated(amountBaseCurrency) };
    return [entry, { ...contra, account: contraAccount, ...amounts }];
  });
  return { year: accountingYear?.year ?? "", entries: postings, isDraft: true };
}

/** The amount of a draft entry with a VAT code is gross. Once it is booked, the tax is an entry of its own. */
export async function withVat(voucher: Voucher, session: Session): Promise<Voucher> {
  if (!voucher.entries.some(({ vatAccount }) => vatAccount?.vatCode)) return voucher;
  const rates = new Map((await vatAccounts(session)).map((rate) => [rate.vatCode, rate]));
  const entries = voucher.entries.flatMap((entry): Entry[] => {
    const rate = rates.get(entry.vatAccount?.vatCode ?? "");
    const percentage = amount(rate?.ratePercentage) ?? 0;
    if (rate === undefined || percentage === 0) return [entry];
    const taxOf = (gross: Entry["amount"]) => portion(gross, percentage, 100 + percentage);
    const { vatAccount: _vat, entryNumber: _number, ...tax } = entry;
    const taxes = { amount: taxOf(entry.amount), amountInBaseCurrency: taxOf(entry.amountInBaseCurrency) };
    const net = {
      amount: difference(entry.amount, taxes.amount),
      amountInBaseCurrency: difference(entry.amountInBaseCurrency, taxes.amountInBaseCurrency),
    };
    return [
      { ...entry, ...net },
      { ...tax, account: rate.account, ...taxes },
    ];
  });
  return { ...voucher, entries };
}

const attachmentsOf = async ({ ids }: Call, session: Session) => {
  const { year, number } = keyOf(ids["journalEntryId"]);
  return documentsOf(session, { voucherNumber: Number(number), year });
};

export const journalEntries = {
  "journalEntries.list": list,
  "journalEntries.get": get<JournalEntry, Voucher>({ read: readVoucher, map: journalEntry, raw }),
  "journalEntries.attachments.list": files(attachmentsOf),
  "journalEntries.attachments.get": file(async (call, session) => {
    const found = (await attachmentsOf(call, session)).find(({ id }) => id === call.ids["attachmentId"]);
    if (found === undefined) throw noRecord();
    return found;
  }),
};
