/** Vouchers. The vendor lists their postings, which Kontor puts together by the number of the voucher. */
import { Big } from "big.js";
import type { ListCall, ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { absoluteAmounts, values } from "../../kit/columns.ts";
import { accountingDay, calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { type Encoded, encoder, type FieldEncoder, nested, sentSeparately } from "../../kit/encode.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { amount, bySign, decimal, sum } from "../../kit/money.ts";
import { get } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { categories, vatIds } from "./catalogue.ts";
import { allOf, changedSince, companyCurrency, ever, latest, today } from "./conventions.ts";
import { identity, numericId, percentageOf, stamps, texts } from "./fields.ts";
import { checkOpenDay } from "./settings.ts";
import type { PostedVoucher, Transaction } from "./types.ts";

/** A voucher as the vendor shows it: its postings. */
type Voucher = readonly Transaction[];

const taxRate = mapping<TaxRate, Transaction>({
  ...texts({ id: "VatId" }),
  ...values({ code: "VatCode" }),
  taxRatePercentage: ({ VatRate }) => percentageOf(VatRate)?.toString(),
});

interface Categorized {
  readonly id: number | null | undefined;
  readonly code: string | null | undefined;
  readonly category: string;
}
const dimension = mapping<Dimension, Categorized>({
  ...texts({ id: "id" }),
  ...values({ categoryName: "category", code: "code" }),
});

function dimensionsOf(native: Transaction): readonly Categorized[] | undefined {
  const known: readonly Categorized[] = [
    { id: native.DepartmentId, code: native.DepartmentCode, category: categories.department },
    { id: native.LocationId, code: native.LocationCode, category: categories.location },
    { id: native.ProjectId, code: native.ProjectCode, category: categories.project },
  ];
  const set = known.filter(({ id }) => id !== null && id !== undefined);
  return set.length > 0 ? set : undefined;
}

const line = mapping<JournalLineItem, Transaction>({
  ...identity,
  ...texts({ accountId: "AccountId", itemId: "ProductId" }),
  ...values({ accountNumber: "AccountNo", description: "Description" }),
  ...absoluteAmounts({ totalNetAmount: "Amount" }),
  ...stamps,
  currency: ({ CurrencyCode }) => currencyCode(CurrencyCode),
  customerId: ({ ContactId, CustomerAccountNo }) => (CustomerAccountNo && ContactId ? String(ContactId) : undefined),
  debitCreditIndicator: ({ Amount }) => bySign(Amount)?.debitCreditIndicator,
  dimensions: nestedList(dimension, dimensionsOf),
  supplierId: ({ ContactId, SupplierAccountNo }) => (SupplierAccountNo && ContactId ? String(ContactId) : undefined),
  taxRate: nestedRecord(taxRate, (native) => (native.VatCode ? native : undefined)),
});

/** The foreign currency that all postings share and in which they balance. */
function foreignOf(voucher: Voucher): string | undefined {
  const code = voucher[0]?.CurrencyCode ?? undefined;
  if (code === undefined || code === companyCurrency) return undefined;
  const isShared = voucher.every(({ CurrencyCode }) => CurrencyCode === code);
  const isBalanced = sum(voucher.map(({ CurrencyAmount }) => CurrencyAmount)) === 0;
  return isShared && isBalanced ? code : undefined;
}

const shownLines = (voucher: Voucher): readonly Transaction[] => {
  const isForeign = foreignOf(voucher) !== undefined;
  return voucher.map((posting) =>
    isForeign ? { ...posting, Amount: posting.CurrencyAmount } : { ...posting, CurrencyCode: companyCurrency },
  );
};

const rateDecimals = 8;

/** The amount of crowns for one unit of the entry's currency. */
function exchangeRateOf(voucher: Voucher): string | undefined {
  const posting = voucher.find(({ CurrencyAmount }) => amount(CurrencyAmount));
  if (foreignOf(voucher) === undefined || posting === undefined) return undefined;
  const rate = new Big(posting.Amount ?? 0).div(posting.CurrencyAmount ?? 1);
  return rate.round(rateDecimals).toFixed();
}

const numberOf = ([first]: Voucher): string => String(first?.VoucherNo ?? "");

/** The first day on which the voucher has an effect. */
const firstDayOf = (voucher: Voucher): string =>
  voucher.map(({ PostingDate }) => PostingDate?.slice(0, 10) ?? "").toSorted()[0] ?? "";

const journalEntry = mapping<JournalEntry, Voucher>({
  id: numberOf,
  number: numberOf,
  createdDate: ([first]) => (first === undefined ? undefined : stamps.createdDate(first)),
  currency: (voucher) => currencyCode(foreignOf(voucher) ?? companyCurrency),
  description: ([first]) => first?.VoucherDescription,
  exchangeRate: exchangeRateOf,
  isProvisional: () => false,
  isReversal: ([first]) => first?.ReversedVoucherNo !== null && first?.ReversedVoucherNo !== undefined,
  journalLineItems: nestedList(line, shownLines),
  journalType: ([first]) => first?.VoucherType,
  transactionDate: (voucher) => accountingDay(firstDayOf(voucher)),
  updatedDate: (voucher) => latest(...voucher.map(({ LastChangedDateTimeOffset }) => LastChangedDateTimeOffset)),
});

/** The postings under the vendor's name for them: a voucher is no record of the API. */
const raw = (voucher: Voucher): object => ({ AccountTransactions: voucher });

const path = "/v2/AccountTransactions";

const readPostings = (session: Session, query: VendorQuery) =>
  allOf<Transaction>(session, path, { ...ever, OrderBy: "Id", ...query });

const grouped = (postings: readonly Transaction[]): readonly Voucher[] =>
  [...Map.groupBy(postings, ({ VoucherNo }) => VoucherNo).values()].toSorted(
    ([one], [two]) => Number(one?.VoucherNo) - Number(two?.VoucherNo),
  );

/** Numbers in one request, so that its URL does not get too long. */
const atOnce = 100;

async function readVouchers(session: Session, numbers: readonly string[]): Promise<readonly Voucher[]> {
  const found: Transaction[] = [];
  for (let at = 0; at < numbers.length; at += atOnce)
    found.push(...(await readPostings(session, { voucherNos: numbers.slice(at, at + atOnce).join(",") })));
  return grouped(found);
}

const isComplete = (voucher: Voucher): boolean => sum(voucher.map(({ Amount }) => Amount)) === 0;

/** The same day, a year ago. */
function yearAgo(): string {
  const now = today();
  return `${Number(now.slice(0, 4)) - 1}${now.slice(4).replace("02-29", "02-28")}`;
}

interface Days {
  readonly fromDate: string;
  readonly toDate: string;
}

function daysOf({ filters: { transactionDateFrom, fiscalYearStartDate, lastModifiedAt } }: ListCall): Days {
  const given = [fiscalYearStartDate ?? "", transactionDateFrom ?? ""].toSorted().at(-1);
  return {
    fromDate: given || (lastModifiedAt === undefined ? yearAgo() : ever.fromDate),
    toDate: fiscalYearStartDate === undefined ? ever.toDate : lastDayOfYear(fiscalYearStartDate),
  };
}

/** The vouchers of some days. A voucher may also have postings of other days, and only one that was changed. */
async function readListed(session: Session, call: ListCall): Promise<readonly Voucher[]> {
  const { lastModifiedAt } = call.filters;
  const window = daysOf(call);
  const postings = await readPostings(session, { ...window, ...(lastModifiedAt && changedSince(lastModifiedAt)) });
  const vouchers = grouped(postings);
  const partial = vouchers.filter((voucher) => lastModifiedAt !== undefined || !isComplete(voucher));
  const whole = await readVouchers(session, partial.map(numberOf));
  const byNumber = new Map(whole.map((voucher) => [numberOf(voucher), voucher]));
  return vouchers
    .map((voucher) => byNumber.get(numberOf(voucher)) ?? voucher)
    .filter((voucher) => firstDayOf(voucher) >= window.fromDate);
}

/** A number that the API could take for a range or a list is no voucher. */
async function readVoucher(session: Session, number: string | undefined): Promise<Voucher | undefined> {
  if (number === undefined || !/^\d+$/.test(number)) return undefined;
  const [voucher] = await readVouchers(session, [number]);
  return voucher;
}

const listed: ListHandler<JournalEntry> = inMemory<JournalEntry, Voucher>({
  read: readListed,
  map: journalEntry,
  raw,
  filters: {
    // `read` has applied them already.
    lastModifiedAt: () => true,
    fiscalYearStartDate: () => true,
    transactionDateFrom: () => true,
  },
  rules: [
    "Without transactionDateFrom, fiscalYearStartDate or lastModifiedAt the entries of the last twelve months are listed.",
    "The id of an entry is the number of its voucher. Amounts are in the entry's own currency if all postings share it, otherwise in NOK.",
  ],
});

const fieldsOfCategories: Readonly<Record<string, string>> = {
  [categories.department]: "DepartmentId",
  [categories.location]: "LocationId",
  [categories.project]: "ProjectId",
};

/** The category says which of the three a dimension is. */
const dimensionsAs: FieldEncoder<readonly Dimension[]> = nested(
  encoder<Dimension>({ id: sentSeparately, categoryName: sentSeparately }),
  (dimensions: readonly Dimension[], _input: unknown, field) =>
    Object.fromEntries(
      dimensions.flatMap(({ id, categoryName }) => {
        const name = fieldsOfCategories[categoryName ?? ""] ?? "DepartmentId";
        return id === undefined ? [] : [[name, numericId(id, `${field}.id`)] as const];
      }),
    ),
);

const signed = (value: number, { debitCreditIndicator }: JournalLineItemInput): object => ({
  CurrencyAmount: Number(decimal(debitCreditIndicator === "CREDIT" ? -value : value)),
});

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: (id: string, _input, field) => ({ AccountId: numericId(id, field) }),
  // Sent as the sign of the amount.
  debitCreditIndicator: sentSeparately,
  description: (Description) => ({ Description }),
  dimensions: dimensionsAs,
  // Sent as the vendor's id of the code.
  taxRate: nested(encoder<TaxRate>({ id: sentSeparately, code: sentSeparately }), ({ id, code }: TaxRate) => ({
    VatCode: code ?? id,
  })),
  totalNetAmount: (value, input) => (input.totalGrossAmount === undefined ? signed(value, input) : {}),
  totalGrossAmount: signed,
});

