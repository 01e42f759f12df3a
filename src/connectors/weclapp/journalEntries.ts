import type { Dimension, JournalEntry, JournalLineItem, TaxRate } from "../../contract/records/ledger.ts";
import { amounts, values } from "../../kit/columns.ts";
import { lastDayOfYear } from "../../kit/dates.ts";
import { mapping, nestedList, nestedRecord } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import { days, midnight, nextDay } from "./days.ts";
import { currencyNamed, identity, stamps } from "./fields.ts";
import { costCenterCategory } from "./lines.ts";
import type { AccountingTransaction, TransactionDetail } from "./types.ts";

const sides = vocabulary({ DEBIT: "DEBIT", CREDIT: "CREDIT" });
const costCenter = mapping<Dimension, string>({ id: (id) => id, categoryName: () => costCenterCategory });
const taxRate = mapping<TaxRate, string>({ id: (id) => id, code: (id) => id });

const entryLine = mapping<JournalLineItem, TransactionDetail>({
  ...values({ accountId: "accountId", description: "description" }),
  debitCreditIndicator: sides.read((detail) => detail.debitCredit),
  dimensions: nestedList(costCenter, ({ costCenterId: id }) => (id ? [id] : undefined)),
  taxRate: nestedRecord(taxRate, ({ taxId }) => taxId || undefined),
  ...amounts({ totalNetAmount: "amount" }),
});

const isDraft = ({ draft, status }: AccountingTransaction): boolean => draft === true || status === "DRAFT";

const journalEntry = mapping<JournalEntry, AccountingTransaction>({
  ...identity,
  ...stamps,
  currency: (native) => currencyNamed(native, native.currencyId),
  description: ({ transactionDetails }) => transactionDetails?.find(({ description }) => description)?.description,
  /** The company's receipt number, or else the number that the issuer gave it. */
  documentId: (native) => native.internalRecordNumber || native.externalRecordNumber,
  ...amounts({ exchangeRate: "conversionRate" }),
  isProvisional: isDraft,
  ...values({ isReversal: "reverseTransaction", journalType: "type", number: "transactionNumber", version: "version" }),
  journalLineItems: nestedList(entryLine, ({ transactionDetails }) => transactionDetails),
  recordType: ({ type }) => (type === "CARRY_FORWARD" ? "OPENING" : "STANDARD"),
  ...days({ transactionDate: "transactionDate" }),
});

const transactions = resource({
  entity: "accountingTransaction",
  id: "journalEntryId",
  map: journalEntry,
  refers: ["currency"],
});

export const journalEntries = {
  "journalEntries.list": transactions.list({
    filters: {
      // `gt` instead of `ge`, because each condition can be sent once and transactionDateFrom uses `ge`.
      fiscalYearStartDate: (first) => ({
        "transactionDate-gt": midnight(first) - 1,
        "transactionDate-lt": midnight(nextDay(lastDayOfYear(first))),
      }),
      transactionDateFrom: (day) => ({ "transactionDate-ge": midnight(day) }),
    },
  }),
  "journalEntries.get": transactions.get,
};
