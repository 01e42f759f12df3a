/** Journal entries, with the lines of all documents that were posted. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, lastDayOfYear } from "../../kit/dates.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { type Condition, compare } from "../../kit/graphql/conditions.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, balance } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { readThirdParty } from "./contacts.ts";
import { get, idIn, list, modified, mutation, one, orderOfCreation, stamps } from "./conventions.ts";
import { accountConnection } from "./ledger.ts";
import { journalsNow, onlyJournal } from "./organizations.ts";
import type { Account, Entry, EntryLine } from "./types.ts";

const connection = {
  root: "accountingEntries",
  selection:
    "id creationDate modificationDate number date description documentNumber entryType currency { code } journalType { code type } accountingEntryLines { id subAccountId subAccount { code } description documentNumber debitAmount creditAmount accountingEntryThirdParty { thirdPartyId code origin } }",
};

/** A side with a negative amount is a reversal in red. */
const postingOf = ({ debitAmount, creditAmount }: EntryLine) => {
  const debit = amount(debitAmount) ?? 0;
  const credit = amount(creditAmount) ?? 0;
  if (debit < 0 && credit === 0) return { amount: debit, debitCreditIndicator: "DEBIT" as const };
  if (credit < 0 && debit === 0) return { amount: credit, debitCreditIndicator: "CREDIT" as const };
  return balance(debit, credit);
};

const partyOf = (origin: string) => (line: EntryLine) =>
  line.accountingEntryThirdParty?.origin === origin ? line.accountingEntryThirdParty.thirdPartyId : undefined;

const line = mapping<JournalLineItem, EntryLine>({
  ...values({
    id: "id",
    accountCode: "subAccount.code",
    accountId: "subAccountId",
    description: "description",
    documentNumber: "documentNumber",
    thirdPartyCode: "accountingEntryThirdParty.code",
  }),
  customerId: partyOf("CUSTOMER"),
  supplierId: partyOf("SUPPLIER"),
  debitCreditIndicator: (native) => postingOf(native).debitCreditIndicator,
  totalNetAmount: (native) => postingOf(native).amount,
});

const recordTypes = vocabulary({
  OPENING: "OPENING",
  TEMPORARY_CARRY_FORWARD: "OPENING",
  CLOSURE_ACCOUNTING: "CLOSING",
  CLOSURE_EXERCISE: "CLOSING",
  CLOSURE_WORTH: "CLOSING",
  CASH_VAT_ADJUSTMENT: "STANDARD",
  GENERAL: "STANDARD",
});

const entry = mapping<JournalEntry, Entry>({
  ...stamps,
  ...values({
    id: "id",
    description: "description",
    documentId: "documentNumber",
    journalCode: "journalType.code",
    journalType: "journalType.type",
  }),
  ...days({ transactionDate: "date" }),
  currency: ({ currency }) => currencyCode(currency?.code),
  journalLineItems: nestedList(line, ({ accountingEntryLines }) => accountingEntryLines),
  number: ({ number }) => number?.toString(),
  recordType: recordTypes.read(({ entryType }) => entryType, ["UNDEFINED"]),
});

async function readEntry(session: Session, id: string | undefined): Promise<Entry> {
  const found = await one<Entry>(session, connection, id);
  if (found === undefined) throw noRecord();
  return found;
}

const inYear =
  (first: string): Condition =>
  (bind) => {
    const from = bind("DateTime!", first);
    const to = bind("DateTime!", lastDayOfYear(first));
    return `{ date: { gte: ${from}, lte: ${to} } }`;
  };

const amountsOf = (value: number, { debitCreditIndicator }: JournalLineItemInput): object => ({
  debitAmount: debitCreditIndicator === "DEBIT" ? value : 0,
  creditAmount: debitCreditIndicator === "CREDIT" ? value : 0,
});

const lineEncoder = encoder<JournalLineItemInput>({
  accountCode: fieldAs("subAccountCode"),
  accountId: sentSeparately,
  customerId: sentSeparately,
  debitCreditIndicator: sentSeparately,
  description: fieldAs("description"),
  supplierId: sentSeparately,
  thirdPartyCode: fieldAs("thirdCode"),
  totalNetAmount: Object.assign(
    (value: number, input: JournalLineItemInput) => {
      if (value >= 0) return amountsOf(value, input);
      throw cannotStore("Send a positive amount on the other side.", "journalLineItems.totalNetAmount");
    },
    { path: ["debitAmount"] },
  ),
});