const linesAs = nested(
  lineEncoder,
  (lines: readonly JournalLineItemInput[], { transactionDate }: JournalEntryInput, field) => ({
    VoucherLines: lines.map((each) => ({
      ...lineEncoder(each, field),
      ...(transactionDate !== undefined && { PostingDate: calendarDay(transactionDate) }),
    })),
  }),
);

/** The code of a posting without tax. */
const untaxed = "0";

/** Each line names its VAT code by the vendor's id, also one without tax. */
function withVatIds(encoded: Encoded, prepared: unknown, { body }: WriteCall<JournalEntryInput>): object {
  const ids = [...(prepared as ReadonlyMap<string, number | string>)].map(([code, id]) => ({ code, id }));
  const lines = (encoded["VoucherLines"] ?? []) as readonly { readonly VatCode?: string }[];
  const rate = body.exchangeRate === undefined ? {} : { CurrencyExchangeRate: Number(body.exchangeRate) };
  return {
    ...encoded,
    VoucherLines: lines.map(({ VatCode = untaxed, ...rest }, index) => {
      const field = `journalLineItems[${index}].taxRate.code`;
      const { id } = referencedRow(ids, { field, value: VatCode, kind: "tax code", key: ({ code }) => code });
      return { ...rest, ...rate, VatId: id };
    }),
  };
}

