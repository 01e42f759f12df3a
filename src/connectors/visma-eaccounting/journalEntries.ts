/** Vouchers, which are booked at once. */
import type { ListHandler, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, instants, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, fieldAs, listAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { balance, decimal } from "../../kit/money.ts";
import { oneByOne } from "../../kit/oneByOne.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, checkOpenDay, fiscalYears, list, readSettings, yearOf, yearStarting } from "./conventions.ts";
import { dimensionsAs, tag, tagsOf } from "./fields.ts";
import type { FiscalYear, Voucher, VoucherFacts, VoucherRow } from "./types.ts";

/** The vendor's names of its types (OpenAPI description). */
const types = vocabulary({
  "2": "ManualVoucher",
  "5": "BankAccountTransferDeposit",
  "6": "BankAccountTransferWithdrawal",
  "7": "PurchaseReceipt",
  "8": "VatReport",
  "9": "SieImport",
  "10": "BankTransactionDeposit",
  "11": "BankTransactionWithdrawal",
  "12": "SupplierInvoiceDebit",
  "13": "SupplierInvoiceCredit",
  "14": "CustomerInvoiceDebit",
  "15": "CustomerInvoiceCredit",
  "16": "ClaimOnCardAcquirer",
  "17": "TaxReturn",
  "18": "AllocationPeriod",
  "19": "AllocationPeriodCorrection",
  "20": "InventoryEvent",
  "21": "EmployerReport",
  "22": "Payslip",
  "23": "CustomerQuickInvoiceDebit",
  "24": "CustomerQuickInvoiceCredit",
  "25": "SupplierQuickInvoiceDebit",
  "26": "SupplierQuickInvoiceCredit",
  "27": "IZettleVoucher",
});
/** The description has them without a name. */
const unnamed = ["28", "29"];

const line = mapping<JournalLineItem, VoucherRow>({
  accountId: ({ AccountNumber }) => String(AccountNumber),
  accountNumber: ({ AccountNumber }) => AccountNumber,
  debitCreditIndicator: ({ DebitAmount, CreditAmount }) => balance(DebitAmount, CreditAmount).debitCreditIndicator,
  description: ({ TransactionText }) => TransactionText,
  dimensions: nestedList(tag, tagsOf),
  totalNetAmount: ({ DebitAmount, CreditAmount }) => balance(DebitAmount, CreditAmount).amount,
});

const fields = twoWay({
  description: plainValue("VoucherText"),
  journalCode: plainValue("NumberSeries"),
});

const journalEntry = mapping<JournalEntry, Voucher>({
  ...fields.reads,
  ...values({ number: "NumberAndNumberSeries" }),
  ...days({ transactionDate: "VoucherDate" }),
  ...instants({ createdDate: "CreatedUtc", updatedDate: "ModifiedUtc" }),
  // The vendor reads a voucher by its fiscal year and its id.
  id: ({ Id, also }) => (also?.yearId === undefined ? undefined : `${also.yearId}_${Id}`),
  currency: ({ also }) => currencyCode(also?.currency),
  isProvisional: () => false,
  journalLineItems: nestedList(line, ({ Rows }) => Rows ?? []),
  journalType: types.read(({ VoucherType }: Voucher) => VoucherType?.toString(), unnamed),
});

const raw = ({ also: _also, ...voucher }: Voucher): unknown => voucher;

const withFacts = (voucher: Voucher, years: readonly FiscalYear[], currency: string | null | undefined): Voucher => {
  const yearId = yearOf(years, calendarDay(voucher.VoucherDate ?? ""))?.Id;
  return { ...voucher, also: { yearId, currency: currency ?? undefined } satisfies VoucherFacts["also"] };
};

async function completed(vouchers: readonly Voucher[], session: Session): Promise<readonly Voucher[]> {
  if (vouchers.length === 0) return vouchers;
  const [years, { CurrencyCode }] = await Promise.all([fiscalYears(session), readSettings(session)]);
  return vouchers.map((voucher) => withFacts(voucher, years, CurrencyCode));
}

const listIn = (folder: string): ListHandler<JournalEntry> =>
  list<JournalEntry, Voucher>({
    path: folder,
    map: journalEntry,
    raw,
    join: completed,
    filters: {
      lastModifiedAt: changedSince("ModifiedUtc"),
      transactionDateFrom: (day) => ({ $filter: `VoucherDate ge ${day}T00:00:00Z` }),
    },
  });

const ofAllYears = listIn("/vouchers");

const journalEntryList: ListHandler<JournalEntry> = {
  ...ofAllYears,
  filters: [...ofAllYears.filters, "fiscalYearStartDate"],
  list: async (call, session) => {
    const { fiscalYearStartDate, ...filters } = call.filters;
    if (fiscalYearStartDate === undefined) return ofAllYears.list(call, session);
    const year = yearStarting(await fiscalYears(session), fiscalYearStartDate);
    if (year === undefined) return { records: [], raw: [], total: 0 };
    return listIn(path`/vouchers/${year.Id}`).list({ ...call, filters }, session);
  },
};

async function readVoucher(session: Session, yearId: string, id: string): Promise<Voucher> {
  const voucher = (await session.read(path`/vouchers/${yearId}/${id}`)) as Voucher;
  const { CurrencyCode } = await readSettings(session);
  return { ...voucher, also: { yearId, currency: CurrencyCode ?? undefined } };
}

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: (value, _input, field) => {
    if (!/^\d+$/.test(value))
      throw cannotStore(`${field} has to be the number of an account at Visma eAccounting, such as 3041.`, field);
    return { AccountNumber: Number(value) };
  },
  // Checked with the entry's.
  currency: sentSeparately,
  debitCreditIndicator: sentSeparately,
  description: fieldAs("TransactionText"),
  dimensions: dimensionsAs,
  totalNetAmount: (value, { debitCreditIndicator }) => {
    const amount = Number(decimal(value));
    return debitCreditIndicator === "CREDIT"
      ? { DebitAmount: 0, CreditAmount: amount }
      : { DebitAmount: amount, CreditAmount: 0 };
  },
});