const entryEncoder = encoder<JournalEntryInput>({
  currency: onlyAccepts(["EUR"]),
  description: fieldAs("description"),
  documentId: fieldAs("documentNumber"),
  journalCode: sentSeparately,
  journalLineItems: listAs("accountingEntryLines", lineEncoder),
  transactionDate: (at: string) => ({ date: calendarDay(at) }),
});

/** The codes that stand for the ids of the body. */
interface Codes {
  readonly journalTypeCode: string | null | undefined;
  readonly lines: readonly object[];
}

async function accountCode(session: Session, id: string, field: string): Promise<object> {
  const account = await one<Account>(session, accountConnection, id);
  if (account?.code) return { subAccountCode: account.code };
  throw cannotStore("Sage Active has no account with this id.", field);
}

async function partyCode(
  session: Session,
  { customerId, supplierId }: JournalLineItemInput,
  at: string,
): Promise<object> {
  const id = customerId ?? supplierId;
  if (id === undefined) return {};
  const [role, field] =
    customerId === undefined ? (["SUPPLIER", "supplierId"] as const) : (["CUSTOMER", "customerId"] as const);
  const party = await readThirdParty(session, role, id);
  if (party?.code) return { thirdCode: party.code };
  throw cannotStore(`Sage Active has no ${role.toLowerCase()} with this id.`, `${at}.${field}`);
}

async function journalCodeFor(session: Session, code: string | undefined): Promise<string | null | undefined> {
  if (code === undefined) return (await onlyJournal(session, "GENERAL")).code;
  const journals = await journalsNow(session);
  return referencedRow(journals, { field: "journalCode", value: code, kind: "journal", key: (each) => each.code }).code;
}

async function readCodes({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Codes> {
  const lines = body.journalLineItems ?? [];
  checkNoTags(lines);
  const [journalTypeCode, codes] = await Promise.all([
    journalCodeFor(session, body.journalCode),
    Promise.all(lines.map((each, index) => lineCodes(session, each, `journalLineItems[${index}]`))),
  ]);
  return { journalTypeCode, lines: codes };
}

/** Left out in silence, the amount would be missing from the reports by tag. */
function checkNoTags(lines: readonly JournalLineItemInput[]): void {
  for (const [index, { dimensions = [] }] of lines.entries())
    if (dimensions.length > 0)
      throw cannotStore(
        "Sage Active's API cannot assign tags. Leave them out, and assign them there.",
        `journalLineItems[${index}].dimensions`,
      );
}

async function lineCodes(session: Session, line: JournalLineItemInput, at: string): Promise<object> {
  const { accountId } = line;
  const account = accountId === undefined ? {} : await accountCode(session, accountId, `${at}.accountId`);
  return { ...account, ...(await partyCode(session, line, at)) };
}

const withCodes = (encoded: Encoded, prepared: unknown): object => {
  const { journalTypeCode, lines } = prepared as Codes;
  const accountingEntryLines = (encoded["accountingEntryLines"] as readonly object[]).map((each, index) => ({
    ...each,
    ...lines[index],
  }));
  return { ...encoded, journalTypeCode, accountingEntryLines };
};

export const journalEntries = {
  "journalEntries.list": list<JournalEntry, Entry>({
    of: connection,
    map: entry,
    filters: {
      ...modified,
      fiscalYearStartDate: inYear,
      transactionDateFrom: (from) => compare("date", "gte", "DateTime", from),
    },
    defaultOrder: orderOfCreation,
  }),
  "journalEntries.get": get<JournalEntry, Entry>({ of: connection, map: entry }),
  "journalEntries.create": write<JournalEntryInput, JournalEntry, Entry>({
    ...mutation({
      field: "createAccountingEntryUsingCodes",
      input: "AccountingEntryCreateUsingCodesGLDtoInput",
      selection: "id number",
    }),
    encoder: entryEncoder,
    prepare: readCodes,
    body: withCodes,
    map: entry,
    readBack: (reply, _call, session) => readEntry(session, idIn(reply)),
    readBackOnlyReads: true,
    stub: (reply) => ({ id: idIn(reply) ?? "" }),
    requires: ["transactionDate", "journalLineItems", "journalLineItems.debitCreditIndicator"],
    rules: [
      "Without journalCode, the entry goes to the company's only journal of the type GENERAL. In journals of purchases and sales, the target system joins lines with the same third party.",
    ],
  }),
};
