/** Journal entries. The vendor lists their lines, each with its entry. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, type Failure } from "../../contract/failure.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { JournalEntry, JournalLineItem } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days } from "../../kit/columns.ts";
import { dayAs, type Encoded, encoder, fieldAs, nested, sentSeparately } from "../../kit/encode.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { decimal } from "../../kit/money.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { accountIdFor, accountsBy } from "./accounts.ts";
import { allOf, companyCurrency, resultIn } from "./conventions.ts";
import { amountOf, idOf } from "./fields.ts";
import type { JournalDetail, LedgerAccount, NewJournalEntry } from "./types.ts";

const folder = "/journal_entries/journal_entries";
const kind = "journal_entry";

/** A line with the account that it names by an older id. */
interface Line extends JournalDetail {
  readonly ledgerAccount: LedgerAccount | undefined;
}

/** The lines of an entry. All of them repeat what they share. */
interface Entry {
  readonly id: string;
  readonly lines: readonly Line[];
}

const isDebit = ({ debit }: JournalDetail): boolean => debit !== null && debit !== undefined;
const moneyIn = (line: JournalDetail) => (isDebit(line) ? line.debit : line.credit);

const line = mapping<JournalLineItem, Line>({
  id: ({ detailid: id }) => String(id),
  accountCode: ({ ledgerAccount }) => ledgerAccount?.number,
  accountId: ({ ledgerAccount }) => ledgerAccount?.uuid,
  currency: (native) => currencyCode(moneyIn(native)?.code),
  customerId: ({ entry }) => idOf(entry?.clientid),
  debitCreditIndicator: (native) => (isDebit(native) ? "DEBIT" : "CREDIT"),
  description: ({ description }) => description,
  totalNetAmount: (native) => amountOf(moneyIn(native)),
});

const first = ({ lines: [line] }: Entry): Partial<Line> => line ?? {};

const entry = mapping<JournalEntry, Entry>({
  id: ({ id }) => id,
  currency: (native) => currencyCode(moneyIn(first(native) as Line)?.code),
  description: (native) => first(native).name,
  documentId: (native) => idOf(first(native).entry?.invoiceid),
  journalLineItems: nestedList(line, ({ lines }) => lines),
  transactionDate: (native) => dayOf(first(native)),
});
const { dayOf } = days({ dayOf: "user_entered_date" });

const raw = ({ lines }: Entry) => ({
  journal_entry_details: lines.map(({ ledgerAccount: _account, ...detail }): JournalDetail => detail),
});

async function entriesFrom(details: readonly JournalDetail[], session: Session): Promise<readonly Entry[]> {
  const ids = details.map(({ sub_account: account }) => account?.sub_accountid);
  const accounts = await accountsBy(session, "jesa_id", ids);
  const lines = details.map((detail) => ({
    ...detail,
    ledgerAccount: accounts.get(detail.sub_account?.sub_accountid ?? 0),
  }));
  const groups = Map.groupBy(lines, ({ entry: owner, detailid }) => String(owner?.entryid ?? `line-${detailid}`));
  return [...groups].map(([id, group]) => ({ id, lines: group }));
}

const readEntries = async (session: Session): Promise<readonly Entry[]> =>
  entriesFrom(
    await allOf<JournalDetail>(session, "/journal_entries/journal_entry_details", "journal_entry_details"),
    session,
  );

const lineEncoder = encoder<JournalLineItemInput>({
  accountId: sentSeparately,
  debitCreditIndicator: sentSeparately,
  totalNetAmount: sentSeparately,
});

interface Prepared {
  readonly accounts: readonly number[];
  readonly currency: string | undefined;
}

const missing = (name: string, index: number): Failure => {
  const field = `journalLineItems[${index}].${name}`;
  return cannotStore(`A line of an entry needs ${name} at FreshBooks.`, field);
};

async function prepare({ body }: WriteCall<JournalEntryInput>, session: Session): Promise<Prepared> {
  const accounts: number[] = [];
  for (const [index, { accountId, totalNetAmount }] of (body.journalLineItems ?? []).entries()) {
    if (accountId === undefined) throw missing("accountId", index);
    if (totalNetAmount === undefined) throw missing("totalNetAmount", index);
    const field = `journalLineItems[${index}].accountId`;
    accounts.push(await accountIdFor(session, "jesa_id", { id: accountId, field }));
  }
  const own = await companyCurrency(session);
  if (body.currency !== undefined && own !== undefined && body.currency !== own)
    throw cannotStore(`FreshBooks takes no exchange rate with an entry. Send its amounts in ${own}.`, "currency");
  return { accounts, currency: body.currency ?? own };
}

/** A negative amount is the same amount on the other side. */
function detailOf({ debitCreditIndicator: side, totalNetAmount: value = 0 }: JournalLineItemInput, account?: number) {
  const isOnDebit = (side === "DEBIT") === value >= 0;
  return { sub_accountid: String(account), [isOnDebit ? "debit" : "credit"]: decimal(Math.abs(value)) };
}

function newEntry(encoded: Encoded, prepared: unknown, { body }: WriteCall<JournalEntryInput>): object {
  const { accounts, currency } = prepared as Prepared;
  const { description = "Journal entry", journalLineItems = [] } = body;
  return {
    [kind]: {
      ...encoded,
      details: journalLineItems.map((sent, index) => detailOf(sent, accounts[index])),
      ...(currency !== undefined && { currency_code: currency }),
      description,
      name: description,
    },
  };
}

/** The amounts of the reply are bare, and its lines name their accounts in another place than the list does. */
function detailsIn(reply: unknown): readonly JournalDetail[] | undefined {
  const native = resultIn<NewJournalEntry>(kind)(reply);
  if (native?.entryid === undefined) return undefined;
  const { currency_code: code, entryid, name, user_entered_date } = native;
  return native.details?.map(({ detailid, description, debit, credit, sub_accountid }) => ({
    detailid,
    name,
    description,
    debit: debit ? { amount: debit, code } : null,
    credit: credit ? { amount: credit, code } : null,
    entry: { entryid },
    sub_account: sub_accountid === undefined ? null : { sub_accountid },
    user_entered_date,
  }));
}

export const journalEntries = {
  "journalEntries.list": inMemory<JournalEntry, Entry>({
    read: readEntries,
    map: entry,
    raw,
    filters: {
      transactionDateFrom: (native, from) => (first(native).user_entered_date ?? "") >= from,
    },
    rules: ["FreshBooks lists the lines of entries. Kontor reads all of them and puts the entries together."],
  }),
  "journalEntries.get": getInMemory<JournalEntry, Entry>({ read: readEntries, map: entry, raw, id: ({ id }) => id }),
  "journalEntries.create": write<JournalEntryInput, JournalEntry, Entry>({
    method: "POST",
    path: folder,
    encoder: encoder<JournalEntryInput>({
      currency: fieldAs("currency_code"),
      description: fieldAs("description"),
      journalLineItems: nested(lineEncoder, sentSeparately),
      transactionDate: dayAs("user_entered_date"),
    }),
    prepare,
    body: newEntry,
    record: (reply: unknown) => {
      const details = detailsIn(reply);
      return details && { id: String(details[0]?.entry?.entryid ?? ""), lines: details as readonly Line[] };
    },
    afterwards: async ({ lines }, _call, session) => (await entriesFrom(lines, session))[0],
    map: entry,
    raw,
    requires: ["transactionDate", "journalLineItems", "journalLineItems.accountId"],
    rules: ["description is the name of the entry, and the description of its lines."],
  }),
};