const entryEncoder = encoder<JournalEntryInput>({
  ...fields.writes,
  currency: sentSeparately,
  isProvisional: (isProvisional, _input, field) => {
    if (!isProvisional) return {};
    throw cannotStore("Visma eAccounting books a voucher at once. Send isProvisional false, or leave it out.", field);
  },
  journalLineItems: listAs("Rows", lineEncoder),
  transactionDate: (moment) => ({ VoucherDate: calendarDay(moment) }),
});

interface Prepared {
  readonly yearId: string;
}

function checkCurrency({ currency, journalLineItems = [] }: JournalEntryInput, own: string | null | undefined): void {
  const named = [
    { field: "currency", code: currency },
    ...journalLineItems.map((each, index) => ({ field: `journalLineItems[${index}].currency`, code: each.currency })),
  ];
  for (const { field, code } of named)
    if (code !== undefined && own && code !== own)
      throw cannotStore(`A voucher is in the company's currency at Visma eAccounting, which is ${own}.`, field);
}

async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Prepared> {
  const day = calendarDay(body.transactionDate ?? "");
  const year = yearOf(await fiscalYears(session), day);
  if (year === undefined)
    throw cannotStore(
      `Visma eAccounting has no fiscal year that contains ${day}. Send another day.`,
      "transactionDate",
    );
  await checkOpenDay(day, "transactionDate", session);
  const { CurrencyCode } = await readSettings(session);
  checkCurrency(body, CurrencyCode);
  return { yearId: year.Id };
}

const create = write<JournalEntryInput, JournalEntry, Voucher>({
  method: "POST",
  path: "/vouchers",
  // Otherwise the vendor overrides the series in the body with its default.
  query: ({ body }) => (body.journalCode === undefined ? {} : { useDefaultVoucherSeries: false }),
  encoder: entryEncoder,
  prepare,
  readBack: async (reply: Voucher, { body }, session) => {
    const year = yearOf(await fiscalYears(session), calendarDay(body.transactionDate ?? ""));
    if (year === undefined) throw noRecord();
    return readVoucher(session, year.Id, reply.Id);
  },
  readBackOnlyReads: true,
  map: journalEntry,
  raw,
  requires: ["transactionDate", "description", "journalLineItems", "journalLineItems.accountId"],
  rules: [
    "The voucher is booked at once and cannot be changed. Without journalCode it goes into the default series of the target system.",
  ],
});

export const journalEntries = {
  "journalEntries.list": journalEntryList,
  "journalEntries.get": get<JournalEntry, Voucher>({
    map: journalEntry,
    raw,
    read: ({ ids }, session) => {
      const [yearId, id] = (ids["journalEntryId"] ?? "").split("_");
      if (!yearId || !id) throw noRecord();
      return readVoucher(session, yearId, id);
    },
  }),
  "journalEntries.create": create,
  "journalEntries.bulk": oneByOne("journalEntries.create", create),
};