export const journalEntries = {
  "journalEntries.list": listed,
  "journalEntries.get": get<JournalEntry, Voucher>({
    map: journalEntry,
    raw,
    read: ({ ids }, session) => readVoucher(session, ids["journalEntryId"]),
  }),
  "journalEntries.create": write<JournalEntryInput, JournalEntry, Voucher>({
    method: "POST",
    path: "/v2/Vouchers/ManualJournals",
    encoder: encoder<JournalEntryInput>({
      currency: sentSeparately,
      description: (Description) => ({ Description }),
      // Sent with each line.
      exchangeRate: sentSeparately,
      isProvisional: (isProvisional: boolean, _input, field) => {
        if (!isProvisional) return {};
        throw cannotStore("PowerOffice Go posts the voucher at once. Leave isProvisional out.", field);
      },
      journalLineItems: linesAs,
      transactionDate: (date) => ({ VoucherDate: calendarDay(date) }),
    }),
    // The vendor refuses a second voucher with the same reference.
    also: ({ body, marker }) => ({
      CurrencyCode: body.currency ?? companyCurrency,
      ExternalImportReference: marker,
    }),
    prepare: async ({ body }, session) => {
      await checkOpenDay(body.transactionDate, "transactionDate", session);
      return vatIds(session);
    },
    body: withVatIds,
    readBack: async (reply: PostedVoucher, _call, session) =>
      (await readVoucher(session, String(reply.VoucherNo ?? ""))) ?? [],
    readBackOnlyReads: true,
    stub: (reply: PostedVoucher) => (reply.VoucherNo ? { id: String(reply.VoucherNo) } : {}),
    map: journalEntry,
    raw,
    requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId"],
    rules: [
      "The voucher is posted at once. Amounts are gross: with a tax rate the target system books the tax itself, as a separate line.",
      "Dimensions with the categoryName Location or Project are those; all others are departments.",
    ],
  }),
};
